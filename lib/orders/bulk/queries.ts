import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { isListedOrderSql } from '../queries.ts'

/** A member's balance in hundredths of a point; 0 if there is no such member. */
export async function balanceToSpend(db: Db, memberId: number): Promise<Points> {
  const [row] = await db.rows<{ point: Points }>('SELECT point FROM balances WHERE member_id = $1', [memberId])
  return row?.point ?? 0n
}

/**
 * Text of the bulk order screen that repeats these orders: a line `service|link|quantity` for each, sorted by order id.
 * Leaves out other members' orders, and orders that the member's own list of orders doesn't show. Returns '' if no
 * order is left (docs/product.md#bulk-order-screen).
 */
export async function buildRepeatedList(db: Db, memberId: number, orderIds: readonly number[]): Promise<string> {
  const rows = await db.rows<{ serviceId: number; link: string; amount: number }>(
    `SELECT service_id, link, amount FROM orders
     WHERE id = ANY($1::int[]) AND member_id = $2 AND ${isListedOrderSql} ORDER BY id`,
    [orderIds, memberId],
  )
  return rows.map(({ serviceId, link, amount }) => `${serviceId}|${link}|${amount}`).join('\n')
}
