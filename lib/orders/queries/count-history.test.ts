import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { clock, hoursInMs } from '#lib/core/clock.ts'
import type { Db } from '#lib/core/db.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '../labels.ts'
import { orderHistory } from '../queries.ts'

let shop: Awaited<ReturnType<typeof createFreshDatabase>>
let serviceId: number
let lastId = 0

beforeAll(async () => {
  shop = await createFreshDatabase()
  serviceId = await makeService({ price: 1 }, shop.db)
})
afterAll(() => shop.drop())

/** Gives a member this many completed orders, placed `age` ago, without their debits. */
async function insertOrders(memberId: number, count: number, age = '1 hour'): Promise<void> {
  await shop.owner.rows(
    `INSERT INTO orders (id, member_id, service_id, link, amount, unit_price, price, status, remains, source, created_at)
     SELECT $1::int + i, $2, $3, '', 1, 1, 1, $4, 0, 'API', now() - $6::interval FROM generate_series(1, $5::int) AS i`,
    [lastId, memberId, serviceId, orderStatus.COMPLETED, count, age],
  )
  lastId += count
}

/**
 * Reads the first page of a member's history. Returns the number of his orders (`total`) and of the SQL statements that
 * this took: one for the rows of the page, and one more if the orders were counted.
 */
async function totalOf(memberId: number, db: Db, status?: number) {
  const asked = vi.spyOn(db, 'rows')
  onTestFinished(() => asked.mockRestore())
  const { total } = await orderHistory(db, memberId, { page: 1, size: 10, status } as never)
  const statements = asked.mock.calls.length
  asked.mockRestore()
  return { total, statements }
}

test('a history of more than 10,000 orders is counted once, one of fewer each time', async () => {
  const { id: busy } = await makeMember({}, shop.db)
  await insertOrders(busy, 9_999)
  expect(await totalOf(busy, shop.db)).toEqual({ total: 9_999, statements: 2 })
  await insertOrders(busy, 1)
  expect(await totalOf(busy, shop.db)).toEqual({ total: 10_000, statements: 2 })
  await insertOrders(busy, 100)
  expect(await totalOf(busy, shop.db)).toEqual({ total: 10_000, statements: 1 })
  expect(await totalOf(busy, shop.db, orderStatus.PENDING)).toEqual({ total: 0, statements: 2 })
  const { id: quiet } = await makeMember({}, shop.db)
  expect(await totalOf(quiet, shop.db)).toEqual({ total: 0, statements: 2 })
})

test('it is counted again before its orders leave the three months', async () => {
  const { id: memberId } = await makeMember({}, shop.db)
  await insertOrders(memberId, 10_000, '50 days')
  expect(await totalOf(memberId, shop.db)).toEqual({ total: 10_000, statements: 2 })
  expect(await totalOf(memberId, shop.db)).toEqual({ total: 10_000, statements: 1 })
  const now = vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + hoursInMs(40 * 24)))
  onTestFinished(() => now.mockRestore())
  expect(await totalOf(memberId, shop.db)).toMatchObject({ statements: 2 })
})
