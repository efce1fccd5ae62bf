import { autoNoticeTitles, noticeLine, noticeTitles, severalOrdersTitle } from './labels.ts'

/** Seconds that a notice waits, so that others of the same member can go into the same message. */
export const GATHER_SECONDS = 15
/**
 * Minimum number of seconds between two messages to a member; orders that end meanwhile are reported by the next one.
 */
export const PAUSE_SECONDS = 300
/** Hours after which an undelivered message is dropped, by the push service and by the shop: it is outdated by then. */
export const LIFE_HOURS = 24
/** A subscription is removed once its push service has refused this many messages in a row. */
export const MAX_FAILURES = 10

/** Longest name of a product in a notice, in characters. */
const MAX_PRODUCT_CHARS = 60

/**
 * The ended orders that a message reports: `orders` is their number; the other fields describe the only one, or the
 * last one.
 */
export type EndedOrders = { orderId: number; isAuto: boolean; status: number; orders: number; product: string }

/**
 * The content of a message as JSON, shown by public/sw.js. A locked screen shows it to everybody who is near, so it
 * contains no link, no points and nothing about the account.
 */
export function noticeOf({ orderId, isAuto, status, orders, product }: EndedOrders): string {
  const list = isAuto ? '/auto-order-history' : '/order-history'
  const name = product.length > MAX_PRODUCT_CHARS ? `${product.slice(0, MAX_PRODUCT_CHARS)}…` : product
  const single = orders === 1
  const title = (isAuto ? autoNoticeTitles : noticeTitles)[status] ?? ''
  return JSON.stringify({
    title: single ? title : severalOrdersTitle.replace('{n}', String(orders)),
    body: single ? noticeLine(orderId, name, isAuto) : '',
    url: single && !isAuto ? `${list}?order=${orderId}` : list,
    orders,
    many: severalOrdersTitle,
  })
}

/** Milliseconds before the second attempt, the third, and so on. */
const retryDelays = [10, 60, 300, 1_800, 7_200].map((seconds) => seconds * 1_000)

/**
 * Result of an attempt to send: the push service's HTTP status and, in seconds, how long it asks to wait; or without an
 * answer the kind of failure, and in `sent` whether the request may have arrived.
 */
export type PushResult =
  | { httpStatus: number; retryAfter: number | null }
  | { httpStatus: null; fault: string; sent: boolean }

/**
 * What happens to a message after an attempt. DELIVERED: the push service has it. GONE: the browser's subscription has
 * ended. REFUSED: the push service will never take this message. UNKNOWN: it may have taken it, so it isn't sent again.
 * RETRY: it has certainly not taken it; the message is sent again after `wait` milliseconds.
 */
export type PushStep = { outcome: 'DELIVERED' | 'GONE' | 'REFUSED' | 'UNKNOWN' } | { outcome: 'RETRY'; wait: number }

function retryStep(attempts: number, least: number): PushStep {
  const delay = retryDelays[attempts - 1]
  // The push service hasn't answered for hours: the message is dropped, but the subscription stays.
  if (delay === undefined) return { outcome: 'UNKNOWN' }
  return { outcome: 'RETRY', wait: Math.min(Math.max(delay, least), LIFE_HOURS * 3_600_000) }
}

/**
 * Decides what happens to a message after attempt number `attempts`. It is sent again only if the push service
 * certainly didn't take it: a member is notified of an order at most once (docs/contract.md#notices-by-web-push).
 */
export function stepAfter(attempts: number, result: PushResult): PushStep {
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
