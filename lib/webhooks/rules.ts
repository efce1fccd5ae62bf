import { type OrderStatus, orderStatusNames } from '#lib/orders/labels.ts'
import type { DeliveryState } from './labels.ts'

/** What a webhook delivery reports: the order as it was after a transition. */
export type OrderUpdate = {
  id: number
  orderId: number
  status: number
  remains: number
  startCount: number | null
  /** In points, at most two decimals. */
  refunded: number
  createdAt: Date
}

/** JSON body of a delivery; every attempt sends the same bytes. Receivers recognize repetitions by `id`. */
export const deliveryBody = ({ id, orderId, status, remains, startCount, refunded, createdAt }: OrderUpdate): string =>
  JSON.stringify({
    id,
    event: 'order.updated',
    orderId,
    status: orderStatusNames[status as OrderStatus],
    remains,
    startCount,
    refunded,
    at: createdAt.toISOString(),
  })

/**
 * Milliseconds before the second attempt, the third, and so on, about a day in total; after the last one the delivery
 * has failed.
 */
const retryDelays = [10, 60, 300, 1_800, 7_200, 21_600, 43_200].map((seconds) => seconds * 1_000)

/** Result of one attempt: HTTP status, or the kind of failure, and how many milliseconds it took. */
export type DeliveryResult = { httpStatus: number | null; fault: string | null; took: number }

export const isDelivered = ({ httpStatus }: Pick<DeliveryResult, 'httpStatus'>): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300

/** A response within this many milliseconds counts as prompt. */
const PROMPT_MS = 2_000

export const isPrompt = (result: DeliveryResult): boolean => isDelivered(result) && result.took < PROMPT_MS

/** Failures after which there is no further attempt: they would recur until the member changes the URL. */
const finalFaults: readonly (string | null)[] = ['REFUSED', 'REDIRECTED']

export type DeliveryStep = { state: DeliveryState; wait: number }

/** State of a delivery after its attempt number `attempts`, and milliseconds until the next one. */
export function nextDeliveryStep(attempts: number, result: Omit<DeliveryResult, 'took'>): DeliveryStep {
  if (isDelivered(result)) return { state: 'DELIVERED', wait: 0 }
  const wait = retryDelays[attempts - 1]
  return wait === undefined || finalFaults.includes(result.fault)
    ? { state: 'FAILED', wait: 0 }
    : { state: 'PENDING', wait }
}

/**
 * Milliseconds for which a webhook is paused after this many consecutive failures, so that a dead address doesn't
 * occupy the workers.
 */
export const pauseAfterFailures = (failures: number): number =>
  Math.min(10_000 * 2 ** Math.max(0, failures - 1), 600_000)
