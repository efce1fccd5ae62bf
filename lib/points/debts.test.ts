import { afterEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { memberActor, worker } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { cancelAutoOrder } from '#lib/orders/auto/cancel-auto-order.ts'
import { placeAutoOrder } from '#lib/orders/auto/place-auto-order.ts'
import { cancelOrder } from '#lib/orders/cancel-order.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { movePoints } from './move-points.ts'
import { balanceOf, readOpenDebt } from './queries.ts'

afterEach(() => expectBooksBalance())

const WON = 100n

const reverseAsStaff = (chargeId: number) => reverseCharge(db(), someStaff, { chargeId, reason: '다른 사람의 입금' })

const placeTestOrder = async (memberId: number, amount: number) =>
  (await placeOrder(db(), orderRequest({ memberId, serviceId: await makeService({ price: 1 }), amount }))).orderId

const cancelOwnOrder = (memberId: number, orderId: number) => cancelOrder(db(), memberActor(memberId), { orderId })

let lastRefId = 900_000
const creditPoints = (memberId: number, won: number) =>
  movePoints(db(), worker, {
    memberId,
    kind: 'UNFOLLOW_RECOVERY',
    delta: BigInt(won) * WON,
    refType: 'test',
    refId: ++lastRefId,
  })

/**
 * Creates a member who owes points: he spent `spent` points of a charge of `point` points, then the charge was
 * reversed.
 */
async function makeIndebted(point = 1_500, spent = 1_000) {
  const { id: memberId } = await makeMember()
  const chargeId = await makeCreditedCharge(memberId, point)
  const orderId = await placeTestOrder(memberId, spent)
  await reverseAsStaff(chargeId)
  return { memberId, chargeId, orderId }
}

const latestLedgerEntries = (memberId: number, count: number) =>
  db().rows(
    `SELECT kind, delta, balance_after FROM (
       SELECT * FROM point_entries WHERE member_id = $1 ORDER BY id DESC LIMIT $2
     ) AS last ORDER BY id`,
    [memberId, count],
  )

const openTasks = (chargeId: number) =>
  db().rows("SELECT FROM tasks WHERE kind = 'CHARGE_REVERSAL' AND ref_id = $1 AND resolved_at IS NULL", [chargeId])

describe('a debt is paid first by whatever comes in', () => {
  test('an order refund: two ledger rows, each with its balance, and the task ends with the debt', async () => {
    const { memberId, chargeId, orderId } = await makeIndebted()
    expect(await readOpenDebt(db(), memberId)).toBe(1_000n * WON)
    expect(await openTasks(chargeId)).toHaveLength(1)
    await cancelOwnOrder(memberId, orderId)
    expect(await latestLedgerEntries(memberId, 2)).toEqual([
      { kind: 'ORDER_REFUND', delta: 1_000n * WON, balanceAfter: 1_000n * WON },
      { kind: 'DEBT_RECOVERY', delta: -1_000n * WON, balanceAfter: 0n },
    ])
    expect(await readOpenDebt(db(), memberId)).toBe(0n)
    expect(await openTasks(chargeId)).toHaveLength(0)
  })

  test('points given, a new charge, an auto order’s refund', async () => {
    const { id: memberId } = await makeMember()
    const chargeId = await makeCreditedCharge(memberId, 3_000)
    const serviceId = await makeService({ price: 1, enableAuto: true })
    const { autoOrderId = 0 } = await placeAutoOrder(
      db(),
      orderRequest({ memberId, serviceId, amount: 1_000, runs: 3, interval: 60 }),
    )
    await reverseAsStaff(chargeId)
    await creditPoints(memberId, 400)
    expect(await readOpenDebt(db(), memberId)).toBe(2_600n * WON)
    await makeCreditedCharge(memberId, 500)
    expect(await readOpenDebt(db(), memberId)).toBe(2_100n * WON)
    await cancelAutoOrder(db(), someStaff, { autoOrderId, reason: '' })
    expect(await readOpenDebt(db(), memberId)).toBe(100n * WON)
    await makeCreditedCharge(memberId, 5_000)
    expect(await readOpenDebt(db(), memberId)).toBe(0n)
    expect(await balanceOf(db(), memberId)).toBe(4_900n * WON)
  })

  test('the oldest debt first, and one credit may end several', async () => {
    const { id: memberId } = await makeMember()
    const charges = [await makeCreditedCharge(memberId, 1_000), await makeCreditedCharge(memberId, 1_000)]
    await placeTestOrder(memberId, 2_000)
    for (const chargeId of charges) await reverseAsStaff(chargeId)
    await creditPoints(memberId, 1_500)
    expect(await db().rows('SELECT recovered FROM debts WHERE member_id = $1 ORDER BY charge_id', [memberId])).toEqual([
      { recovered: 1_000n * WON },
      { recovered: 500n * WON },
    ])
    await creditPoints(memberId, 700)
    expect(await balanceOf(db(), memberId)).toBe(200n * WON)
  })

  test('several credits of one member and of others in one statement', async () => {
    const [one, other] = [await makeIndebted(), await makeMember({ points: 5 })]
    await db().rows(
      `WITH moved AS (
         UPDATE balances SET point = point + 30000 WHERE member_id = ANY ($1::int[]) RETURNING member_id, point
       )
       INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
       SELECT member_id, 'UNFOLLOW_RECOVERY', 10000, point - 30000 + n * 10000, 'batch', member_id * 10 + n, 'test'
       FROM moved, generate_series(1, 3) AS n ORDER BY n`,
      [[one.memberId, other.id]],
    )
    expect(await readOpenDebt(db(), one.memberId)).toBe(700n * WON)
    expect(await balanceOf(db(), one.memberId)).toBe(0n)
    expect(await balanceOf(db(), other.id)).toBe(305n * WON)
  })
})

test('credits and reversals of one member at the same moment leave no debt beside a balance', async () => {
  for (let round = 0; round < 6; round++) {
    const { id: memberId } = await makeMember()
    const chargeId = await makeCreditedCharge(memberId, 2_000)
    const orders = [await placeTestOrder(memberId, 900), await placeTestOrder(memberId, 800)]
    await Promise.all([
      reverseAsStaff(chargeId),
      ...orders.map((orderId) => cancelOwnOrder(memberId, orderId)),
      creditPoints(memberId, 250),
      makeCreditedCharge(memberId, 1_000),
    ])
    expect(await readOpenDebt(db(), memberId)).toBe(0n)
    expect(await balanceOf(db(), memberId)).toBe(1_250n * WON)
  }
})

test('an account with a debt can’t be deleted; once it is paid it can', async () => {
  const { memberId, orderId } = await makeIndebted()
  const refusal = { code: 'CONFLICT', message: '정산할 금액이 남아 있어 탈퇴할 수 없습니다.' }
  await db().rows(`UPDATE orders SET status = ${orderStatus.COMPLETED}, remains = 0 WHERE id = $1`, [orderId])
  await expect(deleteAccount(db(), memberId)).rejects.toMatchObject(refusal)
  await creditPoints(memberId, 1_000)
  expect(await deleteAccount(db(), memberId)).toBe(0n)
})

test('each recovery stores the credit that it was taken from, and is never changed', async () => {
  const { memberId, chargeId, orderId } = await makeIndebted()
  await cancelOwnOrder(memberId, orderId)
  expect(await db().rows('SELECT * FROM debt_recoveries WHERE charge_id = $1', [chargeId])).toMatchObject([
    { seq: 1, point: 1_000n * WON, creditKind: 'ORDER_REFUND', creditRefType: 'order', creditRefId: orderId },
  ])
  await expect(ownerDatabase().rows('UPDATE debt_recoveries SET point = 1')).rejects.toThrow('append-only')
})
