import type { OrderDetails } from '#lib/catalog/order-details.ts'
import { isSubscription, type ServiceTypeName } from '#lib/catalog/service-types.ts'
import { type SubscriptionLimits, subscriptionLimitsOf } from '#lib/catalog/subscription.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { isTerminal } from '#lib/orders/rules.ts'

type Progress = { status: OrderStatus; remains: number | null; startCount: number | null }

type PolledOrder = {
  serviceType: ServiceTypeName
  details: OrderDetails | null
  /** Quantity ordered. */
  amount: number
  /** Remaining quantity that was last reported; the whole quantity before the first report. */
  remains: number
}

/**
 * True if `remains` is plausible for a subscription with posts still to come: at least the largest quantity of one
 * post, and no more than remained before. A smaller number is probably a count of posts, or has no meaning.
 */
const isBeforeEnd = (remains: number, { max }: SubscriptionLimits, order: PolledOrder): boolean =>
  remains >= max && remains <= order.remains

/**
 * True if the provider has reported a remaining quantity, now or earlier. Many providers always report 0, which must
 * not count as fully delivered.
 */
const hasReportedRemains = (remains: number, order: PolledOrder): boolean => remains > 0 || order.remains < order.amount

function readCompletion(progress: Progress, subscription: SubscriptionLimits, order: PolledOrder): Progress | null {
  const { min, max, posts } = subscription
  // The largest quantity that can be left: each post got its minimum, but the maximum was paid for.
  const mostUnused = (max - min) * posts
  const completed = { ...progress, status: orderStatus.COMPLETED, remains: 0 }
  if (mostUnused === 0) return completed
  const { remains } = progress
  if (remains === null || remains > mostUnused || remains > order.remains) return null
  if (remains <= 0) return hasReportedRemains(remains, order) ? completed : null
  return { ...progress, status: orderStatus.PARTIAL }
}

/**
 * Corrects a provider's update on a subscription; returns an update on any other order unchanged. If the subscription
 * still runs, an implausible remaining quantity becomes null. If it has ended, its status becomes COMPLETED or, if a
 * part wasn't delivered, PARTIAL, even if all posts were served: that part is refunded. Returns null if it has ended
 * but the remaining quantity isn't clear: staff then decide, so that nothing is refunded that was delivered
 * (docs/contract.md#subscriptions).
 */
export function correctSubscriptionUpdate(progress: Progress, order: PolledOrder): Progress | null {
  if (!isSubscription(order.serviceType)) return progress
  const subscription = subscriptionLimitsOf(order.details)
  const { status, remains } = progress
  if (!isTerminal(status)) {
    const isPlausible = subscription !== null && remains !== null && isBeforeEnd(remains, subscription, order)
    return { ...progress, remains: isPlausible ? remains : null }
  }
  if (!subscription) return null
  if (status === orderStatus.COMPLETED) return readCompletion(progress, subscription, order)
  if (remains === null || !isBeforeEnd(remains, subscription, order)) return null
  return { ...progress, status: orderStatus.PARTIAL }
}
