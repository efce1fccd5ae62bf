import { clock } from '#lib/core/clock.ts'
import type { Db } from '#lib/core/db.ts'
import { requestRefusalText } from '../errors.ts'
import { type RequestKind, requestKinds, requestOfferText } from '../labels.ts'
import { type OrderFacts, requestFactsOfOrders } from '../order-facts.ts'
import { requestColumns, type StoredRequest, toRequestRow } from '../request-row.ts'
import { refillBaselineOf, refillDaysLeft, refillUntil, requestRefusal } from '../rules.ts'
import type { OrderRequests, RequestOffer, RequestRow } from '../schema.ts'

/** Whether a request of this kind can be made about an order now, with a text that tells members so or why not. */
function offerOf(kind: RequestKind, facts: OrderFacts, now: Date): RequestOffer {
  const why = requestRefusal(kind, facts, now)
  const text = why ? requestRefusalText(kind, why) : requestOfferText(kind, refillDaysLeft(facts, now))
  return { kind, allowed: why === null, why, text }
}

/** Requests about these orders, by order id, newest first. */
async function requestsByOrder(db: Db, orderIds: readonly number[]): Promise<Map<number, RequestRow[]>> {
  const rows = await db.rows<StoredRequest>(
    `SELECT ${requestColumns} FROM order_requests q WHERE q.order_id = ANY ($1::int[]) ORDER BY q.id DESC`,
    [orderIds],
  )
  return Map.groupBy(rows.map(toRequestRow), ({ orderId }) => orderId)
}

/**
 * Requests that can be made now about each of these orders, and requests that were made, by order id. The caller must
 * have checked that the viewer may see these orders.
 */
export async function requestsOfOrders(db: Db, orderIds: readonly number[]): Promise<Map<number, OrderRequests>> {
  if (orderIds.length === 0) return new Map()
  const [facts, requests] = await Promise.all([requestFactsOfOrders(db, orderIds), requestsByOrder(db, orderIds)])
  const now = clock.now()
  return new Map(
    [...facts].map(([id, order]) => [
      id,
      {
        offers: requestKinds.map((kind) => offerOf(kind, order, now)),
        refillUntil: refillUntil(order)?.toISOString() ?? null,
        baseline: refillBaselineOf(order),
        requests: requests.get(id) ?? [],
      },
    ]),
  )
}

/** Adds to each order of a list the requests that can be made about it, and those that were made. */
export async function withRequests<Row extends { id: number }>(db: Db, rows: readonly Row[]) {
  const requests = await requestsOfOrders(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, requestInfo: requests.get(row.id) ?? null }))
}
