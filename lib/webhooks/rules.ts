import { withoutInvisible } from '#lib/core/invisible.ts'
import { type OrderStatus, orderStatusNames } from '#lib/orders/labels.ts'
import { type DeliveryState, refundKinds, testEvent, type WebhookEvent } from './labels.ts'

export type BulkSummary = {
  bulkOrderId: number
  orderIds: number[]
  completed: number
  partial: number
  canceled: number
}

/**
 * Fields of a service that matter for an order of it; `point` is the price of one unit for the member who gets the
 * event.
 */
export type ServiceTerms = { onSale: boolean; point: number; min: number; max: number }

/** Changed services, each as it is now and as it was before. */
export type ServicesSummary = { services: (ServiceTerms & { serviceId: number; before: ServiceTerms })[] }

/** A request about an order, as it was when the event was queued. */
export type RequestSummary = { requestId: number; request: string; state: string; reason: string | null }

/** What a webhook delivery reports: an event, and the order as it was then. Amounts are in points. */
export type DeliveryContent = {
  id: number
  event?: WebhookEvent
  orderId?: number | null
  status?: number | null
  remains?: number | null
  startCount?: number | null
  /** For a refund: kind of its ledger entry, and its points. */
  cause?: string | null
  amount?: number | null
  /** Points refunded for the order in all, as of the event. */
  refunded?: number | null
  recovered?: number | null
  /**
   * For a bulk call: its orders and the number of them in each final status. For a request: its id, kind and state. For
   * changed services: each of them.
   */
  summary?: BulkSummary | RequestSummary | ServicesSummary | null
  createdAt: Date
}

function fieldsOf({ event, orderId, status, remains, startCount, cause, amount, ...sums }: DeliveryContent): object {
  const { refunded, recovered, summary } = sums
  if (event === testEvent) return { test: true }
  if (event === 'bulk.completed' || event === 'services.changed') return { ...summary }
  if (event === 'request.updated') return { orderId, ...summary }
  if (event === 'order.refunded') return { orderId, kind: refundKinds[cause ?? ''], amount, refunded, recovered }
  return { orderId, status: orderStatusNames[status as OrderStatus], remains, startCount, refunded }
}

/** JSON body of a delivery; every attempt sends the same bytes. Receivers recognize repetitions by `id`. */
export const deliveryBody = (content: DeliveryContent): string =>
  JSON.stringify({
    id: content.id,
    event: content.event ?? 'order.updated',
    ...fieldsOf(content),
    at: content.createdAt.toISOString(),
  })

/** Maximum number of bytes of a receiver's answer that are read and stored. */
export const MAX_ANSWER_BYTES = 1_024

/**
 * A receiver's answer as it is stored and shown: without control characters except line breaks and tabs, and without
 * characters that are invisible or reverse the text after them.
 */
export const shownAnswer = (text: string): string =>
  withoutInvisible(text.replace(/[^\P{Cc}\n\t]/gu, '')).slice(0, MAX_ANSWER_BYTES)

/**
 * Milliseconds before the second attempt, the third, and so on, about a day in total; after the last one the delivery
 * has failed.
 */
const retryDelays = [10, 60, 300, 1_800, 7_200, 21_600, 43_200].map((seconds) => seconds * 1_000)

/**
 * Result of one attempt: HTTP status and the beginning of the answer, or the kind of failure, and how many milliseconds
 * it took.
 */
export type DeliveryResult = { httpStatus: number | null; fault: string | null; took: number; answer?: string | null }

export const isDelivered = ({ httpStatus }: Pick<DeliveryResult, 'httpStatus'>): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300

/** A response within this many milliseconds counts as prompt. */
const PROMPT_MS = 2_000

export const isPrompt = (result: DeliveryResult): boolean => isDelivered(result) && result.took < PROMPT_MS

/** Failures after which there is no further attempt: they would recur until the member changes the URL. */
const finalFaults: readonly (string | null)[] = ['REFUSED', 'REDIRECTED']

export type DeliveryStep = { state: DeliveryState; wait: number }

/**
 * State of a delivery after its attempt number `attempts`, and milliseconds until the next one. A test event has one
 * attempt.
 */
export function nextDeliveryStep(
  attempts: number,
  result: Omit<DeliveryResult, 'took'>,
  event?: WebhookEvent,
): DeliveryStep {
  if (isDelivered(result)) return { state: 'DELIVERED', wait: 0 }
  const wait = event === testEvent ? undefined : retryDelays[attempts - 1]
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
