import { largerOf, type Points, smallerOf, wholePoints } from '#lib/money/points.ts'
import type { DisputeReason, PaymentState } from './labels.ts'

/** Minutes within which a started payment should be paid. A later payment is still credited. */
export const PAYMENT_LIFE_MINUTES = 60

/**
 * Maximum number of payments that a member may start per hour. The environment variable RATE_LIMIT_FACTOR multiplies
 * it.
 */
export const MAX_PAYMENTS_PER_HOUR = 10

/** A cancellation of a payment as PortOne lists it. `amount` is in won. */
export type ReportedCancellation = { id: string; status: string; amount: number; reason: string }

/** The virtual account that PortOne issued for a payment; `dueAt` is null if PortOne states no due time. */
export type IssuedVirtualAccount = { bank: string; number: string; holder: string; dueAt: string | null }

/** A payment as PortOne describes it. Amounts are in won. `account` is its virtual account; null if it has none. */
export type ReportedPayment = {
  id: string
  status: string
  storeId: string
  channelKey: string | null
  isLive: boolean
  currency: string
  total: number
  cancelled: number
  cancellations: readonly ReportedCancellation[]
  account: IssuedVirtualAccount | null
}

/** What a payment must match to be credited: its amount, and the shop's store and channel at PortOne. */
export type AgreedPayment = { point: Points; storeId: string; channelKey: string; isTest: boolean }

/**
 * What to do with a payment that isn't credited yet:
 * - CREDIT: credit it.
 * - VOID: end it, because it was cancelled before it was credited.
 * - OPEN: wait, because it isn't paid.
 * - ISSUED: wait for a transfer into its virtual account.
 * - DISPUTE: leave it to staff, because it was paid, but not as agreed.
 */
export type PaymentDecision = { is: 'CREDIT' | 'VOID' | 'OPEN' | 'ISSUED' } | { is: 'DISPUTE'; reason: DisputeReason }

function disputeOf(
  { point, storeId, channelKey, isTest }: AgreedPayment,
  reported: ReportedPayment,
): DisputeReason | null {
  if (reported.storeId !== storeId) return 'STORE'
  if (reported.channelKey !== channelKey || reported.isLive === isTest) return 'CHANNEL'
  if (reported.currency !== 'KRW') return 'CURRENCY'
  if (pointsOfWon(reported.total) !== point) return 'AMOUNT'
  return reported.status === 'PAID' ? null : 'PARTLY'
}

/** Converts an amount in won that PortOne reports to points; -1 if the amount isn't a safe integer. */
const pointsOfWon = (amount: number): Points => (Number.isSafeInteger(amount) ? wholePoints(amount) : -1n)

/**
 * Decides what to do with a payment that isn't credited yet, after PortOne's answer about it
 * (docs/contract.md#card-payments). Credits only a payment with status PAID, at the shop's own store and channel, in
 * won, of exactly the agreed amount.
 */
export function decideUncreditedPayment(agreed: AgreedPayment, reported: ReportedPayment): PaymentDecision {
  if (reported.status === 'CANCELLED') return { is: 'VOID' }
  if (reported.status === 'VIRTUAL_ACCOUNT_ISSUED') return { is: 'ISSUED' }
  if (reported.status !== 'PAID' && reported.status !== 'PARTIAL_CANCELLED') return { is: 'OPEN' }
  const reason = disputeOf(agreed, reported)
  return reason === null ? { is: 'CREDIT' } : { is: 'DISPUTE', reason }
}

/**
 * Number of cancelled points of a payment of `point` points. All points if the payment's status is CANCELLED; otherwise
 * the larger of PortOne's total and the sum of the cancellations that PortOne lists.
 */
export function cancelledPointsOf({ status, cancelled, cancellations }: ReportedPayment, point: Points): Points {
  if (status === 'CANCELLED') return point
  const listed = cancellations.reduce((sum, each) => sum + (each.status === 'SUCCEEDED' ? each.amount : 0), 0)
  return smallerOf(largerOf(pointsOfWon(Math.max(cancelled, listed)), 0n), point)
}

/**
 * State of a cancellation that the shop requested, in PortOne's list of the payment's cancellations: DONE, FAILED, or
 * REQUESTED while the payment service that carries it out for PortOne works on it. Null if the list doesn't contain the
 * cancellation.
 */
export function cancellationStateOf(
  { cancellations }: ReportedPayment,
  { key, remoteId }: { key: string; remoteId: string | null },
): 'DONE' | 'FAILED' | 'REQUESTED' | null {
  const matching = cancellations.filter(({ id, reason }) => reason.includes(key) || id === remoteId)
  if (matching.some(({ status }) => status === 'SUCCEEDED')) return 'DONE'
  if (matching.some(({ status }) => status === 'REQUESTED')) return 'REQUESTED'
  return matching.some(({ status }) => status === 'FAILED') ? 'FAILED' : null
}

/** Lengths of an hour and of a day, in seconds. */
const HOUR = 3_600
const DAY = 24 * HOUR

/**
 * How often PortOne is asked about a payment, by its state. `maxPause`: longest pause between two requests to PortOne
 * about it, in seconds. `maxAge`: age of the payment, in seconds, after which PortOne isn't asked any more; for ENDED,
 * the seconds since its end.
 */
const askRules: Record<PaymentState, { maxPause: number; maxAge: number }> = {
  READY: { maxPause: 600, maxAge: Number.POSITIVE_INFINITY },
  ISSUED: { maxPause: 600, maxAge: Number.POSITIVE_INFINITY },
  ENDED: { maxPause: 6 * HOUR, maxAge: 3 * DAY },
  DISPUTED: { maxPause: HOUR, maxAge: 30 * DAY },
  PAID: { maxPause: 7 * DAY, maxAge: 400 * DAY },
}

const MIN_PAUSE_SECONDS = 5

/**
 * Seconds until PortOne is asked about a payment again. The older the payment, the longer the pause; `age` is in
 * seconds, and for ENDED it is the time since the payment's end. Null if PortOne isn't asked again by itself: then only
 * a webhook, the member's page or a cancellation by staff makes the payment due.
 */
export function secondsToNextPaymentCheckOf(state: PaymentState, age: number): number | null {
  const { maxPause, maxAge } = askRules[state]
  return age > maxAge ? null : Math.min(Math.max(age / 4, MIN_PAUSE_SECONDS), maxPause)
}

/**
 * Seconds for which a claimed payment belongs to the worker that claimed it. This is longer than the worker's requests
 * about the payment may take.
 */
export const CLAIM_SECONDS = 90

/** Seconds until PortOne is asked about a payment again after a failed request. */
export const NEXT_CHECK_AFTER_FAILURE_SECONDS = 20

/** Seconds until PortOne is asked again about a payment with a cancellation whose outcome is still open. */
export const NEXT_CHECK_WHILE_CANCELLING_SECONDS = 300

/**
 * Minutes to wait after PortOne refused a cancellation, if an earlier try of it got no answer. That try may still be
 * carried out, so the points aren't given back to the member before.
 */
export const DOUBT_MINUTES = 60
