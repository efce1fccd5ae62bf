import { afterAll, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { placeOrders } from '#lib/orders/bulk/place-orders.ts'
import { bulkRequest } from '#lib/orders/bulk/testing/bulk-orders.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { redeemCoupon } from '#lib/promotions/redeem-coupon.ts'
import { makeBonusInput, makeCouponInput, makePromotion } from '#lib/promotions/testing/promotions.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { dailyReportCall } from './calls.ts'
import { rollUpDays } from './roll-up-days.ts'

afterAll(() => expectBooksBalance())

const reportOf = async (search = '') =>
  (await send(dailyReportCall, { headers: (await signedIn({ role: 'SUPPORT' })).headers, search })).json

test('today’s sums are those of this moment; what is rolled up is summed up once and for all', async () => {
  const { id: memberId } = await makeMember()
  const chargeId = await makeCharge({ memberId, point: 10_000 })
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  const serviceId = await makeService()
  await placeOrder(db(), orderRequest({ memberId, serviceId, amount: 300 }))
  await placeOrders(
    db(),
    bulkRequest({
      memberId,
      rows: [
        { serviceId, amount: 50 },
        { serviceId, amount: 40 },
      ],
    }),
  )
  const { rows } = await reportOf()
  expect(rows).toHaveLength(30)
  expect(rows[0]).toMatchObject({ orders: 3, autoOrders: 0, charges: 1, charged: 10_000, sales: 390, refunded: 0 })
  expect(rows[0].members).toBeGreaterThanOrEqual(1)

  const before = Date.now()
  await db().rows("UPDATE members SET created_at = created_at - interval '3 days' WHERE id = $1", [memberId])
  await db().rows("UPDATE orders SET created_at = created_at - interval '2 days'")
  const moved = (await reportOf()).rows
  expect(await rollUpDays(db(), new Date())).toBeGreaterThanOrEqual(3)
  expect((await reportOf()).rows.slice(1)).toEqual(moved.slice(1))
  expect(await rollUpDays(db(), new Date(before))).toBe(0)
  await db().rows("UPDATE orders SET created_at = created_at - interval '30 days'")
  const after = (await reportOf()).rows
  expect(after).toHaveLength(30)
  expect(after.slice(0, 3).map((row: { orders: number }) => row.orders)).toEqual([0, 0, 3])
})

test('what happens after a roll-up is added to what it stored, on the same day', async () => {
  const { id: memberId } = await makeMember({ points: 1_000 })
  const serviceId = await makeService()
  const { rows: before } = await reportOf()
  for (const amount of [100, 200]) {
    await placeOrder(db(), orderRequest({ memberId, serviceId, amount }))
    await rollUpDays(db(), new Date())
  }
  await placeOrder(db(), orderRequest({ memberId, serviceId, amount: 50 }))
  const { rows: after } = await reportOf()
  expect(after[0].orders - before[0].orders).toBe(3)
  expect(after[0].sales - before[0].sales).toBe(350)
  await rollUpDays(db(), new Date(Date.now() + 1_000))
  expect((await reportOf()).rows[0]).toMatchObject({ orders: after[0].orders, sales: after[0].sales })
})

test('a day begins at midnight in Seoul', async () => {
  const { id } = await makeMember()
  await db().rows("UPDATE members SET created_at = '2026-03-01T14:59:59Z' WHERE id = $1", [id])
  const other = await makeMember()
  await db().rows("UPDATE members SET created_at = '2026-03-01T15:00:00Z' WHERE id = $1", [other.id])
  await ownerDatabase().rows("DELETE FROM report_marks WHERE name = 'days'")
  await ownerDatabase().rows('DELETE FROM day_sums')
  const { rows } = await reportOf('from=2026-03-01&to=2026-03-02')
  expect(rows.map(({ day, members }: { day: string; members: number }) => [day, members])).toEqual([
    ['2026-03-02', 1],
    ['2026-03-01', 1],
  ])
})

test('days to come and years of days are not given', async () => {
  expect((await reportOf('from=2999-01-01&to=2999-12-31')).rows).toEqual([])
  expect((await reportOf('from=2000-01-01')).rows).toHaveLength(366)
})

test('a bonus and a coupon are neither charged nor sold: they are among the other points that the shop gave', async () => {
  const { rows: before } = await reportOf()
  await makePromotion(makeBonusInput())
  const { id: memberId } = await makeMember()
  await makeCreditedCharge(memberId, 10_000)
  await redeemCoupon(db(), { memberId, code: (await makePromotion(makeCouponInput({ point: 300 }))).code })
  const { rows: after } = await reportOf()
  const gained = ({ charged, sales, other }: { charged: number; sales: number; other: number }) => [
    charged,
    sales,
    other,
  ]
  const [now, then] = [gained(after[0]), gained(before[0])]
  expect(now.map((sum, at) => sum - (then[at] ?? 0))).toEqual([10_000, 0, 1_300])
})
