import type { Idempotency } from '#lib/core/call.ts'
import { randomCharacters } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { secondsUntilPastSql } from '#lib/core/seconds-until-past.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { type KeyedRequest, readStoredAnswer, storeAnswer } from '#lib/idempotency/stored-answer.ts'
import { wholePoints } from '#lib/money/points.ts'
import { cardPaymentsNotOffered, tooManyPayments } from './errors.ts'
import { type PayMethod, paymentOrderName } from './labels.ts'
import { areCardPaymentsOffered, readPaymentWindowSettings } from './queries.ts'
import { MAX_PAYMENTS_PER_HOUR, PAYMENT_LIFE_MINUTES } from './rules.ts'
import { type StartedPayment, startedPayment } from './schema.ts'

type PaymentRequest = { memberId: number; point: number; payMethod: PayMethod; idempotency: Idempotency | null }

/**
 * Characters of a payment's id: letters and digits that all payment services accept. Characters that look alike are
 * left out.
 */
const ID_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/**
 * Length of a payment's id. Some payment services allow only 32 characters. 26 random characters out of 32 are 130
 * bits, too many to guess.
 */
const ID_LENGTH = 26

/** `hourLeft`: seconds until one payment fewer counts; null without any. */
type RecentPayments = { count: number; hourLeft: number | null }

/**
 * Returns the number of payments that the member started in the last hour. Locks his balance first, so that concurrent
 * requests can't exceed the limit together.
 * @throws UNAUTHENTICATED the account was deleted
 */
async function countRecent(tx: Db, memberId: number): Promise<RecentPayments> {
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const { gone, ...recent } = await oneRow<RecentPayments & { gone: boolean }>(
    tx,
    `SELECT p.count, p.hour_left, m.deleted_at IS NOT NULL AS gone FROM members m, (
       SELECT count(*)::int AS count, ${secondsUntilPastSql('min(created_at)', '1 hour')} AS hour_left FROM card_payments
       WHERE member_id = $1 AND created_at > now() - interval '1 hour') AS p
     WHERE m.id = $1`,
    [memberId],
  )
  if (gone) throw unauthenticated()
  return recent
}

/**
 * Starts a payment by card or virtual account, and returns what the browser needs to open the payment window. Nothing
 * is credited yet (docs/contract.md#card-payments). The payment's id at PortOne is random, so that nobody can guess the
 * id of another member's payment.
 * @throws CONFLICT payments aren't offered, or the idempotency key was used with another body; TOO_MANY_REQUESTS ten
 * payments were started in the last hour; UNAUTHENTICATED the account was deleted in the meantime
 */
export async function startPayment(db: Database, request: PaymentRequest): Promise<StartedPayment> {
  const { memberId, point, payMethod, idempotency } = request
  const keyed: KeyedRequest = { memberId, call: 'card-payment', idempotency }
  return db.transaction(async (tx) => {
    const recent = await countRecent(tx, memberId)
    const storedReply = await readStoredAnswer<StartedPayment>(tx, keyed, startedPayment)
    if (storedReply) return storedReply
    const windowSettings = (await areCardPaymentsOffered(tx)) && (await readPaymentWindowSettings(tx))
    if (!windowSettings) throw cardPaymentsNotOffered()
    if (recent.count >= MAX_PAYMENTS_PER_HOUR * env().RATE_LIMIT_FACTOR) throw tooManyPayments(recent.hourLeft ?? 1)
    const paymentId = randomCharacters(ID_LENGTH, ID_ALPHABET)
    await tx.rows(
      `INSERT INTO card_payments (payment_id, member_id, point, expires_at, next_ask_at)
       VALUES ($1, $2, $3, now() + $4 * interval '1 minute', now() + interval '15 seconds')`,
      [paymentId, memberId, wholePoints(point), PAYMENT_LIFE_MINUTES],
    )
    const answer = startedPayment.parse({ paymentId, ...windowSettings, orderName: paymentOrderName, point, payMethod })
    await storeAnswer(tx, keyed, answer)
    return answer
  })
}
