/**
 * Quantities of an order of the type Subscriptions. Each post gets a random quantity between `min` and `max`. The
 * order's quantity is the most that all posts together can need (docs/contract.md#subscriptions). Browser code may
 * import this file.
 */
import type { Rule } from '#lib/core/form-errors.ts'
import type { OrderDetailName } from './detail-fields.ts'

type Details = { readonly [name in OrderDetailName]?: unknown }

/** Smallest and largest quantity delivered to one post. */
export type PostRange = { min: number; max: number }

/** What a subscription may deliver: the quantity per post, and the number of posts, new and existing ones together. */
export type SubscriptionLimits = PostRange & { posts: number }

/** Largest quantity of an order that fits its database column. */
const MAX_AMOUNT = 2_147_483_647

const isWhole = (value: unknown): value is number => Number.isInteger(value)

/**
 * Reads the numbers in a subscription's details. Null if one isn't a whole number, or if `min`, `max` or `posts` is
 * missing, for example after the details were erased.
 */
export function subscriptionLimitsOf(details: Details | null): SubscriptionLimits | null {
  const { min, max, posts, oldPosts = 0 } = details ?? {}
  if (!isWhole(min) || !isWhole(max) || !isWhole(posts) || !isWhole(oldPosts)) return null
  return { min, max, posts: posts + oldPosts }
}

/**
 * The most that a subscription can deliver, which is the order's quantity; NaN if `subscriptionLimitsOf` returns null.
 */
export const maxSubscriptionQuantity = (details: Details): number => {
  const subscription = subscriptionLimitsOf(details)
  return subscription ? subscription.max * subscription.posts : Number.NaN
}

/** The rules of a subscription that depend on several of its details. */
export function subscriptionRules(details: Details): Rule[] {
  const { min, max } = details
  return [
    ['max', isWhole(min) && isWhole(max) && min > max, '게시물당 최대 수량이 최소 수량보다 적어요.'],
    [
      'posts',
      maxSubscriptionQuantity(details) > MAX_AMOUNT,
      '한 번에 주문할 수 있는 양이 넘어요. 수량이나 게시물 수를 줄여 주세요.',
    ],
  ]
}
