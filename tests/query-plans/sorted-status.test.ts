import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { byColumn, idsOfStatus, pageIdsSql, pageSpan } from '#lib/core/keyset.ts'
import { freshDatabase } from '#lib/core/testing/database.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { ordersForStaff } from '#lib/orders/queries/list-for-staff.ts'
import { fillShop } from './many-rows.ts'

const sorts = { createdAt: 'created_at', '-createdAt': 'created_at', point: 'price', '-point': 'price' } as const

test('a sorted list of one status has its rows wherever they are in the table, page after page', {
  timeout: 240_000,
}, async () => {
  const { db, owner, drop } = await freshDatabase()
  try {
    await fillShop(owner, { orders: 12_000, members: 400, services: 60 })
    for (const [sort, column] of Object.entries(sorts)) {
      const direction = sort.startsWith('-') ? 'DESC' : 'ASC'
      for (const status of Object.values(orderStatus)) {
        const sorted = await db.rows<{ id: number }>(
          `SELECT id FROM orders WHERE status = $1 ORDER BY ${column} ${direction}, id ${direction} LIMIT 40`,
          [status],
        )
        const query = { q: '', status, sort, size: 20 }
        const first = await ordersForStaff(db, query)
        const second = await ordersForStaff(db, { ...query, cursor: first.nextCursor ?? undefined })
        const ids = [...first.rows, ...second.rows].map(({ id }) => id)
        expect(ids, `${sort} of status ${status}`).toEqual(sorted.map(({ id }) => id))
      }
    }
  } finally {
    await drop()
  }
})

test('a sorted list of a rare status reads its orders from an index alone', async () => {
  const { db, owner, drop } = await freshDatabase()
  try {
    await fillShop(owner, { orders: 3_000, members: 100, services: 20 })
    await owner.rows('VACUUM (ANALYZE) orders')
    const list = { table: 'orders', among: raw('orders'), days: raw('true'), limits: { checked: 10, sorted: 10_000 } }
    for (const column of ['created_at', 'price']) {
      const span = pageSpan(null, 20, { table: 'orders', key: byColumn(column), ascending: false })
      const { text, values } = pageIdsSql(idsOfStatus(orderStatus.PARTIAL, list, span), span)
      const plan = (await db.rows<{ line: string }>(`EXPLAIN ${text}`, values)).map(Object.values).join('\n')
      expect(plan, column).toContain('Index Only Scan using orders_status_id_created_at_price_idx on orders f_')
    }
  } finally {
    await drop()
  }
})

test('the ids of a status are the same however many rows are checked and sorted', async () => {
  const { db, owner, drop } = await freshDatabase()
  try {
    await fillShop(owner, { orders: 3_000, members: 100, services: 20 })
    const list = { table: 'orders', among: raw('orders'), days: raw('true') }
    for (const ascending of [true, false]) {
      const span = pageSpan(null, 20, { table: 'orders', key: byColumn('created_at'), ascending })
      for (const status of Object.values(orderStatus)) {
        const idsWith = async (limits: { checked: number; sorted: number }) =>
          (await db.rows<{ id: number }>(pageIdsSql(idsOfStatus(status, { ...list, limits }, span), span))).map(
            ({ id }) => id,
          )
        const wanted = await idsWith({ checked: 10_000, sorted: 10_000 })
        expect(wanted).toHaveLength(
          Math.min(21, (await db.rows('SELECT FROM orders WHERE status = $1', [status])).length),
        )
        for (const limits of [
          { checked: 10, sorted: 10_000 },
          { checked: 10, sorted: 10 },
          { checked: 25, sorted: 1 },
        ])
          expect(await idsWith(limits), `status ${status}, ${ascending}`).toEqual(wanted)
      }
    }
  } finally {
    await drop()
  }
})
