import type { Db } from '#lib/core/db.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import type { RequestKind } from './labels.ts'
import type { EarlierRequest, RequestFacts } from './rules.ts'

/** Facts that decide which requests can be made about an order, and the provider that has the order. */
export type OrderFacts = RequestFacts & {
  id: number
  /** The provider that accepted the order; null if none did, so that staff handle its requests. */
  providerId: number | null
  /** Whether that provider's service list offers refills and cancellations; true if the list doesn't say. */
  providerRefills: boolean
  providerCancels: boolean
}

type StoredFacts = Omit<OrderFacts, 'requests'>

// Only the order's last attempt tells which provider has the order: an attempt is made only after all earlier ones have
// certainly failed.
const factsSql = `
  SELECT o.id, o.status, o.amount, o.start_count, o.sent_at, o.created_at, o.refunded, o.recovered,
    CASE WHEN o.status = ${orderStatus.COMPLETED} THEN (
      SELECT max(e.at) FROM order_events e
      WHERE e.order_id = o.id AND e.to_status = ${orderStatus.COMPLETED} AND e.from_status <> ${orderStatus.COMPLETED}
    ) END AS completed_at,
    s.refill_days, s.can_cancel, last.id IS NOT NULL AND last.outcome IS NULL AS sending,
    CASE WHEN last.outcome = 'SENT' THEN last.provider_id END AS provider_id,
    coalesce(p.refill, true) AS provider_refills, coalesce(p.cancel, true) AS provider_cancels
  FROM orders o JOIN services s ON s.id = o.service_id
  LEFT JOIN LATERAL (
    SELECT a.id, a.provider_id, a.provider_service_id, a.outcome FROM provider_attempts a
    WHERE a.order_id = o.id ORDER BY a.id DESC LIMIT 1
  ) AS last ON true
  LEFT JOIN provider_services p ON p.provider_id = last.provider_id AND p.remote_id = last.provider_service_id
  WHERE o.id = ANY ($1::int[])`

/** SQL for all requests made about the orders so far, oldest first. */
const earlierRequestsSql = `
  SELECT order_id, kind, state, created_at FROM order_requests WHERE order_id = ANY ($1::int[])
  ORDER BY order_id, id`

/** Facts about these orders, by order id; orders that don't exist are left out. */
export async function requestFactsOfOrders(db: Db, orderIds: readonly number[]): Promise<Map<number, OrderFacts>> {
  if (orderIds.length === 0) return new Map()
  const [rows, earlier] = await Promise.all([
    db.rows<StoredFacts>(factsSql, [orderIds]),
    db.rows<EarlierRequest & { orderId: number }>(earlierRequestsSql, [orderIds]),
  ])
  const requests = Map.groupBy(earlier, ({ orderId }) => orderId)
  return new Map(
    rows.map((row) => [row.id, { ...row, status: row.status as OrderStatus, requests: requests.get(row.id) ?? [] }]),
  )
}

/**
 * Id of the provider that a request of this kind is sent to; null if staff handle it. Staff handle every speed-up,
 * because the API v2 that providers speak has no action for it.
 */
export function providerOfRequest(kind: RequestKind, facts: OrderFacts): number | null {
  if (kind === 'REFILL') return facts.providerRefills ? facts.providerId : null
  return kind === 'CANCEL' && facts.providerCancels ? facts.providerId : null
}
