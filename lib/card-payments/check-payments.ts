import { readConnection } from '#lib/connections/read-connection.ts'
import { recordFailure, recordSuccess, recordUnreadableSecrets } from '#lib/connections/record-outcome.ts'
import type { Database } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { SourceError } from '#lib/deposits/sources/source.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { cancelPayment, fetchPayment, type PortoneConnection } from './portone.ts'
import { CLAIM_SECONDS } from './rules.ts'
import type { PendingCancellation } from './settle-cancellation.ts'
import { type ClaimedPayment, type PaymentAnswer, releaseAfterFailure, settlePayment } from './settle-payment.ts'

/** Maximum number of payments that one process asks about at the same time. */
const MAX_CONCURRENT = 8

// A webhook or the member's page may make a payment due at any time, even while a worker has claimed it. PortOne is
// asked about the payment again only after the claim has ended, so that answers are processed in the sequence in which
// PortOne gave them.
const claimSql = `
  UPDATE card_payments p SET asks = asks + 1, next_ask_at = c.until, claimed_until = c.until
  FROM (SELECT date_trunc('milliseconds', now()) + ${CLAIM_SECONDS} * interval '1 second' AS until) c
  WHERE p.id IN (SELECT id FROM card_payments WHERE next_ask_at <= now() AND (claimed_until IS NULL OR claimed_until <= now())
    ORDER BY next_ask_at LIMIT ${MAX_CONCURRENT} FOR UPDATE SKIP LOCKED)
  RETURNING p.id, p.payment_id, p.asks, p.claimed_until`

const agreedOf = (connection: PortoneConnection): PaymentAnswer['agreed'] => ({
  storeId: connection.value('storeId'),
  channelKey: connection.value('channelKey'),
  isTest: connection.value('environment') === 'TEST',
})

const requestOf = ({ paymentId }: ClaimedPayment, { key, amount, cancellable }: PendingCancellation) => ({
  paymentId,
  key,
  amount: pointsToNumber(amount),
  cancellable: pointsToNumber(cancellable),
})

/**
 * Asks PortOne about one payment and processes the answer. If a cancellation of the payment still has to be sent, sends
 * it and asks PortOne again.
 */
async function handlePayment(db: Database, connection: PortoneConnection, claim: ClaimedPayment): Promise<void> {
  const agreed = agreedOf(connection)
  const fetchReported = () => fetchPayment(connection, claim.paymentId)
  const cancellation = await settlePayment(db, claim, { agreed, reported: await fetchReported() })
  if (!cancellation) return
  const sent = await cancelPayment(connection, requestOf(claim, cancellation))
  await settlePayment(db, claim, { agreed, reported: await fetchReported(), sent })
}

/**
 * Records what a fault shows about the connection. A refusal by PortOne shows that the connection works; the answer
 * that PortOne is too busy shows nothing; any other fault counts as a failure of the connection.
 */
async function recordFault(db: Database, connection: PortoneConnection, { fault, sentence }: SourceError) {
  if (fault === 'REFUSED') await recordSuccess(db, connection)
  else if (fault !== 'BUSY') await recordFailure(db, connection, sentence)
}

async function handleClaim(db: Database, connection: PortoneConnection, claim: ClaimedPayment): Promise<void> {
  try {
    await handlePayment(db, connection, claim)
    await recordSuccess(db, connection)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    await releaseAfterFailure(db, claim, error.sentence)
    await recordFault(db, connection, error)
  }
}

async function connectionIfAny(db: Database): Promise<PortoneConnection | null> {
  try {
    return await readConnection(db, 'portone')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await recordUnreadableSecrets(db, 'portone')
    return null
  }
}

/**
 * Asks PortOne about the payments that are due (`next_ask_at`). Credits paid payments, takes back the points of
 * cancelled amounts, and sends pending cancellations. Several workers may run it at the same time. Does nothing if the
 * shop isn't connected to PortOne. Returns the number of payments that PortOne was asked about.
 */
export async function checkPayments(db: Database): Promise<number> {
  const connection = await connectionIfAny(db)
  if (!connection) return 0
  const claimed = await db.rows<ClaimedPayment>(claimSql)
  await Promise.all(claimed.map((claim) => handleClaim(db, connection, claim)))
  return claimed.length
}
