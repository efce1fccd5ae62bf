import { type MemberActor, memberActor } from '#lib/audit/actor.ts'
import { clock } from '#lib/core/clock.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { addRemark } from '#lib/orders/add-remark.ts'
import { unknownOrder } from '#lib/orders/errors.ts'
import { requestRefused } from './errors.ts'
import { fileRequestTask } from './file-request-task.ts'
import { type RequestKind, requestNotes } from './labels.ts'
import { type OrderFacts, providerOfRequest, requestFactsOfOrders } from './order-facts.ts'
import { requestColumns, type StoredRequest, toRequestRow } from './request-row.ts'
import { currentCountRefusal, type RequestRefusal, requestRefusal } from './rules.ts'
import type { RequestRow } from './schema.ts'

/** A request to be made by a member about an order. */
export type NewRequest = {
  orderId: number
  kind: RequestKind
  source: 'WEB' | 'API'
  /** Only for a refill: the present count of the link's followers, likes or views, if the member has entered it. */
  currentCount?: number | null
}

/**
 * Locks a member's own order, so that concurrent requests about it are checked and stored one after another. Returns
 * the facts about the order.
 * @throws NOT_FOUND
 */
async function lockAndReadFacts(tx: Db, memberId: number, orderId: number): Promise<OrderFacts> {
  const found = await tx.rows('SELECT FROM orders WHERE id = $1::bigint AND member_id = $2 FOR NO KEY UPDATE', [
    orderId,
    memberId,
  ])
  if (found.length === 0) throw unknownOrder()
  const facts = (await requestFactsOfOrders(tx, [orderId])).get(orderId)
  if (!facts) throw unknownOrder()
  return facts
}

const insertStatement = `
  INSERT INTO order_requests AS q (order_id, member_id, kind, source, provider_id, current_count)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${requestColumns}`

/**
 * Creates a request about a member's own order. Returns it, or the reason why it can't be made. The request waits to be
 * sent to the provider that has the order. A task for staff is filed instead if that provider doesn't offer this kind
 * of request (none offers a speed-up), or if staff fulfil the order (docs/contract.md#requests).
 * @throws NOT_FOUND no such order, or another member's
 */
export function tryToCreateRequest(
  db: Database,
  { memberId }: MemberActor,
  { orderId, kind, source, currentCount = null }: NewRequest,
): Promise<{ request: RequestRow } | { refused: RequestRefusal }> {
  return db.transaction(async (tx) => {
    const facts = await lockAndReadFacts(tx, memberId, orderId)
    const refused =
      requestRefusal(kind, facts, clock.now()) ?? (kind === 'REFILL' ? currentCountRefusal(facts, currentCount) : null)
    if (refused) return { refused }
    const providerId = providerOfRequest(kind, facts)
    const values = [orderId, memberId, kind, source, providerId, kind === 'REFILL' ? currentCount : null]
    const stored = await oneRow<StoredRequest>(tx, insertStatement, values)
    await addRemark(tx, memberActor(memberId), { orderId, reason: requestNotes.asked[kind] })
    if (providerId === null) {
      const cause = facts.providerId === null || kind === 'SPEED_UP' ? 'BY_HAND' : 'NOT_OFFERED'
      await fileRequestTask(tx, { requestId: stored.id, orderId, kind, cause })
    }
    return { request: toRequestRow(stored) }
  })
}

/** Like `tryToCreateRequest`, but throws if the request can't be made. @throws CONFLICT; NOT_FOUND */
export async function createRequest(db: Database, actor: MemberActor, asked: NewRequest): Promise<RequestRow> {
  const result = await tryToCreateRequest(db, actor, asked)
  if ('refused' in result) throw requestRefused(asked.kind, result.refused)
  return result.request
}
