import { askApprovalIfNeeded, lockStaffDayTotal, type RequestedApproval } from '#lib/approvals/ask-approval.ts'
import { type ApprovalHandler, type Confirmation, confirmationForAudit } from '#lib/approvals/decide-approval.ts'
import { approvalAlreadyWaiting } from '#lib/approvals/errors.ts'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { ApprovalLimits } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { reasonMissing, unknownCharge } from '#lib/charges/errors.ts'
import { assessPayer, excludedRefunders, refuseRefunderAsSecond } from '#lib/charges/payer.ts'
import { type RefundersUpToEntry, refundersAfterEntry, refundersSinceCredit } from '#lib/charges/queries/pay-out.ts'
import { readCancellablePoints } from '#lib/charges/queries/refundable-points.ts'
import { takeBackCardCharge } from '#lib/charges/take-back-card-charge.ts'
import { notConnected } from '#lib/connections/errors.ts'
import { randomCharacters } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { formatWon, type Points, pointsToNumber, wholePoints } from '#lib/money/points.ts'
import {
  alreadyCancelling,
  cancellableAmountChanged,
  cancellationTooLarge,
  cancellerRefundedOrder,
  nothingToCancel,
  notPaidByCard,
  virtualAccountNotCancellable,
} from './errors.ts'

type CancelRequest = {
  chargeId: number
  /** Whole points to cancel; null to cancel as many as possible. */
  point: number | null
  reason: string
  /**
   * True if a second person has confirmed the cancellation. In this case `point` was chosen when the cancellation was
   * requested, and some of these points may have been spent since.
   */
  isConfirmed?: boolean
}

const subjectOf = (chargeId: number) => ({ subjectType: 'charge', subjectId: chargeId }) as const

type LockedPayment = {
  id: number
  memberId: number
  point: Points
  /** Points cancelled so far. */
  cancelled: Points
  /** True if the payment was made into a virtual account. */
  hasVirtualAccount: boolean
  /** True while the outcome of a requested cancellation of the payment is open. */
  isBusy: boolean
  /** True while a cancellation of the payment waits for a second person. */
  isWaiting: boolean
}

/**
 * Locks a payment and returns it. Reads it in a second statement, after the lock, because only this statement sees what
 * other transactions did while this one waited for the lock.
 * @throws NOT_FOUND there is no such charge; CONFLICT the charge wasn't paid by card
 */
async function lockPayment(tx: Db, chargeId: number): Promise<LockedPayment> {
  await tx.rows('SELECT FROM card_payments WHERE charge_id = $1::bigint FOR UPDATE', [chargeId])
  const [payment] = await tx.rows<LockedPayment>(
    `SELECT id, member_id, point, cancelled, account IS NOT NULL AS has_virtual_account,
       EXISTS (SELECT FROM card_cancellations k WHERE k.payment_id = p.id AND k.state = 'SENDING') AS is_busy,
       EXISTS (SELECT FROM approvals a WHERE a.kind = 'CARD_CANCEL' AND a.subject_type = 'charge'
         AND a.subject_id = p.charge_id AND a.state = 'WAITING') AS is_waiting
     FROM card_payments p WHERE charge_id = $1::bigint`,
    [chargeId],
  )
  if (payment) return payment
  const known = await tx.rows('SELECT FROM charges WHERE id = $1::bigint', [chargeId])
  throw known.length === 0 ? unknownCharge() : notPaidByCard()
}

/**
 * Keeps the connection to PortOne from being removed until the transaction ends. Without the connection the points
 * would be taken back, but nobody could ask PortOne to return the money.
 * @throws CONFLICT the shop isn't connected
 */
async function lockConnection(tx: Db): Promise<void> {
  const connected = await tx.rows("SELECT FROM connections WHERE kind = 'portone' FOR KEY SHARE")
  if (connected.length === 0) throw notConnected('portone')
}

/**
 * Returns the points to cancel: the requested points or, if `point` is null, as many as can be cancelled
 * (`readCancellablePoints`). Locks the charge and the member's balance.
 * @throws CONFLICT nothing can be cancelled, or less can be cancelled by now than was confirmed; BAD_INPUT less can be
 *   cancelled than is requested
 */
async function pointsToCancel(
  tx: Db,
  { chargeId, point, isConfirmed }: CancelRequest,
  { memberId }: LockedPayment,
): Promise<Points> {
  await tx.rows('SELECT FROM charges WHERE id = $1 FOR NO KEY UPDATE', [chargeId])
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const cancellable = await readCancellablePoints(tx, memberId, chargeId)
  if (cancellable === 0n) throw nothingToCancel()
  const wanted = point === null ? cancellable : wholePoints(point)
  if (wanted > cancellable)
    throw isConfirmed ? cancellableAmountChanged(formatWon(cancellable)) : cancellationTooLarge(formatWon(cancellable))
  return wanted
}

/**
 * Refuses a cancellation by one of the `refunders`: staff who, on any of their accounts, had a hand in a refund of the
 * member's orders since the charge, or in the 30 days before it. Such a refund can turn a delivered order back into
 * points, which the cancellation pays out. If there are refunders, the actor must also be able to act as a second
 * person (`assessPayer`). Returns false if the actor meets these conditions. Returns true for an exception: an OWNER
 * who has re-authenticated may cancel if nobody else can. Refuses nothing in the demo.
 * @throws FORBIDDEN; REAUTH_REQUIRED
 */
async function refuseRefunder(
  tx: Db,
  actor: StaffActor,
  { memberId, refunders }: { memberId: number; refunders: readonly number[] },
): Promise<boolean> {
  if (env().DEMO) return false
  const { involved, alone } = await assessPayer(tx, actor, { memberId, charges: [{ creditedBy: refunders }] })
  if (involved && !alone) throw cancellerRefundedOrder()
  if (involved && !actor.reauthenticated) throw new AppError('REAUTH_REQUIRED', messages.reauth)
  return involved
}

/**
 * Returns all refunders: those read before the balance was locked, and those of refunds made since. Call it with the
 * balance locked, so that no further refund can follow.
 */
async function allRefunders(tx: Db, memberId: number, { ids, lastEntry }: RefundersUpToEntry): Promise<number[]> {
  return [...new Set([...ids, ...(await refundersAfterEntry(tx, memberId, lastEntry))])]
}

/** A payment that may be cancelled now, and the points to cancel. `alone` is the result of `refuseRefunder`. */
type Cancellable = { payment: LockedPayment; amount: Points; refunders: number[]; alone: boolean }

/**
 * Locks the payment, its charge and the member's balance, and checks that `actor` may cancel the payment. Returns the
 * payment and the points to cancel. Reads the refunds of the member's orders before it locks the balance: a reseller
 * has many refunds, and his new orders wait while the balance is locked.
 */
async function lockCancellable(tx: Db, actor: StaffActor, cancel: CancelRequest): Promise<Cancellable> {
  const { chargeId } = cancel
  const payment = await lockPayment(tx, chargeId)
  if (payment.isBusy) throw alreadyCancelling()
  if (payment.isWaiting) throw approvalAlreadyWaiting()
  if (payment.hasVirtualAccount) throw virtualAccountNotCancellable()
  await lockConnection(tx)
  const refundersBefore = await refundersSinceCredit(tx, chargeId)
  const amount = await pointsToCancel(tx, cancel, payment)
  const refunders = await allRefunders(tx, payment.memberId, refundersBefore)
  const alone = await refuseRefunder(tx, actor, { memberId: payment.memberId, refunders })
  return { payment, amount, refunders, alone }
}

/**
 * Takes the points back, and records a cancellation. The worker then asks PortOne to return the money to the card.
 * Every try has the same idempotency key, so PortOne returns the money only once.
 */
async function cancelLocked(
  tx: Db,
  actor: StaffActor,
  { chargeId, reason, confirmation }: CancelRequest & { confirmation?: Confirmation },
  { payment: { id, point, cancelled }, amount, alone }: Cancellable,
): Promise<void> {
  await oneRow<{ id: number }>(
    tx,
    `INSERT INTO card_cancellations (payment_id, key, amount, cancellable, asked_by) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [id, randomCharacters(32), amount, point - cancelled, actor.memberId],
  )
  await takeBackCardCharge(tx, actor, { chargeId, totalPoints: cancelled + amount, reason })
  await tx.rows('UPDATE card_payments SET next_ask_at = least(next_ask_at, now()) WHERE id = $1', [id])
  const after = { point: pointsToNumber(amount), ...(alone && { alone }), ...confirmationForAudit(confirmation) }
  await recordAudit(tx, actor, { action: 'charge.cancel-payment', ...subjectOf(chargeId), after, reason })
}

/**
 * `point`: points to return to the card. If `approval` is present, the cancellation waits for a second person, and no
 * points are taken back yet.
 */
export type RequestedCancellation = { point: Points; approval?: RequestedApproval }

/**
 * Requests the cancellation of all or a part of a card charge, for staff: takes back the points, and the bonus or
 * coupon that came with them. The worker then asks PortOne to return the money to the card
 * (docs/contract.md#card-payments). Points that the member has spent can't be cancelled. If a second person is needed,
 * only stores a request for approval.
 * @throws OWN_ACCOUNT; FORBIDDEN the actor had a hand in a refund of an order since the charge, or in the 30 days
 * before; REAUTH_REQUIRED; BAD_INPUT no reason, or more points than can be cancelled; NOT_FOUND; CONFLICT the charge
 * wasn't paid by card or was paid into a virtual account, a cancellation of it is pending or waits for approval,
 * nothing can be cancelled, or the shop isn't connected to PortOne
 */
export async function requestCancellation(
  db: Database,
  actor: StaffActor,
  { limits, ...cancel }: CancelRequest & { limits: ApprovalLimits },
): Promise<RequestedCancellation> {
  const { chargeId, reason } = cancel
  const subject = subjectOf(chargeId)
  await refuseOwnAccount(db, actor, { action: 'charge.cancel-payment', ...subject })
  if (reason === '') throw reasonMissing()
  return db.transaction(async (tx) => {
    await lockStaffDayTotal(tx, actor.memberId)
    const cancellable = await lockCancellable(tx, actor, cancel)
    const { amount, refunders } = cancellable
    const { memberId } = cancellable.payment
    const excluded = await excludedRefunders(tx, actor, { memberId, refunders })
    const act = { kind: 'CARD_CANCEL', ...subject, memberId, amount, excluded, reason } as const
    const payload = { point: pointsToNumber(amount) }
    const approval = await askApprovalIfNeeded(tx, actor, { ...act, payload, limits })
    if (approval) return { point: amount, approval }
    await cancelLocked(tx, actor, cancel, cancellable)
    return { point: amount }
  })
}

/**
 * Handler of approval requests for a cancellation (CARD_CANCEL). Once a second person has confirmed, checks everything
 * again and cancels exactly the requested points. Records the staff member who made the request as the actor, not the
 * second person.
 */
export const cancelPaymentHandler: ApprovalHandler = {
  lock: (tx, { subjectId }) => lockPayment(tx, subjectId),
  run: async (tx, { approval: { subjectId, payload, reason }, asker, ...confirmation }) => {
    const cancel = { chargeId: subjectId, point: Number(payload.point), reason, isConfirmed: true }
    const cancellable = await lockCancellable(tx, asker, cancel)
    const { refunders, payment } = cancellable
    await refuseRefunderAsSecond(tx, asker, { confirmation, memberId: payment.memberId, refunders })
    await cancelLocked(tx, asker, { ...cancel, confirmation }, cancellable)
  },
}
