import { autoNoticeTitles, noticeSecondLine, noticeTitles, severalOrdersTitle } from './labels.ts'

/** Seconds that a notice waits, so that one message can report several notices of the same member. */
export const GATHER_SECONDS = 15
/**
 * Minimum number of seconds between two messages to a member. The next message reports all orders that ended in
 * between.
 */
export const MIN_SECONDS_BETWEEN_MESSAGES = 300
/** Hours after which the push service and the shop drop an undelivered message, because it is outdated by then. */
export const MESSAGE_LIFE_HOURS = 24
/** Number of messages in a row that a push service must refuse before the subscription is deleted. */
export const MAX_REFUSALS_IN_A_ROW = 10

/** Maximum length of a service's name in a notice, in characters. */
const MAX_PRODUCT_CHARS = 60

/**
 * The ended orders that a message reports. `orders` is their number. The other fields describe the order with the
 * highest id, and are shown only if `orders` is 1; `product` is the name of its service. `isAuto`: all of them are auto
 * orders.
 */
export type EndedOrders = { orderId: number; isAuto: boolean; status: number; orders: number; product: string }

/**
 * The content of a message as JSON, which public/sw.js shows as a notice. A locked screen shows the notice to everybody
 * nearby, so it contains no order's link, no points and nothing about the account.
 */
export function noticeJson({ orderId, isAuto, status, orders, product }: EndedOrders): string {
  const listPath = isAuto ? '/auto-order-history' : '/order-history'
  const name = product.length > MAX_PRODUCT_CHARS ? `${product.slice(0, MAX_PRODUCT_CHARS)}…` : product
  const isSingle = orders === 1
  const title = (isAuto ? autoNoticeTitles : noticeTitles)[status] ?? ''
  return JSON.stringify({
    title: isSingle ? title : severalOrdersTitle.replace('{n}', String(orders)),
    body: isSingle ? noticeSecondLine(orderId, name, isAuto) : '',
    url: isSingle && !isAuto ? `${listPath}?order=${orderId}` : listPath,
    orders,
    many: severalOrdersTitle,
  })
}

/** Milliseconds before the second attempt, the third, and so on. */
const retryDelays = [10, 60, 300, 1_800, 7_200].map((seconds) => seconds * 1_000)

/**
 * Result of an attempt to send a message: the push service's HTTP status, and the seconds that it demands to wait
 * (`retryAfter`). Without a response: the kind of failure, and whether the request may have arrived (`sent`).
 */
export type PushResult =
  | { httpStatus: number; retryAfter: number | null }
  | { httpStatus: null; fault: string; sent: boolean }

/**
 * What happens to a message after an attempt:
 * - DELIVERED: the push service has the message.
 * - GONE: the browser's subscription has ended.
 * - REFUSED: the push service will never accept this message.
 * - UNKNOWN: the message is dropped, because the push service may have accepted it or because all retries failed.
 * - RETRY: the push service certainly hasn't accepted the message, which is sent again after `wait` milliseconds.
 */
export type PushStep = { outcome: 'DELIVERED' | 'GONE' | 'REFUSED' | 'UNKNOWN' } | { outcome: 'RETRY'; wait: number }

function retryStep(attempts: number, minWait: number): PushStep {
  const delay = retryDelays[attempts - 1]
  // After some hours all retries have failed: the message is dropped, but the subscription stays.
  if (delay === undefined) return { outcome: 'UNKNOWN' }
  return { outcome: 'RETRY', wait: Math.min(Math.max(delay, minWait), MESSAGE_LIFE_HOURS * 3_600_000) }
}

/**
 * Decides what happens to a message after attempt number `attempts` (from 1). The message is sent again only if the
 * push service certainly didn't accept it: a member is notified of an order at most once
 * (docs/contract.md#notices-by-web-push).
 */
export function decidePushStep(attempts: number, result: PushResult): PushStep {
  if (result.httpStatus === null) {
    if (result.fault === 'REFUSED' || result.fault === 'REDIRECTED') return { outcome: 'REFUSED' }
    return result.sent ? { outcome: 'UNKNOWN' } : retryStep(attempts, 0)
  }
  const { httpStatus, retryAfter } = result
  if (httpStatus >= 200 && httpStatus < 300) return { outcome: 'DELIVERED' }
  if (httpStatus === 404 || httpStatus === 410) return { outcome: 'GONE' }
  if (httpStatus === 429 || httpStatus >= 500) return retryStep(attempts, (retryAfter ?? 0) * 1_000)
  return { outcome: 'REFUSED' }
}
