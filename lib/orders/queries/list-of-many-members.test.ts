import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '../labels.ts'
import { ordersForStaff } from './list-for-staff.ts'

// MEMBERS is more than the list looks up by their ids (MAX_MEMBERS_BY_NUMBER). ORDERS_OF_OTHERS is more than it checks
// one by one (MAX_ROWS.page); these orders belong to another member and come first in the list.
const MEMBERS = 1_001
const ORDERS_OF_OTHERS = 4_100

let shop: Awaited<ReturnType<typeof createFreshDatabase>>

beforeAll(async () => {
  shop = await createFreshDatabase()
  const serviceId = await makeService({ price: 1 }, shop.db)
  const { id: other } = await makeMember({}, shop.db)
  await shop.owner.rows(
    `INSERT INTO members (login_id, email, phone, role)
     SELECT 'many_' || lpad(i::text, 5, '0'), 'many' || i || '@example.com', '010' || (70000000 + i), 'MEMBER' FROM generate_series(1, $1::int) AS i`,
    [MEMBERS],
  )
  // Every third member has orders: the first two of these a hundred each, the others one each.
  await shop.owner.rows(
    `INSERT INTO orders (id, member_id, service_id, link, amount, unit_price, price, status, remains, source)
     SELECT row_number() OVER (ORDER BY n, m.id), m.id, $1, '', 1, 1, 1, CASE WHEN n % 2 = 0 THEN $2::int ELSE $3::int END, 0, 'API'
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS at FROM members WHERE login_id LIKE 'many\\_%') AS m,
       generate_series(1, 100) AS n WHERE at % 3 = 0 AND (n = 1 OR at <= 6)`,
    [serviceId, orderStatus.COMPLETED, orderStatus.PENDING],
  )
  await shop.owner.rows(
    `INSERT INTO orders (id, member_id, service_id, link, amount, unit_price, price, status, remains, source)
     SELECT 100000 + i, $2, $1, '', 1, 1, 1, $3, 0, 'API' FROM generate_series(1, $4::int) AS i`,
    [serviceId, other, orderStatus.COMPLETED, ORDERS_OF_OTHERS],
  )
})
afterAll(() => shop.drop())

const expected = (status?: number) =>
  shop.db.rows<{ id: number }>(
    `SELECT id FROM orders JOIN (SELECT id AS member_id FROM members WHERE login_id LIKE 'many\\_%') AS m USING (member_id)
     WHERE coalesce($1::int, status) = status ORDER BY id DESC`,
    [status ?? null],
  )

test.each([undefined, orderStatus.PENDING, orderStatus.CANCELED])(
  'orders of a thousand members behind those of another are found page by page, in status %s',
  async (status) => {
    const found: number[] = []
    let cursor: number | undefined
    do {
      const page = await ordersForStaff(shop.db, { q: 'Many_', status, cursor, size: 20 } as never)
      found.push(...page.rows.map(({ id }) => id))
      expect(page.total).toBe((await expected(status)).length)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(found).toEqual((await expected(status)).map(({ id }) => id))
  },
)
