import * as accounts from '#lib/accounts/calls.ts'
import * as alimtalk from '#lib/alimtalk/calls.ts'
import * as apiKeys from '#lib/api-keys/calls.ts'
import * as apiRequests from '#lib/api-requests/calls.ts'
import * as approvals from '#lib/approvals/decisions/calls.ts'
import * as audit from '#lib/audit/trail/calls.ts'
import * as books from '#lib/books/calls.ts'
import * as cardPayments from '#lib/card-payments/calls.ts'
import * as catalog from '#lib/catalog/calls.ts'
import * as changeNotices from '#lib/change-notices/calls.ts'
import * as charges from '#lib/charges/calls.ts'
import * as connections from '#lib/connections/calls.ts'
import * as connectionChecks from '#lib/connections/checks/calls.ts'
import * as connectionsSaving from '#lib/connections/saving/calls.ts'
import * as content from '#lib/content/calls.ts'
import type { Call } from '#lib/core/call.ts'
import * as bankFiles from '#lib/deposits/bank-files/calls.ts'
import * as deposits from '#lib/deposits/calls.ts'
import * as depositOriginKinds from '#lib/deposits/sources/calls.ts'
import * as statements from '#lib/deposits/statements/calls.ts'
import * as favorites from '#lib/favorites/calls.ts'
import * as fileStorage from '#lib/file-storage/calls.ts'
import * as members from '#lib/members/calls.ts'
import * as memberDetail from '#lib/members/detail/calls.ts'
import * as messages from '#lib/messages/calls.ts'
import * as autoOrders from '#lib/orders/auto/calls.ts'
import * as bulkOrders from '#lib/orders/bulk/calls.ts'
import * as orders from '#lib/orders/calls.ts'
import * as pendingChanges from '#lib/pending-changes/decisions/calls.ts'
import * as points from '#lib/points/calls.ts'
import * as prices from '#lib/prices/calls.ts'
import * as promotions from '#lib/promotions/calls.ts'
import * as providers from '#lib/providers/calls.ts'
import * as takeOver from '#lib/providers/take-over/calls.ts'
import * as push from '#lib/push/calls.ts'
import * as questions from '#lib/questions/calls.ts'
import * as receipts from '#lib/receipts/calls.ts'
import * as receiptIssuers from '#lib/receipts/issuing/calls.ts'
import * as referrals from '#lib/referrals/calls.ts'
import * as reports from '#lib/reports/calls.ts'
import * as requests from '#lib/requests/calls.ts'
import * as reseller from '#lib/reseller/calls.ts'
import * as documentation from '#lib/reseller/documentation/calls.ts'
import * as openApi from '#lib/reseller/openapi/calls.ts'
import * as apiV2 from '#lib/reseller/v2/calls.ts'
import * as retainedRecords from '#lib/retained-records/calls.ts'
import * as sandbox from '#lib/sandbox/calls.ts'
import * as search from '#lib/search/calls.ts'
import * as serviceMeasures from '#lib/service-measures/calls.ts'
import * as sessions from '#lib/sessions/calls.ts'
import * as settings from '#lib/settings/calls.ts'
import * as settingsSaving from '#lib/settings/saving/calls.ts'
import * as sns from '#lib/sns/calls.ts'
import * as staff from '#lib/staff/calls.ts'
import * as tasks from '#lib/tasks/resolution/calls.ts'
import * as transfers from '#lib/transfers/calls.ts'
import * as webhooks from '#lib/webhooks/calls.ts'
import * as health from './health-calls.ts'

const callModules: Record<string, Call>[] = [
  health,
  settings,
  settingsSaving,
  connections,
  connectionsSaving,
  connectionChecks,
  catalog,
  changeNotices,
  favorites,
  serviceMeasures,
  content,
  fileStorage,
  members,
  memberDetail,
  apiKeys,
  sandbox,
  sessions,
  sns,
  prices,
  promotions,
  charges,
  questions,
  receipts,
  receiptIssuers,
  referrals,
  deposits,
  depositOriginKinds,
  bankFiles,
  statements,
  cardPayments,
  transfers,
  orders,
  autoOrders,
  bulkOrders,
  providers,
  takeOver,
  requests,
  reseller,
  apiV2,
  documentation,
  openApi,
  accounts,
  messages,
  tasks,
  approvals,
  reports,
  search,
  webhooks,
  apiRequests,
  push,
  alimtalk,
  audit,
  books,
  retainedRecords,
  points,
  staff,
  pendingChanges,
]

/**
 * All calls of the shop; tests iterate over them. The server answers 405 to other methods of a call's path, and 404 to
 * other paths below `callPaths` (in entry.ts).
 */
export const registry: readonly Call[] = callModules.flatMap((calls) => Object.values(calls))

/** Calls of the public API, which the server answers without Next.js (docs/product.md#routes). */
export const resellerCalls: readonly Call[] = [reseller, apiV2, openApi].flatMap((calls) => Object.values<Call>(calls))
