import { worker } from '#lib/audit/actor.ts'
import { creditCardCharge } from '#lib/charges/credit-card-charge.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { randomCharacters } from '#lib/core/crypto.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { wholePoints } from '#lib/money/points.ts'

/** Connects the shop to PortOne and offers payments to members. */
export async function offerPayments(values?: Record<string, string>, baseUrl?: string): Promise<void> {
  await makeConnection({ kind: 'portone', ...(values && { values }), ...(baseUrl && { baseUrl }) })
  await db().rows(
    "UPDATE connections SET credits_since = now(), credits_by = 1, checked_at = now() WHERE kind = 'portone'",
  )
}

type PaymentOptions = { memberId: number; point?: number; paymentId?: string }

/** Inserts a payment that a member has started but not paid. */
export const makePayment = ({
  memberId,
  point = 10_000,
  paymentId = randomCharacters(26, 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'),
}: PaymentOptions): Promise<{ id: number; paymentId: string }> =>
  oneRow(
    db(),
    `INSERT INTO card_payments (payment_id, member_id, point, expires_at) VALUES ($1, $2, $3, now() + interval '1 hour')
     RETURNING id, payment_id`,
    [paymentId, memberId, wholePoints(point)],
  )

/** Creates a credited card charge; PortOne is never asked about its payment. Returns the charge's id. */
export async function makeCardCharge(memberId: number, point = 10_000): Promise<number> {
  const { id } = await makePayment({ memberId, point })
  return db().transaction(async (tx) => {
    const chargeId = await creditCardCharge(tx, worker, { memberId, point: wholePoints(point), createdAt: new Date() })
    await tx.rows("UPDATE card_payments SET state = 'PAID', charge_id = $2, next_ask_at = NULL WHERE id = $1", [
      ...[id, chargeId],
    ])
    return chargeId
  })
}
