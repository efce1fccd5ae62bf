import { predicate } from '#lib/core/predicate.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { openOrder, unsentOrder } from '#lib/orders/rules.ts'
import type { RequestKind, RequestState } from './labels.ts'

/** True for requests that have not ended. */
export const openRequest = predicate<{ state: string }>({ state: ['ASKED', 'SENT'] })

/** A request that was made about the same order before. */
export type EarlierRequest = { kind: RequestKind; state: RequestState; createdAt: Date }

/** Facts that determine whether a request can be made: the order, what its service allows, and the earlier requests. */
export type RequestFacts = {
  status: OrderStatus
  /** Quantity ordered. */
  amount: number
  startCount: number | null
  sentAt: Date | null
  createdAt: Date
  /** When the order was completed; null if it wasn't. */
  completedAt: Date | null
  /** Sum of the order's refunds, in hundredths of a point. */
  refunded: bigint
  /** Points given back for followers that dropped after the delivery, in hundredths of a point. */
  recovered: bigint
  /** True while an attempt to send the order is running: nobody knows yet whether the provider has it. */
  sending: boolean
  /** Days after completion within which a refill can be requested; 0 if the service has no refills. */
  refillDays: number
  /** True if the service allows cancellation requests. */
  canCancel: boolean
  requests: readonly EarlierRequest[]
}

/**
 * Why a request can't be made:
 * - NOT_OFFERED: the service doesn't allow this kind of request.
 * - NOT_COMPLETED: the order to refill isn't completed.
 * - ENDED: the order has ended.
 * - UNSENT: the order wasn't sent, so it can be cancelled at once, and can't be sped up.
 * - SENDING: the order is being sent, so nobody knows yet whether the provider has it.
 * - TOO_EARLY: the order was placed less than 12 hours ago (SPEED_UP_AFTER_HOURS).
 * - REFUNDED: the order was refunded, at least in part.
 * - RECOVERED: points were given back for followers that dropped.
 * - EXPIRED: the time for requesting a refill is over.
 * - OPEN: a request of this kind is still open.
 * - TODAY: a request of this kind was made within the last 24 hours.
 * - NOT_DROPPED: the count that the member entered is too high.
 * - BELOW_START: the count that the member entered is below the start count.
 */
export const requestRefusals = [
  'NOT_OFFERED',
  'NOT_COMPLETED',
  'ENDED',
  'UNSENT',
  'SENDING',
  'TOO_EARLY',
  'REFUNDED',
  'RECOVERED',
  'EXPIRED',
  'OPEN',
  'TODAY',
  'NOT_DROPPED',
  'BELOW_START',
] as const

/** Why a member can't make a request about his order. */
export type RequestRefusal = (typeof requestRefusals)[number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A speed-up can be requested only this many hours after the order was placed. */
export const SPEED_UP_AFTER_HOURS = 12

/**
 * Start count plus quantity: if the link's count is lower, a part of the delivery has dropped. Null while the start
 * count isn't known.
 */
export const refillBaselineOf = ({ startCount, amount }: Pick<RequestFacts, 'startCount' | 'amount'>): number | null =>
  startCount === null ? null : startCount + amount

/** Time until which a refill can be requested; null if the service has no refills or the order wasn't completed. */
export function refillUntil({
  refillDays,
  completedAt,
}: Pick<RequestFacts, 'refillDays' | 'completedAt'>): Date | null {
  return refillDays === 0 || completedAt === null ? null : new Date(completedAt.getTime() + refillDays * DAY_MS)
}

/** Days left to request a refill, rounded up; 0 if `refillUntil` has passed or is null. */
export function refillDaysLeft(facts: Pick<RequestFacts, 'refillDays' | 'completedAt'>, now: Date): number {
  const until = refillUntil(facts)
  return until === null ? 0 : Math.max(0, Math.ceil((until.getTime() - now.getTime()) / DAY_MS))
}

/**
 * Refuses a request because an earlier one of the same kind is open, or was made within the last 24 hours. Null if
 * there is no such request.
 */
function repetitionRefusal(kind: RequestKind, { requests }: RequestFacts, now: Date): RequestRefusal | null {
  const sameKind = requests.filter((request) => request.kind === kind)
  if (sameKind.some((request) => openRequest.holds(request))) return 'OPEN'
  return sameKind.some(({ createdAt }) => now.getTime() - createdAt.getTime() < DAY_MS) ? 'TODAY' : null
}

function refillRefusal(facts: RequestFacts, now: Date): RequestRefusal | null {
  if (facts.refillDays === 0) return 'NOT_OFFERED'
  if (facts.recovered > 0n) return 'RECOVERED'
  if (facts.refunded > 0n) return 'REFUNDED'
  if (facts.status !== orderStatus.COMPLETED || facts.completedAt === null) return 'NOT_COMPLETED'
  return refillDaysLeft(facts, now) === 0 ? 'EXPIRED' : null
}

function cancelRefusal(facts: RequestFacts): RequestRefusal | null {
  if (!openOrder.holds(facts)) return 'ENDED'
  if (unsentOrder.holds(facts)) return 'UNSENT'
  if (!facts.canCancel) return 'NOT_OFFERED'
  return facts.sending ? 'SENDING' : null
}

function speedUpRefusal(facts: RequestFacts, now: Date): RequestRefusal | null {
  if (!openOrder.holds(facts)) return 'ENDED'
  if (unsentOrder.holds(facts)) return 'UNSENT'
  return now.getTime() - facts.createdAt.getTime() < SPEED_UP_AFTER_HOURS * HOUR_MS ? 'TOO_EARLY' : null
}

/**
 * Refuses a refill because of `currentCount`, the count that the member has entered; null if the count is no reason. At
 * or above the baseline (`refillBaselineOf`) nothing has dropped. Below the start count providers refill nothing,
 * because followers from before the order have dropped too.
 */
export function currentCountRefusal(
  facts: Pick<RequestFacts, 'startCount' | 'amount'>,
  currentCount: number | null,
): RequestRefusal | null {
  const baseline = refillBaselineOf(facts)
  if (currentCount === null || baseline === null) return null
  if (currentCount >= baseline) return 'NOT_DROPPED'
  return currentCount < baseline - facts.amount ? 'BELOW_START' : null
}

/**
 * Why a request of this kind can't be made now; null if it can be made (docs/contract.md#requests). Both the screens
 * that offer requests and the calls that accept them use this rule; for a refill, the calls also use
 * `currentCountRefusal`.
 */
export function requestRefusal(kind: RequestKind, facts: RequestFacts, now: Date): RequestRefusal | null {
  const refusal =
    kind === 'REFILL'
      ? refillRefusal(facts, now)
      : kind === 'CANCEL'
        ? cancelRefusal(facts)
        : speedUpRefusal(facts, now)
  return refusal ?? repetitionRefusal(kind, facts, now)
}

type ListedRequests = { readonly requests: readonly { id: number; state: string }[] } | null

/**
 * Text that changes when a request about one of these orders changes, or '' if all requests have ended. A screen
 * refetches the list until the text is ''.
 */
export function openRequestsKey(orders: readonly { readonly requestInfo?: ListedRequests }[]): string {
  const all = orders.flatMap(({ requestInfo }) => requestInfo?.requests ?? [])
  return all.some((request) => openRequest.holds(request)) ? all.map(({ id, state }) => `${id}:${state}`).join() : ''
}
