import sql, { raw } from 'sql-template-tag'
import type { z } from 'zod'
import type { Db } from '#lib/core/db.ts'
import { keysetPage } from '#lib/core/keyset.ts'
import type { RequestState } from '../labels.ts'
import { requestColumns, type StoredRequest, toRequestRow } from '../request-row.ts'
import type { memberRequestQuery, OrderRequests } from '../schema.ts'
import { requestsOfOrders } from './offers.ts'

/** One keyset page of a member's requests, newest first. */
export async function requestsOfMember(
  db: Db,
  memberId: number,
  { kind, state, size, cursor }: z.output<typeof memberRequestQuery>,
) {
  const stored = await db.rows<StoredRequest>(
    sql`SELECT ${raw(requestColumns)} FROM order_requests q
      WHERE q.member_id = ${memberId} AND (${kind}::text IS NULL OR q.kind = ${kind})
        AND (${state}::text IS NULL OR q.state = ${state}) AND (${cursor}::int IS NULL OR q.id < ${cursor})
      ORDER BY q.id DESC LIMIT ${size + 1}`,
  )
  const { rows, nextCursor } = keysetPage(stored, { size, total: 0 }, toRequestRow)
  return { rows, nextCursor }
}

/** Requests that a member can make about his order, and those he has made; null if he has no such order. */
export async function requestsOfOrder(db: Db, memberId: number, orderId: number): Promise<OrderRequests | null> {
  const found = await db.rows('SELECT FROM orders WHERE id = $1::bigint AND member_id = $2', [orderId, memberId])
  return found.length === 0 ? null : ((await requestsOfOrders(db, [orderId])).get(orderId) ?? null)
}

/** States of a member's refills by request id; ids of other requests are left out. */
export async function refillStatesOf(
  db: Db,
  memberId: number,
  ids: readonly number[],
): Promise<Map<number, RequestState>> {
  const rows = await db.rows<{ id: number; state: RequestState }>(
    "SELECT id, state FROM order_requests WHERE id = ANY ($1::int[]) AND member_id = $2 AND kind = 'REFILL'",
    [ids, memberId],
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}
