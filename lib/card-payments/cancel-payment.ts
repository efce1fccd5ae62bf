import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { reasonMissing, unknownCharge } from '#lib/charges/errors.ts'
import { readCancellablePoints } from '#lib/charges/queries/refund-ground.ts'
import { returnCardCharge } from '#lib/charges/return-card-charge.ts'
import { randomCharacters } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { formatWon, type Points, pointsToNumber, wholePoints } from '#lib/money/points.ts'
import { alreadyCancelling, cancelledElsewhere, cancelTooMuch, nothingToCancel, notPaidByCard } from './errors.ts'

type Cancel = {
  chargeId: number
  /** Whole points to cancel; null for as many as possible. */
  point: number | null
  reason: string
}

type LockedPayment = {
  id: number
  memberId: number
  point: Points
  cancelled: Points
  /** True if it was paid into a virtual account. */
  isAccount: boolean
  /** True while a cancellation of it is pending. */
  isBusy: boolean
}

async function lockPayment(tx: Db, chargeId: number): Promise<LockedPayment> {
  const [payment] = await tx.rows<LockedPayment>(
    `SELECT id, member_id, point, cancelled, account IS NOT NULL AS is_account,
       EXISTS (SELECT FROM card_cancellations k WHERE k.payment_id = p.id AND k.state = 'SENDING') AS is_busy
     FROM card_payments p WHERE charge_id = $1::bigint FOR UPDATE`,
    [chargeId],
  )
  if (payment) return payment
  const known = await tx.rows('SELECT FROM charges WHERE id = $1::bigint', [chargeId])
  throw known.length === 0 ? unknownCharge() : notPaidByCard()
}

/**
 * Points to cancel: at most the points of the charge that the member hasn't spent. Locks the charge and the member's
 * balance.
 */
async function pointsToCancel(tx: Db, { chargeId, point }: Cancel, { memberId }: LockedPayment): Promise<Points> {
  await tx.rows('SELECT FROM charges WHERE id = $1 FOR NO KEY UPDATE', [chargeId])
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const cancellable = await readCancellablePoints(tx, memberId, chargeId)
  if (cancellable === 0n) throw nothingToCancel()
  const wanted = point === null ? cancellable : wholePoints(point)
  if (wanted > cancellable) throw cancelTooMuch(formatWon(cancellable))
  return wanted
}

/**
 * Requests the cancellation of all or a part of a card charge, for staff: takes the points back, with the bonus or
 * coupon that came with them, and has the worker ask PortOne, once, to return the money to the card
 * (docs/contract.md#card-payments). Points that the member has spent are not returned. Returns the points taken.
 * @throws OWN_ACCOUNT; BAD_INPUT no reason, or more than can be cancelled; NOT_FOUND; CONFLICT the charge wasn't paid
 *   by card, a cancellation is pending, nothing can be cancelled, or it was paid into a virtual account
 */
export async function requestCancellation(db: Database, actor: StaffActor, cancel: Cancel): Promise<Points> {
  const { chargeId, reason } = cancel
  const subject = { subjectType: 'charge', subjectId: chargeId } as const
  await refuseOwnAccount(db, actor, { action: 'charge.cancel-payment', ...subject })
  if (reason === '') throw reasonMissing()
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, chargeId)
    if (payment.isBusy) throw alreadyCancelling()
    if (payment.isAccount) throw cancelledElsewhere()
    const amount = await pointsToCancel(tx, cancel, payment)
    const { id, cancelled } = payment
    await oneRow<{ id: number }>(
      tx,
      `INSERT INTO card_cancellations (payment_id, key, amount, cancellable, asked_by) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [id, randomCharacters(32), amount, payment.point - cancelled, actor.memberId],
    )
    await returnCardCharge(tx, actor, { chargeId, target: cancelled + amount, reason })
    await tx.rows('UPDATE card_payments SET next_ask_at = least(next_ask_at, now()) WHERE id = $1', [id])
    const after = { point: pointsToNumber(amount) }
    await recordAudit(tx, actor, { action: 'charge.cancel-payment', ...subject, after, reason })
    return amount
  })
}
