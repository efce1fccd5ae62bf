type StatusResponse = Record<string, unknown>

/** The fields of a fake provider's order that this file needs; the order may be a subscription. */
type FakeOrder = {
  id: number
  /** When the order arrived, in milliseconds since 1970. */
  arrivedAt: number
  quantity: number
  parameters: Readonly<Record<string, string>>
  fault: string | undefined
}

/**
 * Progress of a fake provider's subscription: the number of posts so far, and the status with which it has stopped;
 * absent while it runs.
 */
export type FakeSubscription = { posts: number; ended?: 'Expired' | 'Canceled' | 'Paused' }

const numberOf = ({ parameters }: FakeOrder, name: string): number => Number(parameters[name] ?? 0)

/**
 * Quantity of the post with this index (from 0): pseudo-random from min to max, but always the same for the same post.
 */
function quantityOfPost(order: FakeOrder, index: number): number {
  const [min, max] = [numberOf(order, 'min'), numberOf(order, 'max')]
  const mixed = Math.imul((order.id % 1_000_003) + index * 7_919, 2_654_435_761) >>> 0
  return min + (mixed % (max - min + 1))
}

export const isFakeSubscription = ({ parameters }: FakeOrder): boolean => parameters.posts !== undefined

/** Number of posts that a subscription was ordered for: new ones, and existing ones (`old_posts`). */
const postsOf = (order: FakeOrder): number => numberOf(order, 'posts') + numberOf(order, 'old_posts')

/** Total quantity delivered after the first `posts` posts. */
export function quantityDeliveredToPosts(order: FakeOrder, posts: number): number {
  let sum = 0
  for (let index = 0; index < Math.min(posts, postsOf(order)); index++) sum += quantityOfPost(order, index)
  return sum
}

/** True if the last day (`expiry`, as d/m/Y) is over in UTC, the provider's time zone. */
function isExpired({ parameters: { expiry } }: FakeOrder, now: number): boolean {
  const [day, month, year] = (expiry ?? '').split('/').map(Number)
  return year !== undefined && now >= Date.UTC(year, Number(month) - 1, Number(day) + 1)
}

/**
 * Response to a status request for a subscription. A post comes every `pace` seconds until all have come or the last
 * day is over; a test may set the progress instead (`known`). With the fault 'noRemains', as with many real panels, the
 * response has only the status, the number of posts ordered and the last day.
 */
export function statusOfFakeSubscription(order: FakeOrder, pace: number, known?: FakeSubscription): StatusResponse {
  const now = Date.now()
  const posts = known?.posts ?? Math.floor((now - order.arrivedAt) / 1_000 / pace)
  const isDone = posts >= postsOf(order)
  const ended = order.fault === 'canceled' ? 'Canceled' : (known?.ended ?? (isExpired(order, now) ? 'Expired' : null))
  const status = isDone ? 'Completed' : (ended ?? 'Active')
  const basics = { status, posts: String(numberOf(order, 'posts')), expiry: order.parameters.expiry ?? null }
  if (order.fault === 'noRemains') return basics
  const remains = order.quantity - quantityDeliveredToPosts(order, posts)
  return { ...basics, charge: '0.10', start_count: null, remains: String(remains), currency: 'KRW' }
}
