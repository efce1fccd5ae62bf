import { predicate } from '#lib/core/predicate.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { openOrder, unsentOrder } from '#lib/orders/rules.ts'
import type { RequestKind, RequestState } from './labels.ts'

/** Requests that have not ended. */
export const openRequest = predicate<{ state: string }>({ state: ['ASKED', 'SENT'] })

/** An earlier request about the same order. */
export type EarlierRequest = { kind: RequestKind; state: RequestState; createdAt: Date }

/** Facts that determine whether a request can be made: the order, what its service allows, and the earlier requests. */
export type RequestFacts = {
  status: OrderStatus
  amount: number
  startCount: number | null
  sentAt: Date | null
  createdAt: Date
  /** When the order was completed; null if it wasn't. */
  completedAt: Date | null
  refunded: bigint
  recovered: bigint
  /** True while an attempt to send the order is running: nobody knows yet whether the provider has it. */
  sending: boolean
  refillDays: number
  canCancel: boolean
  requests: readonly EarlierRequest[]
}

/**
 * Why a request can't be made. NOT_OFFERED: the service doesn't allow this kind of request. UNSENT: a cancellation
 * needs no request, because the order wasn't sent. NOT_DROPPED and BELOW_START: the count that the member stated is too
 * high, or below the start count.
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

export type RequestRefusal = (typeof requestRefusals)[number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A speed-up can be requested from this many hours after the order was placed. */
export const SPEED_UP_AFTER_HOURS = 12

/**
 * Start count plus quantity: while the link has fewer, something has dropped. Null while the start count isn't known.
 */
export const baselineOf = ({ startCount, amount }: Pick<RequestFacts, 'startCount' | 'amount'>): number | null =>
  startCount === null ? null : startCount + amount

/** Until when a refill can be asked for; null if the order has no refills or wasn't completed. */
export function refillUntil({
  refillDays,
  completedAt,
}: Pick<RequestFacts, 'refillDays' | 'completedAt'>): Date | null {
  return refillDays === 0 || completedAt === null ? null : new Date(completedAt.getTime() + refillDays * DAY_MS)
}

/** Days left to ask for a refill, rounded up; 0 if the time is over, or the order has no refills. */
export function refillDaysLeft(facts: Pick<RequestFacts, 'refillDays' | 'completedAt'>, now: Date): number {
  const until = refillUntil(facts)
  return until === null ? 0 : Math.max(0, Math.ceil((until.getTime() - now.getTime()) / DAY_MS))
}

/** Refusal because of an earlier request of the same kind; null if none stands in the way. */
function repeated(kind: RequestKind, { requests }: RequestFacts, now: Date): RequestRefusal | null {
  const same = requests.filter((request) => request.kind === kind)
  if (same.some((request) => openRequest.holds(request))) return 'OPEN'
  return same.some(({ createdAt }) => now.getTime() - createdAt.getTime() < DAY_MS) ? 'TODAY' : null
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
 * Refuses a refill because of the count that the member stated: at or above the baseline nothing has dropped, and below
 * the start count providers refill nothing, because followers from before the order have dropped too. Null if the count
 * is no reason.
 */
export function countRefusal(
  facts: Pick<RequestFacts, 'startCount' | 'amount'>,
  currentCount: number | null,
): RequestRefusal | null {
  const baseline = baselineOf(facts)
  if (currentCount === null || baseline === null) return null
  if (currentCount >= baseline) return 'NOT_DROPPED'
  return currentCount < baseline - facts.amount ? 'BELOW_START' : null
}

/**
 * Why a request of this kind can't be made now; null if it can (docs/contract.md#requests). Screens offer, and calls
 * accept, requests by these same rules.
 */
export function requestRefusal(kind: RequestKind, facts: RequestFacts, now: Date): RequestRefusal | null {
  const own =
    kind === 'REFILL'
      ? refillRefusal(facts, now)
      : kind === 'CANCEL'
        ? cancelRefusal(facts)
        : speedUpRefusal(facts, now)
  return own ?? repeated(kind, facts, now)
}

type RequestsOfListed = { readonly requests: readonly { id: number; state: string }[] } | null

/**
 * Text that changes when an open request about one of the listed orders changes; '' if all have ended. A screen fetches
 * the list again and again until the text is empty.
 */
export function openRequestsState(orders: readonly { readonly asked?: RequestsOfListed }[]): string {
  const all = orders.flatMap(({ asked }) => asked?.requests ?? [])
  return all.some((request) => openRequest.holds(request)) ? all.map(({ id, state }) => `${id}:${state}`).join() : ''
}
