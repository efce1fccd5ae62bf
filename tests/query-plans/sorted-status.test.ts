import { expect, test } from 'vitest'
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
