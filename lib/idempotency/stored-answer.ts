import type { z } from 'zod'
import type { Idempotency } from '#lib/core/call.ts'
import { isSameBytes } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { idempotencyKeyReused } from './errors.ts'

/**
 * An HTTP request that a client may repeat with the same idempotency key. A key is valid for one member and one call.
 */
export type KeyedRequest = { memberId: number; call: string; idempotency: Idempotency | null }

/**
 * Returns the stored answer of the first request with this idempotency key; null if the request has no key, or is the
 * first one with it. The database sorts the fields of the answer; `schema` restores the sequence that they had in the
 * first response. An answer that doesn't match the schema, because an older version stored it, is returned as stored.
 * @throws CONFLICT the first request had another body
 */
export async function readStoredAnswer<Answer>(
  db: Db,
  request: KeyedRequest,
  schema?: z.ZodType<Answer>,
): Promise<Answer | null> {
  const { memberId, call, idempotency } = request
  if (!idempotency) return null
  const [row] = await db.rows<{ bodyHash: Buffer; answer: Answer }>(
    'SELECT body_hash, answer FROM idempotency_keys WHERE member_id = $1 AND call = $2 AND key = $3',
    [memberId, call, idempotency.key],
  )
  if (!row) return null
  if (!isSameBytes(row.bodyHash, idempotency.bodyHash)) throw idempotencyKeyReused()
  return schema?.safeParse(row.answer).data ?? row.answer
}

/**
 * Stores the answer of a request, to return it again if the request is repeated. Pass the transaction that carries out
 * the request. Does nothing if the request has no idempotency key.
 */
export async function storeAnswer(tx: Db, request: KeyedRequest, answer: object): Promise<void> {
  const { memberId, call, idempotency } = request
  if (!idempotency) return
  await tx.rows('INSERT INTO idempotency_keys (member_id, call, key, body_hash, answer) VALUES ($1, $2, $3, $4, $5)', [
    memberId,
    call,
    idempotency.key,
    idempotency.bodyHash,
    JSON.stringify(answer),
  ])
}
