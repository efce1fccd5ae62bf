import type { Db } from '#lib/core/db.ts'
import type { LockedOrder } from '../transition-by-staff.ts'

/**
 * Orders by id, with the fields that a transition needs. Unlike `lockOrder`, doesn't lock them. Ids without an order
 * are left out.
 */
export async function ordersById(db: Db, ids: readonly number[]): Promise<Map<number, LockedOrder>> {
  const rows = await db.rows<LockedOrder & { id: number }>(
    `SELECT id, member_id, status, amount, remains, price, refunded, recovered, sent_at FROM orders WHERE id = ANY ($1::int[])`,
    [ids],
  )
  return new Map(rows.map(({ id, ...order }) => [id, order]))
}

/** Ids, among `ids`, of the orders whose refund waits for a second person. */
export async function ordersWithWaitingRefund(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.rows<{ id: number }>(
    `SELECT subject_id AS id FROM approvals
     WHERE kind = 'ORDER_REFUND' AND subject_type = 'order' AND state = 'WAITING' AND subject_id = ANY ($1::int[])`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}
