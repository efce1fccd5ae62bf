import type { Idempotency } from '#lib/core/call.ts'
import { randomCharacters } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { type KeyedRequest, storeAnswer, storedAnswer } from '#lib/idempotency/stored-answer.ts'
import { wholePoints } from '#lib/money/points.ts'
import { notOffered, tooManyPayments } from './errors.ts'
import { type PayMethod, paymentOrderName } from './labels.ts'
import { isOffered, payAt } from './queries.ts'
import { MAX_PAYMENTS_PER_HOUR, PAYMENT_LIFE_MINUTES } from './rules.ts'
import type { StartedPayment } from './schema.ts'

type PaymentRequest = { memberId: number; point: number; payMethod: PayMethod; idempotency: Idempotency | null }

/** Letters that payment services accept in the number of an order; none that look alike. */
const ID_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Some payment services allow 32 characters. 26 of 32 letters are 130 bits: nobody guesses one. */
const ID_LENGTH = 26

/** Locks the member's balance, so that concurrent requests can't exceed the limit together. */
async function countRecent(tx: Db, memberId: number): Promise<number> {
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const { count, gone } = await oneRow<{ count: number; gone: boolean }>(
    tx,
    `SELECT (SELECT count(*)::int FROM card_payments WHERE member_id = $1 AND created_at > now() - interval '1 hour') AS count,
       deleted_at IS NOT NULL AS gone
     FROM members WHERE id = $1`,
    [memberId],
  )
  if (gone) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
  return count
}

/**
 * Begins a payment by card or virtual account; nothing is credited (docs/contract.md#card-payments). Its name at PortOne
 * is random, so that nobody can guess another member's.
 * @throws CONFLICT payments aren't offered; TOO_MANY_REQUESTS ten were begun within an hour
 */
export async function startPayment(db: Database, request: PaymentRequest): Promise<StartedPayment> {
  const { memberId, point, payMethod, idempotency } = request
  const keyed: KeyedRequest = { memberId, call: 'card-payment', idempotency }
  return db.transaction(async (tx) => {
    const recent = await countRecent(tx, memberId)
    const first = await storedAnswer<StartedPayment>(tx, keyed)
    if (first) return first
    const at = (await isOffered(tx)) && (await payAt(tx))
    if (!at) throw notOffered()
    if (recent >= MAX_PAYMENTS_PER_HOUR * env().RATE_LIMIT_FACTOR) throw tooManyPayments()
    const paymentId = randomCharacters(ID_LENGTH, ID_ALPHABET)
    await tx.rows(
      `INSERT INTO card_payments (payment_id, member_id, point, expires_at, next_ask_at)
       VALUES ($1, $2, $3, now() + $4 * interval '1 minute', now() + interval '15 seconds')`,
      [paymentId, memberId, wholePoints(point), PAYMENT_LIFE_MINUTES],
    )
    const answer = { paymentId, ...at, orderName: paymentOrderName, point, payMethod }
    await storeAnswer(tx, keyed, answer)
    return answer
  })
}
