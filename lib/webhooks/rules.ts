import { type OrderStatus, orderStatusNames } from '#lib/orders/labels.ts'
import type { DeliveryState } from './labels.ts'

/** What an order's reseller is told: the order as it stood after a transition. */
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

/** The body, the same bytes at every try. `id` is the delivery's: who has seen it may ignore it. */
export const bodyOf = ({ id, orderId, status, remains, startCount, refunded, createdAt }: OrderUpdate): string =>
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

/** Milliseconds before the second try, the third, and so on: about a day in all. */
const waits = [10, 60, 300, 1_800, 7_200, 21_600, 43_200].map((seconds) => seconds * 1_000)

/** What came of a try: the status answered, or the word for why there was none, and how many milliseconds it took. */
export type Result = { httpStatus: number | null; fault: string | null; took: number }

export const isDelivered = ({ httpStatus }: Pick<Result, 'httpStatus'>): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300

/** Below this, in milliseconds, an answer doesn't keep others waiting. */
const PROMPT = 2_000

export const isPrompt = (result: Result): boolean => isDelivered(result) && result.took < PROMPT

/** An address that leads inside, or elsewhere, stays wrong until its member changes it. */
const final: readonly (string | null)[] = ['REFUSED', 'REDIRECTED']

export type Step = { state: DeliveryState; wait: number }

export function nextStep(attempts: number, result: Omit<Result, 'took'>): Step {
  if (isDelivered(result)) return { state: 'DELIVERED', wait: 0 }
  const wait = waits[attempts - 1]
  return wait === undefined || final.includes(result.fault) ? { state: 'FAILED', wait: 0 } : { state: 'PENDING', wait }
}

/** How long an address that failed so often in a row is left alone: a dead one must not keep workers busy. */
export const pauseAfter = (failures: number): number => Math.min(10_000 * 2 ** Math.max(0, failures - 1), 600_000)
