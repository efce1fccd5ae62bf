import { afterEach, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { type Database, db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { makePriceRule } from '#lib/prices/testing/prices.ts'
import { orderRequest } from '../testing/orders.ts'
import { transitionOrder } from '../transition-order.ts'
import { placeAutoOrder } from './place-auto-order.ts'

afterEach(() => expectBooksBalance())

test('the whole price is debited at once, and run 1 is an ordinary order of its exact share', async () => {
  const { id: memberId } = await makeMember({ points: 100 })
  const serviceId = await makeService({ price: 0.003, enableAuto: true })
  const request = orderRequest({ memberId, serviceId, amount: 1_000, runs: 7, interval: 90 })
  const placed = await placeAutoOrder(db(), request)
  expect(placed).toMatchObject({ point: 21, amount: 1_000, serviceId })
  expect(await balanceOf(db(), memberId)).toBe(7_900n)
  const auto = await oneRow(
    db(),
    `SELECT price, amount, runs, interval_minutes, completed, status, next_run_at - created_at = interval '90 minutes' AS spaced
     FROM auto_orders WHERE id = $1`,
    [placed.autoOrderId],
  )
  const expected = { price: 2_100n, amount: 1_000, runs: 7, intervalMinutes: 90, completed: 1, status: 0, spaced: true }
  expect(auto).toEqual(expected)
  const run = await oneRow(db(), 'SELECT price, remains, source, run_no, auto_order_id FROM orders WHERE id = $1', [
    placed.orderId,
  ])
  expect(run).toEqual({ price: 300n, remains: 1_000, source: 'AUTO', runNo: 1, autoOrderId: placed.autoOrderId })
})

test('a price of the member’s own that changes between the quote and the statement is never charged at the old one', async () => {
  const { id: memberId } = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 10, enableAuto: true })
  let isChanged = false
  const late: Database = {
    ...db(),
    rows: async (statement, values) => {
      if (!isChanged && String(statement).includes('INSERT INTO auto_orders')) {
        isChanged = true
        await makePriceRule({ memberId, serviceId, percent: 5_000 })
      }
      return db().rows(statement, values)
    },
  }
  const placed = await placeAutoOrder(late, orderRequest({ memberId, serviceId, amount: 10, runs: 2, interval: 60 }))
  expect(placed.point).toBe(100)
  expect(await balanceOf(db(), memberId)).toBe(90_000n)
})

test('of 40 auto orders at once on a balance for 7, seven are placed', async () => {
  const { id: memberId } = await makeMember({ points: 149 })
  const serviceId = await makeService({ price: 1, enableAuto: true })
  const request = orderRequest({ memberId, serviceId, amount: 10, runs: 2, interval: 60 })
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => placeAutoOrder(db(), request)))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(7)
  expect(await balanceOf(db(), memberId)).toBe(900n)
})

test('min and max hold for one run, not for all of them together', async () => {
  const { id: memberId } = await makeMember({ points: 1_000 })
  const serviceId = await makeService({ price: 1, min: 10, max: 20, enableAuto: true })
  const place = (amount: number) =>
    placeAutoOrder(db(), orderRequest({ memberId, serviceId, amount, runs: 3, interval: 60 }))
  expect(await place(20)).toMatchObject({ point: 60 })
  await expect(place(9)).rejects.toMatchObject({ message: '주문 수량이 최소수량보다 적습니다.' })
  await expect(place(21)).rejects.toMatchObject({ message: '주문 수량이 최대수량보다 많습니다.' })
})

test('a service that does not repeat is refused and nothing is debited', async () => {
  const { id: memberId } = await makeMember({ points: 1_000 })
  const serviceId = await makeService()
  const place = placeAutoOrder(db(), orderRequest({ memberId, serviceId, runs: 2, interval: 60 }))
  await expect(place).rejects.toMatchObject({ code: 'CONFLICT', message: '자동주문을 지원하지 않는 상품입니다.' })
  expect(await balanceOf(db(), memberId)).toBe(100_000n)
})

test('a cancelled run gives its own share back, no more', async () => {
  const { id: memberId } = await makeMember({ points: 100 })
  const serviceId = await makeService({ price: 10, enableAuto: true })
  const { orderId } = await placeAutoOrder(
    db(),
    orderRequest({ memberId, serviceId, amount: 3, runs: 3, interval: 60 }),
  )
  const transition = {
    orderId,
    status: 5,
    remains: null,
    startCount: null,
    reason: '',
  } as const
  expect(await transitionOrder(db(), worker, transition)).toMatchObject({ refund: 3_000n })
  expect(await balanceOf(db(), memberId)).toBe(4_000n)
})

test('more runs than any balance could pay are too few points, not a fault', async () => {
  const { id: memberId } = await makeMember({ points: 100 })
  const serviceId = await makeService({ price: 100_000, max: 2_000_000_000, enableAuto: true })
  const request = orderRequest({ memberId, serviceId, amount: 2_000_000_000, runs: 2_000_000_000, interval: 60 })
  await expect(placeAutoOrder(db(), request)).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
})
