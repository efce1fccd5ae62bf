import { openRefundTotals } from '#lib/charges/queries/refunds.ts'
import { pendingChargeTotals } from '#lib/charges/queries.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { waitingDepositTotals } from '#lib/deposits/queries.ts'
import { heldAutoOrder } from '#lib/orders/auto/rules.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { openOrderCounts } from '#lib/orders/queries/list-for-staff.ts'
import { countOpenQuestions } from '#lib/questions/queries/list-for-staff.ts'
import { countOpenReceipts } from '#lib/receipts/queries.ts'
import { countStaffRequests } from '#lib/requests/queries/list-for-staff.ts'
import { openTaskCounts } from '#lib/tasks/resolution/queries.ts'

/** Numbers of items that wait for staff, shown in the console's menu at the page that lists them. */
export type WaitingCounts = {
  tasks: number
  charges: number
  deposits: number
  refunds: number
  receipts: number
  orders: number
  questions: number
  requests: number
}

export async function waitingCounts(db: Db): Promise<WaitingCounts> {
  const [charges, deposits, refunds, receipts, orders, tasks, questions, requests] = await Promise.all([
    pendingChargeTotals(db),
    waitingDepositTotals(db),
    openRefundTotals(db),
    countOpenReceipts(db),
    openOrderCounts(db),
    openTaskCounts(db),
    countOpenQuestions(db),
    countStaffRequests(db),
  ])
  return {
    tasks: tasks.reduce((sum, { count }) => sum + count, 0),
    charges: charges.count,
    deposits: deposits.count,
    refunds: refunds.count,
    receipts: receipts.count,
    orders: orders.find(({ status }) => status === orderStatus.PENDING)?.count ?? 0,
    questions: questions.count,
    requests: requests.count,
  }
}

/**
 * Numbers of items that wait but have no page of their own in `WaitingCounts`: `held`, auto orders on hold; `unsent`,
 * messages that failed within the last 24 hours.
 */
export const otherWaitingCounts = (db: Db): Promise<{ held: number; unsent: number }> =>
  oneRow(
    db,
    `SELECT (SELECT count(*)::int FROM auto_orders WHERE ${heldAutoOrder.sql()}) AS held,
       (SELECT count(*)::int FROM outbox_messages WHERE status = 'FAILED' AND created_at > now() - interval '1 day') AS unsent`,
  )
