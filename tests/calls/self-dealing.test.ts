import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { someStaff, staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCardCharge } from '#lib/card-payments/testing/payments.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { approveByStaff } from '#lib/charges/approve-by-staff.ts'
import { refundStatus } from '#lib/charges/labels.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundRequest, makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { isForStaff } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { adjustPoints } from '#lib/points/adjust-points.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { makePriceGroup, makePriceRule, putIntoPriceGroup } from '#lib/prices/testing/prices.ts'
import { makeRequest } from '#lib/requests/testing/requests.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { makeRefundInFile } from '#lib/transfers/testing/transfers.ts'
import { registry } from '#lib/web/registry.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { callNameOf } from './matrix.ts'

afterEach(() => expectBooksBalance())

/** The path parameter and body with which a test tries a staff call. */
type Attempt = { id: number; body?: unknown }

const newOrder = async (memberId: number) => makeOrder({ memberId, serviceId: await makeService() })

async function completedOrder(memberId: number): Promise<number> {
  const orderId = await newOrder(memberId)
  await transitionOrder(db(), someStaff, { orderId, status: 2, remains: 0, startCount: null, reason: '' })
  return orderId
}

async function makeTask(
  orderId: number,
  kind: 'DELIVERY_DEAR' | 'DELIVERY_LATE' | 'DELIVERY_REFUSED' | 'DELIVERY_UNKNOWN',
  detail: object,
): Promise<number> {
  await fileTask(db(), { kind, refType: 'order', refId: orderId, detail: { ...detail } })
  const found = 'SELECT id FROM tasks WHERE ref_id = $1 AND kind = $2'
  return (await oneRow<{ id: number }>(db(), found, [orderId, kind])).id
}

const taskOfRequest = async (requestId: number) =>
  (await oneRow<{ id: number }>(db(), "SELECT id FROM tasks WHERE ref_type = 'request' AND ref_id = $1", [requestId]))
    .id

async function makeAdjustment(memberId: number): Promise<number> {
  const ask = { memberId, delta: 200_000_000n, reason: '보상', limit: 100_000_000n, key: null }
  return (
    await adjustPoints(db(), staffOf(await makeMember({ role: 'OWNER' }), 'OWNER'), {
      ...ask,
      limits: defaultApprovalLimits,
    })
  ).id
}

async function makeApproval(memberId: number): Promise<number> {
  const chargeId = await makeCharge({ memberId, point: 2_000_000 })
  const { approval } = await approveByStaff(db(), staffOf(await makeMember({ role: 'MANAGER' })), {
    chargeId,
    limits: defaultApprovalLimits,
  })
  return approval?.id ?? 0
}

async function makeOwnGroup(memberId: number): Promise<number> {
  const groupId = await makePriceGroup(1)
  await putIntoPriceGroup(memberId, groupId)
  return groupId
}

async function makeOwnRule(memberId: number): Promise<number> {
  await makePriceRule({ memberId, percent: 100 })
  return (await oneRow<{ id: number }>(db(), 'SELECT id FROM price_rules WHERE member_id = $1', [memberId])).id
}

const reason = '확인함'

/**
 * Requests that move points to a member's account or lift a restriction from it, by call and then by description. Staff
 * must not be able to send them for their own account.
 */
const worthMoney: Record<string, Record<string, (memberId: number) => Promise<Attempt>>> = {
  'POST /api/admin/charges/{id}/approve': {
    'approves a charge': async (memberId) => ({ id: await makeCharge({ memberId, point: 100_000_000 }) }),
  },
  'POST /api/admin/charges/{id}/reject': {
    'rejects a charge': async (memberId) => ({ id: await makeCharge({ memberId }), body: { reason } }),
  },
  'POST /api/admin/charges/{id}/cancel-payment': {
    'has his own card paid back': async (memberId) => ({ id: await makeCardCharge(memberId), body: { reason } }),
  },
  'POST /api/admin/charges/{id}/reverse': {
    'reverses a charge': async (memberId) => ({ id: await makeCreditedCharge(memberId), body: { reason } }),
  },
  'PATCH /api/admin/refund-requests/{id}': {
    'pays out a refund': async (memberId) => ({ id: await makeCashRefundRequest(memberId), body: { status: 1 } }),
    'declines a refund': async (memberId) => ({
      id: await makeCashRefundRequest(memberId),
      body: { status: 2, reason },
    }),
  },
  'POST /api/admin/refund-requests/{id}/transfer': {
    'marks the transfer of a refund': async (memberId) => ({
      id: await makeRefundInFile(memberId),
      body: { result: 'FAILED', reason },
    }),
  },
  'POST /api/admin/deposits/{id}/match': {
    'matches a stranger’s deposit': async (memberId) => ({
      id: await makeDeposit(),
      body: { chargeId: await makeCharge({ memberId }) },
    }),
    'joins a stranger’s deposit to a charge approved before': async (memberId) => ({
      id: await makeDeposit(),
      body: { chargeId: await makeCreditedCharge(memberId), credited: true },
    }),
  },
  'POST /api/admin/deposits/{id}/split': {
    'splits a stranger’s deposit': async (memberId) => ({
      id: await makeDeposit(),
      body: {
        chargeIds: [
          await makeCharge({ memberId: (await makeMember()).id, point: 4_000 }),
          await makeCharge({ memberId, point: 6_000 }),
        ],
      },
    }),
  },
  'POST /api/admin/deposits/{id}/merge': {
    'merges strangers’ deposits': async (memberId) => ({
      id: await makeDeposit(),
      body: { chargeId: await makeCharge({ memberId, point: 20_000 }), depositIds: [await makeDeposit()] },
    }),
  },
  'POST /api/admin/orders/{id}/transition': {
    'cancels a delivered order': async (memberId) => ({
      id: await completedOrder(memberId),
      body: { status: 5, reason },
    }),
    'cancels an order': async (memberId) => ({ id: await newOrder(memberId), body: { status: 5 } }),
    'sets a delivered order to partial': async (memberId) => ({
      id: await completedOrder(memberId),
      body: { status: 3, remains: 1, reason },
    }),
  },
  'POST /api/admin/orders/{id}/recover': {
    'gives points back for dropped followers': async (memberId) => ({
      id: await completedOrder(memberId),
      body: { dropped: 1, reason },
    }),
  },
  'POST /api/admin/requests/{id}/answer': {
    'answers a request of his own': async (memberId) => ({
      id: await makeRequest(memberId),
      body: { state: 'DONE', reason },
    }),
  },
  'POST /api/admin/auto-orders/{id}/cancel': {
    'cancels an auto order': async (memberId) => ({ id: (await makeAutoOrder({ memberId })).id, body: { reason } }),
  },
  'POST /api/admin/tasks/{id}/resolve': {
    'applies a late cancel': async (memberId) => ({
      id: await makeTask(await completedOrder(memberId), 'DELIVERY_LATE', { status: 5, applicable: true }),
      body: { action: 'apply' },
    }),
    'gives the number of a cancelled order for one of unknown outcome': async (memberId) => ({
      id: await makeTask(await newOrder(memberId), 'DELIVERY_UNKNOWN', {}),
      body: { action: 'sent', providerOrderId: '1' },
    }),
    'cancels what a provider refused': async (memberId) => ({
      id: await makeTask(await newOrder(memberId), 'DELIVERY_REFUSED', {}),
      body: { action: 'cancel', reason },
    }),
    'has an order of his own sent at a loss': async (memberId) => ({
      id: await makeTask(await newOrder(memberId), 'DELIVERY_DEAR', {}),
      body: { action: 'send-anyway' },
    }),
    'fulfils a request of his own': async (memberId) => ({
      id: await taskOfRequest(await makeRequest(memberId)),
      body: { action: 'fulfil' },
    }),
  },
  'POST /api/admin/members/{id}/points': {
    'gives points': async (memberId) => ({ id: memberId, body: { delta: 1_000_000, reason } }),
    'takes points': async (memberId) => ({ id: memberId, body: { delta: -1, reason } }),
  },
  'POST /api/admin/adjustments/{id}/confirm': {
    'confirms an adjustment': async (memberId) => ({ id: await makeAdjustment(memberId) }),
  },
  'POST /api/admin/approvals/{id}/confirm': {
    'confirms what a colleague asked for': async (memberId) => ({ id: await makeApproval(memberId), body: { reason } }),
  },
  'POST /api/admin/members/{id}/restriction': {
    'lifts a restriction': async (memberId) => ({ id: memberId, body: { level: 'NORMAL', reason } }),
  },
  'PUT /api/admin/price-rules': {
    'sets a price': async (memberId) => ({ id: 0, body: { memberNo: memberId, percent: 50 } }),
    'sets a price of the own group': async (memberId) => ({
      id: 0,
      body: { groupId: await makeOwnGroup(memberId), serviceId: await makeService(), percent: 50 },
    }),
  },
  'DELETE /api/admin/price-rules/{id}': {
    'removes a rule that a better one follows': async (memberId) => ({ id: await makeOwnRule(memberId) }),
  },
  'PATCH /api/admin/price-groups/{id}': {
    'raises the discount of the own group': async (memberId) => ({
      id: await makeOwnGroup(memberId),
      body: { percent: 90 },
    }),
  },
  'PUT /api/admin/members/{id}/price-group': {
    'joins a group': async (memberId) => ({ id: memberId, body: { groupId: await makePriceGroup(50) } }),
  },
  'POST /api/admin/members/{id}/memo': {
    'rewrites what colleagues noted': async (memberId) => ({ id: memberId, body: { memo: '' } }),
  },
}

/** Calls that can't move points to an account, each with the reason. */
const harmless: readonly [RegExp, string][] = [
  [
    / \/api\/admin\/(platforms|categories|services|notices|qnas|register-where|popups|terms|assets|guide)\b/,
    'the shop',
  ],
  [/ \/api\/admin\/(providers|settings|staff)\b/, 'the shop; other rules ask for a second OWNER'],
  [
    / \/api\/admin\/changes\b/,
    'confirms or stops what another owner asked for: see lib/pending-changes/decisions/dishonest-owner.test.ts',
  ],
  [/ \/api\/admin\/(saved-filters|books\/check|outbox|retained-records)\b/, 'nobody’s money'],
  [/ \/api\/admin\/connections\b/, 'the shop; other rules ask for a second OWNER'],
  [
    / \/api\/admin\/deposit-sources\b/,
    'credits nothing that arrived before; a source credits only what its service confirms: lib/deposits/sources',
  ],
  [/ \/api\/admin\/card-payments$/, 'only offers a way to pay; PortOne says what is paid: lib/card-payments'],
  [/^POST \/api\/admin\/orders\/transitions\/preview$/, 'changes nothing'],
  [
    /^POST \/api\/admin\/orders\/transitions$/,
    'answers for each order, and refuses an own one as the call for one order does: lib/orders/transition-many.test.ts',
  ],
  [
    /^POST \/api\/admin\/transfer-files(\/{id}\/results)?$/,
    'answers for each refund, and refuses an own one as the call for one does: lib/transfers/transfers.test.ts',
  ],
  [
    / \/api\/admin\/bank-file-maps\b/,
    'says what columns contain; who chose them answers for imports by them: lib/deposits/bank-files/cheat-malicious-map.test.ts',
  ],
  [/^POST \/api\/admin\/bank-rows$/, 'what a day’s money is compared with; no point moves'],
  [/^POST \/api\/admin\/deposits$/, 'an import never credits its importer: see deposits/own-import.test.ts'],
  [/^POST \/api\/admin\/deposits\/{id}\/(return|duplicate)$/, 'a note; no point moves'],
  [/^(POST|DELETE) \/api\/admin\/price-groups\b/, 'a group begins and ends without members'],
  [
    / \/api\/admin\/promotions\b/,
    'staff get no bonus and no coupon: lib/promotions/cheat-bonus-refund.test.ts; a budget counts as an adjustment',
  ],
  [/^PATCH \/api\/admin\/receipts\/{id}$/, 'a note that a receipt was issued; no point moves'],
  [
    / \/api\/admin\/(receipt-documents|receipt-issuers)\b/,
    'issues and takes back what was paid and paid back, whoever asks: lib/receipts/issuing; no point moves',
  ],
  [/ \/api\/admin\/(questions|question-pictures|answer-templates)\b/, 'messages; no point moves'],
  [/^DELETE \/api\/admin\/members\/{id}\/api-key$/, 'takes a key away, which its member may do himself'],
  [/^POST \/api\/admin\/(adjustments|approvals)\/{id}\/refuse$/, 'moves nothing'],
]

test('every call by which staff write is known to be worth money to somebody or not', () => {
  const names = registry.filter((call) => isForStaff(call) && call.method !== 'GET').map(callNameOf)
  const isHarmless = (name: string) => harmless.some(([pattern]) => pattern.test(name))
  expect(names.filter((name) => Number(name in worthMoney) + Number(isHarmless(name)) !== 1)).toEqual([])
  expect(Object.keys(worthMoney).filter((name) => !names.includes(name))).toEqual([])
})

/**
 * Creates a second account of a staff member. It counts as his, because both accounts requested refunds to the same
 * bank account. Returns its id.
 */
async function makeLinkedAccount(staffId: number): Promise<number> {
  const { id } = await makeMember({ points: 100 })
  await db().rows(
    `INSERT INTO refund_requests (member_id, point, email, name, bank, account, status, response_at, account_hash)
     SELECT unnest(ARRAY[$1::int, $2]), 100, 'a@b.co', '홍길동', '국민', $3, ${refundStatus.REJECTED}, now(), $4`,
    [staffId, id, Buffer.from('sealed'), randomBytes(32)],
  )
  return id
}
const ownAccounts = {
  'his own account': async (staff: SignedIn) => staff.id,
  'his second account': ({ id }: SignedIn) => makeLinkedAccount(id),
}

const attempts = Object.entries(worthMoney).flatMap(([name, ways]) =>
  Object.entries(ways).flatMap(([act, attempt]) =>
    Object.entries(ownAccounts).map(([whose, accountOf]) => ({ name, act, whose, attempt, accountOf })),
  ),
)

const sumOfBalances = async () =>
  (await oneRow<{ sum: bigint }>(db(), 'SELECT sum(point)::bigint AS sum FROM balances')).sum

describe.each(['MANAGER', 'OWNER'] as const)('a %s', (role) => {
  test.each(attempts)('never $act for $whose', async ({ name, attempt, accountOf }) => {
    const call = registry.find((each) => callNameOf(each) === name)
    if (!call) throw new Error(name)
    if (call.access === 'OWNER' && role !== 'OWNER') return
    const staff = await signedIn({ role, points: 100_000 })
    const memberId = await accountOf(staff)
    const { id, body } = await attempt(memberId)
    const before = [await sumOfBalances(), await balanceOf(db(), memberId)]
    const headers = { ...staff.headers, ...(await reauthHeaders(staff)) }
    const { status, json } = await send(call, { path: call.path.replace('{id}', String(id)), headers, body })
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'OWN_ACCOUNT' })
    expect([await sumOfBalances(), await balanceOf(db(), memberId)]).toEqual(before)
    const trail = 'SELECT action, subject_type FROM audit_entries WHERE actor_id = $1'
    expect(await db().rows(trail, [staff.id])).toEqual([
      { action: 'four-eyes.own-account', subjectType: expect.any(String) },
    ])
  })
})
