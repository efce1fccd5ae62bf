import type { OrderDetails } from '#lib/catalog/order-details.ts'
import { isSubscription, type ServiceTypeName } from '#lib/catalog/service-types.ts'
import { type Subscription, subscriptionOf } from '#lib/catalog/subscription.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { isTerminal } from '#lib/orders/rules.ts'

type Progress = { status: OrderStatus; remains: number | null; startCount: number | null }

type WatchedOrder = {
  serviceType: ServiceTypeName
  details: OrderDetails | null
  amount: number
  /** What remained by the last update, or the whole quantity. */
  remains: number
}

/**
 * True if what remains can be that of a subscription some of whose posts are still to come: at least what one post may
 * need, and no more than remained before. A smaller number counts posts, or means nothing.
 */
const isBeforeEnd = (remains: number, { max }: Subscription, order: WatchedOrder): boolean =>
  remains >= max && remains <= order.remains

/** What remained is credible if its provider has counted before, or counts now: many always report nothing. */
const hasCounted = (remains: number, order: WatchedOrder): boolean => remains > 0 || order.remains < order.amount

function readCompletion(progress: Progress, subscription: Subscription, order: WatchedOrder): Progress | null {
  const { min, max, posts } = subscription
  const mostUnused = (max - min) * posts
  const completed = { ...progress, status: orderStatus.COMPLETED, remains: 0 }
  if (mostUnused === 0) return completed
  const { remains } = progress
  if (remains === null || remains > mostUnused || remains > order.remains) return null
  if (remains <= 0) return hasCounted(remains, order) ? completed : null
  return { ...progress, status: orderStatus.PARTIAL }
}

/**
 * Reads a provider's update on an order of any type. That on a subscription says in the order's own terms what came of
 * it: PARTIAL with the remains to refund if any quantity was unused, also where the provider completed all posts.
 * Null if the update has ended the subscription and doesn't say beyond doubt how much remains; then staff decide, so
 * that no more is refunded than wasn't delivered (docs/contract.md#subscriptions).
 */
export function readSubscriptionUpdate(progress: Progress, order: WatchedOrder): Progress | null {
  if (!isSubscription(order.serviceType)) return progress
  const subscription = subscriptionOf(order.details)
  const { status, remains } = progress
  if (!isTerminal(status)) {
    const isKnown = subscription !== null && remains !== null && isBeforeEnd(remains, subscription, order)
    return { ...progress, remains: isKnown ? remains : null }
  }
  if (!subscription) return null
  if (status === orderStatus.COMPLETED) return readCompletion(progress, subscription, order)
  if (remains === null || !isBeforeEnd(remains, subscription, order)) return null
  return { ...progress, status: orderStatus.PARTIAL }
}
