import { worker } from '#lib/audit/actor.ts'
import { creditCardCharge } from '#lib/charges/credit-card-charge.ts'
import { takeBackCardCharge } from '#lib/charges/take-back-card-charge.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { largerOf, type Points, pointsToNumber, smallerOf } from '#lib/money/points.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { cancelledPaymentReason, type DisputeReason, type PaymentState } from './labels.ts'
import type { CancellationAnswer } from './portone.ts'
import {
  type AgreedPayment,
  cancelledPointsOf,
  decideUncreditedPayment,
  NEXT_CHECK_AFTER_FAILURE_SECONDS,
  NEXT_CHECK_WHILE_CANCELLING_SECONDS,
  type ReportedPayment,
  secondsToNextPaymentCheckOf,
} from './rules.ts'
import {
  type CancellationStep,
  countCancellationTry,
  type PendingCancellation,
  settleCancellation,
} from './settle-cancellation.ts'

/**
 * A payment that a worker has claimed in order to ask PortOne about it. `asks` is the number of times the payment was
 * claimed, which identifies this claim.
 */
export type ClaimedPayment = { id: number; paymentId: string; asks: number; claimedUntil: Date }

type LockedPayment = {
  id: number
  paymentId: string
  memberId: number
  point: Points
  state: PaymentState
  chargeId: number | null
  /** Points cancelled so far. */
  cancelled: Points
  createdAt: Date
  /** True if the time for paying is over. */
  isOver: boolean
  /** Seconds since the payment was started. */
  age: number
  /** Seconds since the time for paying was over; 0 before its end. */
  overFor: number
}

/**
 * `reported`: PortOne's answer about a payment; null if PortOne doesn't know it. `agreed`: what the payment must match
 * to be credited.
 */
export type PaymentAnswer = {
  agreed: Omit<AgreedPayment, 'point'>
  reported: ReportedPayment | null
  /**
   * PortOne's answer to the request for the pending cancellation. Only set if that request was sent before PortOne was
   * asked about the payment.
   */
  sent?: CancellationAnswer
}

// Returns no row if the payment was claimed again in the meantime: PortOne's answer to that later claim is newer.
const lockSql = `
  SELECT id, payment_id, member_id, point, state, charge_id, cancelled, created_at, expires_at < now() AS is_over,
    extract(epoch FROM now() - created_at)::float8 AS age,
    extract(epoch FROM greatest(now() - expires_at, interval '0'))::float8 AS over_for
  FROM card_payments WHERE id = $1 AND asks = $2 FOR UPDATE`

const paymentTask = { kinds: ['CARD_PAYMENT'], refType: 'card-payment' } as const

const setState = (tx: Db, { id }: LockedPayment, state: PaymentState) =>
  tx.rows('UPDATE card_payments SET state = $2 WHERE id = $1', [id, state])

/**
 * Marks a payment as DISPUTED and files a task. Does nothing if it is DISPUTED already, so that a task that staff have
 * closed isn't filed again. `reported` is null if PortOne doesn't know the payment.
 */
async function dispute(
  tx: Db,
  payment: LockedPayment,
  reported: ReportedPayment | null,
  reason: DisputeReason,
): Promise<PaymentState> {
  if (payment.state === 'DISPUTED') return 'DISPUTED'
  await setState(tx, payment, 'DISPUTED')
  const detail = {
    paymentId: payment.paymentId,
    memberNo: payment.memberId,
    point: pointsToNumber(payment.point),
    paid: reported?.total ?? pointsToNumber(payment.point),
    currency: reported?.currency ?? 'KRW',
    cause: reason,
  }
  await fileTask(tx, { kind: 'CARD_PAYMENT', refType: 'card-payment', refId: payment.id, detail })
  return 'DISPUTED'
}

/** True if the member has deleted his account. Locks his balance first, as the deletion does. */
async function hasDeletedAccount(tx: Db, memberId: number): Promise<boolean> {
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const { gone } = await oneRow<{ gone: boolean }>(
    tx,
    'SELECT deleted_at IS NOT NULL AS gone FROM members WHERE id = $1',
    [memberId],
  )
  return gone
}

async function credit(tx: Db, payment: LockedPayment, reported: ReportedPayment): Promise<PaymentState> {
  if (await hasDeletedAccount(tx, payment.memberId)) return dispute(tx, payment, reported, 'GONE')
  const chargeId = await creditCardCharge(tx, worker, payment)
  await tx.rows("UPDATE card_payments SET state = 'PAID', charge_id = $2, account = $3 WHERE id = $1", [
    ...[payment.id, chargeId, reported.account && JSON.stringify(reported.account)],
  ])
  await dropTasks(tx, { ...paymentTask, refId: payment.id })
  return 'PAID'
}

/**
 * Stores the virtual account that PortOne issued. Returns the payment's new state. The time for paying ends an hour
 * after the account's due time or, if PortOne states no due time, in 7 days. It never lasts longer than 60 days after
 * the start of the payment.
 */
async function storeAccount(tx: Db, payment: LockedPayment, { account }: ReportedPayment): Promise<PaymentState> {
  await tx.rows(
    `UPDATE card_payments SET state = 'ISSUED', account = $2,
       expires_at = least(coalesce($3::timestamptz + interval '1 hour', now() + interval '7 days'), created_at + interval '60 days')
     WHERE id = $1`,
    [payment.id, account && JSON.stringify(account), account?.dueAt ?? null],
  )
  await dropTasks(tx, { ...paymentTask, refId: payment.id })
  return 'ISSUED'
}

/**
 * Leaves an unpaid payment as it is while the time for paying lasts. After that, the payment becomes ENDED, unless it
 * is DISPUTED.
 */
async function leaveOpen(tx: Db, payment: LockedPayment): Promise<PaymentState> {
  if (!payment.isOver || payment.state === 'DISPUTED') return payment.state
  await setState(tx, payment, 'ENDED')
  return 'ENDED'
}

/**
 * Ends a payment that was cancelled before it was credited. Also ends the time for paying now, because the pauses
 * between two requests to PortOne about an ENDED payment are computed from its end.
 */
async function endCancelled(tx: Db, { id }: LockedPayment): Promise<void> {
  await tx.rows("UPDATE card_payments SET state = 'ENDED', expires_at = least(expires_at, now()) WHERE id = $1", [id])
  await dropTasks(tx, { ...paymentTask, refId: id })
}

async function settleUncredited(
  tx: Db,
  payment: LockedPayment,
  { agreed, reported }: PaymentAnswer,
): Promise<PaymentState> {
  if (!reported) return payment.state === 'ISSUED' ? dispute(tx, payment, null, 'UNKNOWN') : leaveOpen(tx, payment)
  const decision = decideUncreditedPayment({ ...agreed, point: payment.point }, reported)
  if (decision.is === 'CREDIT') return credit(tx, payment, reported)
  if (decision.is === 'DISPUTE') return dispute(tx, payment, reported, decision.reason)
  if (decision.is === 'ISSUED' && (payment.state === 'READY' || !payment.isOver))
    return storeAccount(tx, payment, reported)
  if (decision.is !== 'VOID') return leaveOpen(tx, payment)
  await endCancelled(tx, payment)
  return 'ENDED'
}

/**
 * Takes back the points of amounts that PortOne reports as cancelled. Points of a pending cancellation also stay taken
 * back, so that nobody spends points whose money is on its way to the card. If PortOne doesn't know the payment, only a
 * pending cancellation is settled. Returns what to do with the cancellation that is still pending; null if none is.
 */
async function settleCancelled(
  tx: Db,
  payment: LockedPayment & { chargeId: number },
  { reported, sent }: PaymentAnswer,
): Promise<CancellationStep | null> {
  const cancelled = reported
    ? largerOf(payment.cancelled, cancelledPointsOf(reported, payment.point))
    : payment.cancelled
  const step = await settleCancellation(tx, { ...payment, cancelled }, reported, sent)
  const target = smallerOf(cancelled + (step?.uncounted ?? 0n), payment.point)
  await takeBackCardCharge(tx, worker, {
    chargeId: payment.chargeId,
    totalPoints: target,
    reason: cancelledPaymentReason,
  })
  // Last, because a trigger then locks the referral reward, which a pay-out and a deletion of the account lock after the
  // charge.
  if (cancelled > payment.cancelled)
    await tx.rows('UPDATE card_payments SET cancelled = $2 WHERE id = $1', [payment.id, cancelled])
  return step
}

// Ends a claim, and makes the payment due again after $4 seconds (NULL: never). If a webhook has made the payment due
// during the claim, it stays due.
const releaseSql = `
  UPDATE card_payments SET error = $3, claimed_until = NULL,
    next_ask_at = CASE WHEN next_ask_at = $2 THEN now() + $4::float8 * interval '1 second' ELSE next_ask_at END
  WHERE id = $1 AND asks = $5`

const release = (db: Db, { id, claimedUntil, asks }: ClaimedPayment, pause: number | null, error: string | null) =>
  db.rows(releaseSql, [id, claimedUntil, error, pause, asks])

/** Ends a claim after a request to PortOne failed. `error` says why, in Korean. */
export const releaseAfterFailure = (db: Db, claim: ClaimedPayment, error: string) =>
  release(db, claim, NEXT_CHECK_AFTER_FAILURE_SECONDS, error)

/** Seconds until PortOne is asked again about a payment with a pending cancellation. */
const pendingPauses = { SEND: NEXT_CHECK_AFTER_FAILURE_SECONDS, WAIT: NEXT_CHECK_WHILE_CANCELLING_SECONDS } as const

/**
 * Processes PortOne's answer about a payment in one transaction: credits the payment once, ends it, or takes back
 * cancelled points (docs/contract.md#card-payments). Returns a cancellation that still has to be sent; null if there is
 * none. Safe to repeat.
 */
export function settlePayment(
  db: Database,
  claim: ClaimedPayment,
  answer: PaymentAnswer,
): Promise<PendingCancellation | null> {
  return db.transaction(async (tx) => {
    const [payment] = await tx.rows<LockedPayment>(lockSql, [claim.id, claim.asks])
    if (!payment) return null
    const { chargeId } = payment
    if (chargeId === null) {
      const state = await settleUncredited(tx, payment, answer)
      await release(
        tx,
        claim,
        secondsToNextPaymentCheckOf(state, state === 'ENDED' ? payment.overFor : payment.age),
        null,
      )
      return null
    }
    const step = await settleCancelled(tx, { ...payment, chargeId }, answer)
    // Keeps the claim until the cancellation is sent.
    if (step?.act === 'SEND' && !answer.sent) {
      await countCancellationTry(tx, step.pending)
      return step.pending
    }
    await release(tx, claim, step ? pendingPauses[step.act] : secondsToNextPaymentCheckOf('PAID', payment.age), null)
    return null
  })
}
