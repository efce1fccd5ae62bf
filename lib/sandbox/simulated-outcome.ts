import { clock } from '#lib/core/clock.ts'
import { isSameBytes } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { idempotencyKeyReused } from '#lib/idempotency/errors.ts'
import type { KeyedRequest } from '#lib/idempotency/stored-answer.ts'
import type { StoredBulkOutcome } from '#lib/orders/bulk/insert-bulk-order.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

/** The call and the idempotency key of a request. */
type RequestKey = Pick<KeyedRequest, 'call' | 'idempotency'>

/**
 * Outcome of the first request with this idempotency key in the sandbox. Null if the request has no key, or is the
 * first one with it.
 * @throws CONFLICT the first request had another body
 */
export async function firstSimulatedOutcome(
  db: Db,
  { memberId, visitor }: SandboxOwner,
  { call, idempotency }: RequestKey,
): Promise<StoredBulkOutcome | null> {
  if (!idempotency) return null
  const [row] = await db.rows<{ bodyHash: Buffer; answer: StoredBulkOutcome }>(
    `SELECT a.body_hash, a.answer FROM sandbox_answers a JOIN sandboxes b ON b.id = a.sandbox_id
     WHERE (b.member_id = $1 OR b.visitor = $2) AND a.call = $3 AND a.key = $4`,
    [memberId, visitor, call, idempotency.key],
  )
  if (!row) return null
  if (!isSameBytes(row.bodyHash, idempotency.bodyHash)) throw idempotencyKeyReused()
  return row.answer
}

/**
 * Stores the outcome of a request, so that a repeated request gets the same response. Does nothing if the request has
 * no idempotency key.
 */
export async function storeSimulatedOutcome(
  tx: Db,
  sandboxId: number,
  { call, idempotency }: RequestKey,
  outcome: StoredBulkOutcome,
): Promise<void> {
  if (!idempotency) return
  await tx.rows(
    'INSERT INTO sandbox_answers (sandbox_id, call, key, body_hash, answer, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [sandboxId, call, idempotency.key, idempotency.bodyHash, JSON.stringify(outcome), clock.now()],
  )
}
