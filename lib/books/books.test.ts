import { afterAll, beforeAll, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import { requestCharge } from '#lib/charges/request-charge.ts'
import { chargeRequest } from '#lib/charges/testing/charges.ts'
import { dropCached } from '#lib/core/cache.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { oneRow } from '#lib/core/db.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { placeAutoOrder } from '#lib/orders/auto/place-auto-order.ts'
import { placeOrders } from '#lib/orders/bulk/place-orders.ts'
import { bulkRequest } from '#lib/orders/bulk/testing/bulk-orders.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { settleReward } from '#lib/referrals/settle-reward.ts'
import { passRefundPeriod } from '#lib/referrals/testing/referrals.ts'
import { checkBooks, checkBooksInSnapshot } from './check-books.ts'
import { readFaultyRows } from './queries/faulty-rows.ts'
import { readLastBookCheck } from './queries/last-book-check.ts'
import { findBookFaults } from './queries.ts'
import { requestBookCheck } from './request-check.ts'
import { expectBooksBalance } from './testing/expect-books-balance.ts'

/** Creates an active bonus of 1 % on charges. Returns its id. */
async function makeBonus(db: Db, createdBy: number): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    db,
    `INSERT INTO promotions (kind, name, percent, once, starts_at, ends_at, budget, created_by, state, activated_at)
     SELECT 'BONUS', '보너스', 100, true, past, now() + interval '1 day', 100000, $1, 'ACTIVE', past
     FROM (SELECT now() - interval '1 day' AS past) AS t RETURNING id`,
    [createdBy],
  )
  return id
}

/**
 * Creates a small shop with each kind of money movement: a charge with a bonus, an order, a partial refund, an auto
 * order and a reward.
 */
async function makeShop(db: Database) {
  dropCached('catalog')
  const { id: memberId } = await makeMember({ points: 100 }, db)
  const { id: referrerId } = await makeMember({}, db)
  await db.rows('UPDATE members SET referred_by_id = $1 WHERE id = $2', [referrerId, memberId])
  await db.rows("INSERT INTO settings (key, value) VALUES ('REFERRAL_REWARD_PERCENT', '10')")
  const serviceId = await makeService({ price: 1, enableAuto: true }, db)
  const { id: chargeId } = await requestCharge(db, chargeRequest({ memberId, point: 1_000 }))
  const promotionId = await makeBonus(db, referrerId)
  const { id: pendingId } = await requestCharge(db, chargeRequest({ memberId, point: 500 }))
  await approveCharge(db, worker, { chargeId, outcome: 'APPROVED' })
  await passRefundPeriod(chargeId, db)
  expect(await settleReward(db, chargeId)).toBe(true)
  const { orderId } = await placeOrder(db, orderRequest({ memberId, serviceId, amount: 100 }))
  const transition = { orderId, startCount: null, reason: '' }
  await transitionOrder(db, someStaff, { ...transition, status: orderStatus.INPROGRESS, remains: null })
  await transitionOrder(db, someStaff, { ...transition, status: orderStatus.PARTIAL, remains: 40 })
  const repeated = orderRequest({ memberId, serviceId, amount: 10, runs: 3, interval: 60 })
  const { autoOrderId = 0 } = await placeAutoOrder(db, repeated)
  const many = [1, 2].map((amount) => ({ serviceId, amount }))
  await placeOrders(db, bulkRequest({ memberId, rows: many }))
  const { bulkId } = await oneRow<{ bulkId: number }>(db, 'SELECT max(bulk_order_id) AS bulk_id FROM orders')
  const { id: grantId } = await oneRow<{ id: number }>(db, 'SELECT id FROM promotion_grants')
  return { memberId, orderId, autoOrderId, bulkId, chargeId, pendingId, promotionId, grantId }
}

type Shop = Awaited<ReturnType<typeof makeShop>>
const noFaults = {
  balances: [],
  entries: [],
  orders: [],
  bulkOrders: [],
  autoOrders: [],
  charges: [],
  deposits: [],
  refunds: [],
  debts: [],
  rewards: [],
  promotions: [],
}

const changeBalanceSql = ({ memberId }: Shop) => `UPDATE balances SET point = point + 1 WHERE member_id = ${memberId}`

const addLedgerRowSql = (shop: Shop, kind: string, refType: string, refId: number) => `
  WITH moved AS (UPDATE balances SET point = point + 100 WHERE member_id = ${shop.memberId} RETURNING point)
  INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, seq, actor)
  SELECT ${shop.memberId}, '${kind}', 100, point, '${refType}', ${refId}, 7, 'test' FROM moved`

/** Ways to corrupt the books: title, SQL statement that corrupts them, and the faults that the check must report. */
const corruptions: [string, (shop: Shop) => string, (shop: Shop) => object][] = [
  ['a balance changed without a ledger row', (s) => changeBalanceSql(s), (s) => ({ balances: [s.memberId] })],
  [
    'a balance row that vanished',
    ({ memberId }) => `DELETE FROM balances WHERE member_id = ${memberId}`,
    (s) => ({ balances: [s.memberId] }),
  ],
  [
    'a ledger row that says another balance than there is',
    ({ memberId }) => `INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
      VALUES (${memberId}, 'ADJUSTMENT', 0, 1, 'member', 999, 'test')`,
    (s) => ({ balances: [s.memberId], entries: [expect.any(Number)] }),
  ],
  [
    'an order that says it gave back more than the ledger did',
    (s) => `UPDATE orders SET refunded = refunded + 1 WHERE id = ${s.orderId}`,
    (s) => ({ orders: [s.orderId] }),
  ],
  [
    'an order whose price is not what was debited',
    (s) => `UPDATE orders SET price = price + 1 WHERE id = ${s.orderId}`,
    (s) => ({ orders: [s.orderId] }),
  ],
  [
    'a refund the order does not know',
    (s) => addLedgerRowSql(s, 'ORDER_REFUND', 'order', s.orderId),
    (s) => ({ orders: [s.orderId] }),
  ],
  [
    'orders placed together whose prices are not what was debited for them',
    () => 'UPDATE orders SET price = price + 1 WHERE bulk_order_id IS NOT NULL AND amount = 1',
    (s) => ({ bulkOrders: [s.bulkId] }),
  ],
  [
    'an order that belongs to a bulk order only since it was paid for',
    (s) => `UPDATE orders SET bulk_order_id = ${s.bulkId} WHERE id = ${s.orderId}`,
    (s) => ({ orders: [s.orderId], bulkOrders: [s.bulkId] }),
  ],
  [
    'a second debit for a bulk order',
    (s) => addLedgerRowSql(s, 'BULK_ORDER', 'bulk-order', s.bulkId),
    (s) => ({ bulkOrders: [s.bulkId] }),
  ],
  [
    'an auto order whose price is not what was debited',
    () => 'UPDATE auto_orders SET price = price + 1',
    (s) => ({ autoOrders: [s.autoOrderId] }),
  ],
  [
    'a refund the auto order does not know',
    (s) => addLedgerRowSql(s, 'AUTO_ORDER_REFUND', 'auto-order', s.autoOrderId),
    (s) => ({ autoOrders: [s.autoOrderId] }),
  ],
  [
    'a charge of status SUCCESS that was not credited',
    (s) => `UPDATE charges SET status = ${chargeStatus.SUCCESS}, response_at = now() WHERE id = ${s.pendingId}`,
    (s) => ({ charges: [s.pendingId] }),
  ],
  [
    'a deposit that is more than the charge it paid for',
    (s) => insertDepositSql('100001', 'MATCHED', s.chargeId),
    () => ({ deposits: [expect.any(Number)] }),
  ],
  [
    'a deposit whose charge was never credited',
    (s) => insertDepositSql('50000', 'MATCHED', s.pendingId),
    () => ({ deposits: [expect.any(Number)] }),
  ],
  [
    'a deposit split among no charges',
    () => insertDepositSql('100', 'SPLIT', null),
    () => ({ deposits: [expect.any(Number)] }),
  ],
  [
    'a charge credited twice',
    (s) => addLedgerRowSql(s, 'CHARGE', 'charge', s.chargeId),
    (s) => ({ charges: [s.chargeId] }),
  ],
  [
    'a credit for a charge that is still pending',
    (s) => addLedgerRowSql(s, 'CHARGE', 'charge', s.pendingId),
    (s) => ({ charges: [s.pendingId] }),
  ],
  [
    'points taken back for a charge that isn’t reversed',
    (s) => addLedgerRowSql(s, 'CHARGE_REVERSAL', 'charge', s.chargeId),
    (s) => ({ charges: [s.chargeId] }),
  ],
  [
    'a charge taken back of which nothing was taken and nothing is owed',
    (s) => `UPDATE charges SET reversed_at = now(), reversed = 0 WHERE id = ${s.chargeId}`,
    (s) => ({ debts: [s.chargeId] }),
  ],
  [
    'a debt for a charge that was never taken back',
    (s) => `INSERT INTO debts (charge_id, member_id, amount, waived) VALUES (${s.chargeId}, ${s.memberId}, 100, 100)`,
    (s) => ({ debts: [s.chargeId] }),
  ],
  [
    'a debt that was recovered from points nobody knows of',
    (s) => addLedgerRowSql(s, 'DEBT_RECOVERY', 'charge', s.chargeId),
    (s) => ({ debts: [s.chargeId] }),
  ],
  [
    'a debt left open beside points that could pay it',
    (s) => `WITH spoiled AS (UPDATE charges SET reversed_at = now(), reversed = 0 WHERE id = ${s.chargeId})
      INSERT INTO debts (charge_id, member_id, amount) VALUES (${s.chargeId}, ${s.memberId}, 100000)`,
    (s) => ({ debts: [s.chargeId] }),
  ],
  [
    'a reward that is more than was paid',
    () => 'UPDATE referral_rewards SET reward = reward + 1, paid = paid + 1',
    (s) => ({ rewards: [s.chargeId] }),
  ],
  [
    'a reward that is said to be still owed',
    () => "UPDATE referral_rewards SET state = 'OWED', paid = 0, settled_at = NULL, due_at = now()",
    (s) => ({ rewards: [s.chargeId] }),
  ],
  ['a reward that vanished', () => 'DELETE FROM referral_rewards', (s) => ({ rewards: [s.chargeId] })],
  [
    'a reward paid to somebody else as well',
    (s) => addLedgerRowSql(s, 'REFERRAL_REWARD', 'charge', s.chargeId),
    (s) => ({ rewards: [s.chargeId] }),
  ],
  [
    'a reward for a charge that earned none',
    (s) => addLedgerRowSql(s, 'REFERRAL_REWARD', 'charge', s.pendingId),
    (s) => ({ rewards: [s.pendingId] }),
  ],
  [
    'a promotion that says it gave more than its grants',
    (s) => `UPDATE promotions SET given = given + 1 WHERE id = ${s.promotionId}`,
    (s) => ({ promotions: [s.promotionId] }),
  ],
  [
    'a grant that is said to be taken back, of which nothing was',
    (s) => `UPDATE promotion_grants SET taken_back = 1 WHERE promotion_id = ${s.promotionId}`,
    (s) => ({ promotions: [s.promotionId] }),
  ],
  [
    'a bonus credited twice',
    (s) => addLedgerRowSql(s, 'CHARGE_BONUS', 'promotion-grant', s.grantId),
    (s) => ({ promotions: [s.promotionId] }),
  ],
  [
    'a bonus that nobody granted',
    (s) => addLedgerRowSql(s, 'CHARGE_BONUS', 'promotion-grant', 1_000_000),
    () => ({ promotions: [1_000_000] }),
  ],
]

const insertDepositSql = (amount: string, status: string, chargeId: number | null) =>
  `INSERT INTO deposits (external_id, name, normal_name, amount, at, status, charge_id)
   VALUES ('x', 'x', 'x', ${amount}, now(), '${status}', ${chargeId ?? 'NULL'})`

let freshDb: Awaited<ReturnType<typeof createFreshDatabase>>
let shop: Shop

beforeAll(async () => {
  freshDb = await createFreshDatabase()
  shop = await makeShop(freshDb.db)
})
afterAll(() => freshDb.drop())

/** Runs changes in a transaction and rolls them back. */
async function inRolledBackTransaction(run: (tx: Db) => Promise<void>): Promise<void> {
  const undo = new Error('undo')
  const attempt = freshDb.owner.transaction(async (tx) => {
    await run(tx)
    throw undo
  })
  await attempt.catch((error) => {
    if (error !== undo) throw error
  })
}

test('the books of an untouched shop balance', () => expectBooksBalance(freshDb.db))

test.each(corruptions)('the proof fails on %s', (_, statement, faults) =>
  inRolledBackTransaction(async (tx) => {
    await tx.rows(statement(shop))
    expect(await findBookFaults(tx)).toEqual({ ...noFaults, ...faults(shop) })
    await expect(expectBooksBalance(tx)).rejects.toThrow()
  }),
)

test('a fault files one task, however often it is found; without a fault none is filed', () =>
  inRolledBackTransaction(async (tx) => {
    const tasks = () => tx.rows<{ kind: string }>('SELECT kind, detail FROM tasks')
    await checkBooks(tx)
    expect(await tasks()).toEqual([])
    await tx.rows(changeBalanceSql(shop))
    await checkBooks(tx)
    await checkBooks(tx)
    expect(await tasks()).toMatchObject([{ kind: 'BOOKS', detail: { balances: [shop.memberId] } }])
  }))

test('a request during a queued check returns that check; once finished, its result is shown', async () => {
  const { db } = freshDb
  const both = await Promise.all([requestBookCheck(db, someStaff), requestBookCheck(db, someStaff)])
  expect(both[0]).toEqual(both[1])
  expect(await readLastBookCheck(db)).toMatchObject({ running: true, checkedAt: null })
  expect(await db.rows("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'prove-books'")).toHaveLength(1)
  await checkBooksInSnapshot(db, both[0]?.id)
  expect(await readLastBookCheck(db)).toMatchObject({ running: false, balanced: true, proof: { rows: { audit: 1 } } })
  await inRolledBackTransaction(async (tx) => {
    await tx.rows(changeBalanceSql(shop))
    expect(await readFaultyRows(tx, 'balances', [shop.memberId])).toMatchObject([{ id: shop.memberId, what: 'SUM' }])
    await tx.rows('UPDATE referral_rewards SET reward = reward + 100, paid = paid + 100')
    const reward = { id: shop.chargeId, what: 'SUM', stated: 101, found: 100 }
    expect(await readFaultyRows(tx, 'rewards', [shop.chargeId])).toMatchObject([reward])
    for (const kind of [
      'entries',
      'orders',
      'bulkOrders',
      'autoOrders',
      'charges',
      'deposits',
      'refunds',
      'debts',
      'rewards',
      'promotions',
    ] as const)
      await readFaultyRows(tx, kind, [shop.orderId, shop.autoOrderId, shop.bulkId, shop.chargeId, 1])
  })
})

test('a proof stored before rewards, debts, bulk orders and promotions were checked is still shown', () =>
  inRolledBackTransaction(async (tx) => {
    await checkBooks(tx)
    await tx.rows(
      "UPDATE book_checks SET proof = proof #- '{faults,rewards}' #- '{faults,debts}' #- '{faults,bulkOrders}' #- '{faults,promotions}'",
    )
    expect(await readLastBookCheck(tx)).toMatchObject({ balanced: true, proof: { faults: noFaults } })
  }))
