import { autoNoticeTitles, manyNotices, noticeLine, noticeTitles } from './labels.ts'

/** Seconds that a notice waits for others of the same member. */
export const GATHER_SECONDS = 15
/** Least seconds between two notices to a member; what ends meanwhile is gathered into the next one. */
export const PAUSE_SECONDS = 300
/** Hours after which a notice is worth nothing any more: the push service and the shop drop it then. */
export const LIFE_HOURS = 24
/** Messages in a row that a push service refuses before a subscription is removed. */
export const MAX_FAILURES = 10

/** Longest name of a product in a notice, in characters. */
const MAX_PRODUCT_CHARS = 60

/** What a message says, and to whom: one order with its product, or several. */
export type EndedOrders = { orderId: number; isAuto: boolean; status: number; orders: number; product: string }

/**
 * The content of a message, read by public/sw.js. A screen that is locked shows it to everybody who is near: no link, no
 * points, nothing about the account.
 */
export function noticeOf({ orderId, isAuto, status, orders, product }: EndedOrders): string {
  const list = isAuto ? '/auto-order-history' : '/order-history'
  const name = product.length > MAX_PRODUCT_CHARS ? `${product.slice(0, MAX_PRODUCT_CHARS)}…` : product
  const single = orders === 1
  const title = (isAuto ? autoNoticeTitles : noticeTitles)[status] ?? ''
  return JSON.stringify({
    title: single ? title : manyNotices.replace('{n}', String(orders)),
    body: single ? noticeLine(orderId, name, isAuto) : '',
    url: single && !isAuto ? `${list}?order=${orderId}` : list,
    orders,
    many: manyNotices,
  })
}

/** Milliseconds before the second attempt, the third, and so on. */
const retryDelays = [10, 60, 300, 1_800, 7_200].map((seconds) => seconds * 1_000)

/** Result of an attempt: HTTP status, or the kind of failure and whether the request may have arrived. */
export type PushResult =
  | { httpStatus: number; retryAfter: number | null }
  | { httpStatus: null; fault: string; sent: boolean }

/**
 * What follows an attempt. DELIVERED: the push service has it. GONE: the browser doesn't exist any more. REFUSED: this
 * message will never be taken. UNKNOWN: it may have been taken, and isn't sent again. RETRY: certainly not taken.
 */
export type PushStep = { outcome: 'DELIVERED' | 'GONE' | 'REFUSED' | 'UNKNOWN' } | { outcome: 'RETRY'; wait: number }

function retryStep(attempts: number, least: number): PushStep {
  const delay = retryDelays[attempts - 1]
  // A push service that is still not there after hours: the notice is dropped, the subscription stays.
  if (delay === undefined) return { outcome: 'UNKNOWN' }
  return { outcome: 'RETRY', wait: Math.min(Math.max(delay, least), LIFE_HOURS * 3_600_000) }
}

/**
 * Decides after attempt number `attempts`. A message is sent again only if the push service certainly didn't take it: a
 * member is told of an order at most once (docs/contract.md#notices-by-web-push).
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
