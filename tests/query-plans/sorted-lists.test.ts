import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { byColumn, idsOfRowsSql, optionalStatusCondition, pageIdsSql, pageSpan } from '#lib/core/keyset.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { ordersForStaff } from '#lib/orders/queries/list-for-staff.ts'
import { fillShop } from './many-rows.ts'
import { RESELLER_ID } from './volume.ts'

const DAY_MS = 86_400_000
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

const orderKeys = {
  table: 'orders',
  time: byColumn('created_at'),
  sorts: { createdAt: byColumn('created_at'), point: byColumn('price') },
}
const sorts = { createdAt: 'created_at', '-createdAt': 'created_at', point: 'price', '-point': 'price' } as const
const statuses = [undefined, ...Object.values(orderStatus)]
/** Four filters by period: none, thirty days, from 600 days ago on, and until 200 days ago. */
const periods = [{}, { from: dayBefore(400), to: dayBefore(370) }, { from: dayBefore(600) }, { to: dayBefore(200) }]

test('a sorted list of a period, a status, a member or all three has its rows wherever they are', {
  timeout: 240_000,
}, async () => {
  const { db, owner, drop } = await createFreshDatabase()
  try {
    await fillShop(owner, { orders: 12_000, members: 400, services: 60 })
    for (const period of periods)
      for (const [sort, column] of Object.entries(sorts)) {
        const direction = sort.startsWith('-') ? 'DESC' : 'ASC'
        for (const [q, status] of statuses.flatMap((each) => [['', each] as const, ['reseller', each] as const])) {
          const sorted = await db.rows<{ id: number }>(
            `SELECT id FROM orders WHERE ($1::int IS NULL OR status = $1) AND ($4::int IS NULL OR member_id = $4)
               AND ($2::date IS NULL OR created_at >= $2::date::timestamp AT TIME ZONE 'Asia/Seoul')
               AND ($3::date IS NULL OR created_at < ($3::date + 1)::timestamp AT TIME ZONE 'Asia/Seoul')
             ORDER BY ${column} ${direction}, id ${direction} LIMIT 40`,
            [status ?? null, period.from ?? null, period.to ?? null, q ? RESELLER_ID : null],
          )
          const query = { q, status, sort, size: 20, ...period }
          const first = await ordersForStaff(db, query)
          const second = first.nextCursor
            ? await ordersForStaff(db, { ...query, cursor: first.nextCursor })
            : { rows: [] }
          const ids = [...first.rows, ...second.rows].map(({ id }) => id)
          expect(ids, `${sort} of status ${status}, ${q}, ${JSON.stringify(period)}`).toEqual(
            sorted.map(({ id }) => id),
          )
        }
      }
  } finally {
    await drop()
  }
})

test('a sorted list of a rare status reads its orders from an index alone', async () => {
  const { db, owner, drop } = await createFreshDatabase()
  try {
    await fillShop(owner, { orders: 3_000, members: 100, services: 20 })
    await owner.rows('VACUUM (ANALYZE) orders')
    const list = {
      keys: orderKeys,
      wanted: {},
      others: optionalStatusCondition(orderStatus.PARTIAL),
      limits: { checked: 10, sorted: 10_000 },
    }
    for (const column of ['created_at', 'price']) {
      const span = pageSpan(null, 20, { table: 'orders', key: byColumn(column), ascending: false })
      const { text, values } = pageIdsSql(idsOfRowsSql(list, span), span)
      const plan = (await db.rows<{ line: string }>(`EXPLAIN ${text}`, values)).map(Object.values).join('\n')
      expect(plan, column).toContain('Index Only Scan using orders_status_id_created_at_price_idx on orders f_')
    }
  } finally {
    await drop()
  }
})

test('the selected rows are the same however many rows are checked and sorted', async () => {
  const { db, owner, drop } = await createFreshDatabase()
  try {
    await fillShop(owner, { orders: 3_000, members: 100, services: 20 })
    for (const ascending of [true, false])
      for (const key of [byColumn('created_at'), byColumn('price')])
        for (const wanted of periods)
          for (const status of statuses) {
            const span = pageSpan(null, 20, { table: 'orders', key, ascending })
            const idsWith = async (limits: { checked: number; sorted: number }) => {
              const list = { keys: orderKeys, wanted, others: optionalStatusCondition(status), limits }
              return (await db.rows<{ id: number }>(pageIdsSql(idsOfRowsSql(list, span), span))).map(({ id }) => id)
            }
            const all = await idsWith({ checked: 10_000, sorted: 10_000 })
            for (const limits of [
              { checked: 1, sorted: 10_000 },
              { checked: 10, sorted: 1 },
              { checked: 25, sorted: 10 },
            ])
              expect(await idsWith(limits), `${status}, ${ascending}, ${JSON.stringify(wanted)}`).toEqual(all)
          }
    const none = sql`f.id = 0`
    const span = pageSpan(null, 20, { table: 'orders', key: byColumn('price'), ascending: true })
    const list = { keys: orderKeys, wanted: {}, others: none, limits: { checked: 10, sorted: 10 } }
    expect(await db.rows(pageIdsSql(idsOfRowsSql(list, span), span))).toEqual([])
  } finally {
    await drop()
  }
})
