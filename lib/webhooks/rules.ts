import { withoutInvisibleCharacters } from '#lib/core/invisible.ts'
import { type OrderStatus, orderStatusNames } from '#lib/orders/labels.ts'
import { refundKinds, testEvent, type WebhookDeliveryState, type WebhookEvent } from './labels.ts'

/** A bulk order whose orders have all ended: the orders' ids, and the number of orders in each final status. */
export type BulkSummary = {
  bulkOrderId: number
  orderIds: number[]
  completed: number
  partial: number
  canceled: number
}

/**
 * Whether a service is on sale, its price, and its quantity limits. `point` is the price of one unit or package, in
 * points, for the member who gets the event.
 */
type ServiceTerms = { onSale: boolean; point: number; min: number; max: number }

/** Changed services, each with its present terms and the terms before the change (`before`). */
export type ServicesSummary = { services: (ServiceTerms & { serviceId: number; before: ServiceTerms })[] }

/** A member's request about an order (refill, cancellation, speed-up), as of the time when the event was queued. */
export type RequestSummary = { requestId: number; request: string; state: string; reason: string | null }

/** What a webhook delivery reports: an event, and the order as of that event. Sums of money are in points. */
export type WebhookDeliveryContent = {
  id: number
  event?: WebhookEvent
  orderId?: number | null
  /** Id of the auto order, if the order is one of its runs. */
  autoOrderId?: number | null
  status?: number | null
  remains?: number | null
  startCount?: number | null
  /** For a refund: kind of the refund's ledger entry. */
  cause?: string | null
  /** For a refund: the refunded points. */
  amount?: number | null
  /** Total points refunded for the order, as of the event. */
  refunded?: number | null
  /** Total points given back for followers that dropped after the delivery, as of the event. */
  recovered?: number | null
  /**
   * For a bulk call: its orders, and the number of orders in each final status. For a request: its id, kind and state.
   * For changed services: the services.
   */
  summary?: BulkSummary | RequestSummary | ServicesSummary | null
  createdAt: Date
}

function fieldsOf({ event, status, remains, startCount, cause, amount, ...rest }: WebhookDeliveryContent): object {
  const { refunded, recovered, summary } = rest
  const kind = refundKinds[cause ?? '']
  const orderId = rest.orderId ?? null
  // A refund for runs that weren't made has the id of the auto order as `orderId`.
  const order = { orderId, autoOrderId: kind === 'AUTO_ORDER' ? orderId : (rest.autoOrderId ?? null) }
  if (event === testEvent) return { test: true }
  if (event === 'bulk.completed' || event === 'services.changed') return { ...summary }
  if (event === 'request.updated') return { ...order, ...summary }
  if (event === 'order.refunded') return { ...order, kind, amount, refunded, recovered }
  return { ...order, status: orderStatusNames[status as OrderStatus], remains, startCount, refunded }
}

/** JSON body of a delivery; every attempt sends the same bytes. Receivers recognize repeated deliveries by `id`. */
export const renderWebhookBody = (content: WebhookDeliveryContent): string =>
  JSON.stringify({
    id: content.id,
    event: content.event ?? 'order.updated',
    ...fieldsOf(content),
    at: content.createdAt.toISOString(),
  })

/** Maximum number of bytes of a receiver's response that are read and stored. */
export const MAX_ANSWER_BYTES = 1_024

/**
 * A receiver's response as the shop stores and shows it. Removes control characters (except line breaks and tabs) and
 * characters that are invisible or change the writing direction.
 */
export const cleanAnswer = (text: string): string =>
  withoutInvisibleCharacters(text.replace(/[^\P{Cc}\n\t]/gu, '')).slice(0, MAX_ANSWER_BYTES)

/**
 * Milliseconds to wait before the second attempt, the third, and so on; about a day in total. A delivery fails with its
 * last attempt.
 */
const retryDelays = [10, 60, 300, 1_800, 7_200, 21_600, 43_200].map((seconds) => seconds * 1_000)

/** Maximum number of further attempts after the first. */
export const MAX_RETRIES = retryDelays.length

/**
 * Result of one attempt. With a response: HTTP status and the beginning of the response (`answer`); without one: the
 * kind of failure (`fault`). `took`: milliseconds.
 */
export type WebhookDeliveryResult = {
  httpStatus: number | null
  fault: string | null
  took: number
  answer?: string | null
}

export const isDelivered = ({ httpStatus }: Pick<WebhookDeliveryResult, 'httpStatus'>): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300

/** A response within this many milliseconds counts as prompt. */
const PROMPT_MS = 2_000

/** True for an attempt that the member's server accepted within two seconds (PROMPT_MS). */
export const isPrompt = (result: WebhookDeliveryResult): boolean => isDelivered(result) && result.took < PROMPT_MS

/**
 * Kinds of failures without a further attempt: the delivery would fail in the same way until the member changes the
 * URL.
 */
const finalFaults: readonly (string | null)[] = ['REFUSED', 'REDIRECTED']

/** State of a delivery after an attempt, and milliseconds until the next attempt (`wait`). */
export type WebhookDeliveryStep = { state: WebhookDeliveryState; wait: number }

/** Decides what happens to a delivery after attempt number `attempts` (from 1). A test event has only one attempt. */
export function nextWebhookDeliveryStep(
  attempts: number,
  result: Omit<WebhookDeliveryResult, 'took'>,
  event?: WebhookEvent,
): WebhookDeliveryStep {
  if (isDelivered(result)) return { state: 'DELIVERED', wait: 0 }
  const wait = event === testEvent ? undefined : retryDelays[attempts - 1]
  return wait === undefined || finalFaults.includes(result.fault)
    ? { state: 'FAILED', wait: 0 }
    : { state: 'PENDING', wait }
}

/**
 * Milliseconds of a webhook's pause after this many consecutive failures. The pause keeps a dead server from occupying
 * the workers.
 */
export const pauseMsAfterFailures = (failures: number): number =>
  Math.min(10_000 * 2 ** Math.max(0, failures - 1), 600_000)
