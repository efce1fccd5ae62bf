import { newOrder } from './model-orders.ts'
import {
  type ApplyAll,
  badInput,
  conflict,
  type Details,
  insufficientPoints,
  memberOf,
  movePoints,
  ok,
} from './state.ts'

// Orders of services of every type (docs/contract.md#service-types): which fields each asks for, and where its quantity
// comes from.

/** Price of one unit, or of one package, in hundred-thousandths of a point. */
export const TYPE_UNIT_PRICE = 1_234_567
/** Smallest and largest quantity of an order of any type but Default and packages. */
export const [TYPE_MIN_QUANTITY, TYPE_MAX_QUANTITY] = [2, 40]

/**
 * Source of an order's quantity: the requested amount, a package (1), the posts of a subscription, or the lines of a
 * list.
 */
type QuantityOf = 'amount' | 'package' | 'posts' | 'comments' | 'usernames'

/** By service type: the fields that an order must have besides link and quantity, and where its quantity comes from. */
export const serviceTypes: Readonly<Record<string, { fields: readonly string[]; quantityOf: QuantityOf }>> = {
  Default: { fields: [], quantityOf: 'amount' },
  Package: { fields: [], quantityOf: 'package' },
  'Custom Comments': { fields: ['comments'], quantityOf: 'comments' },
  'Custom Comments Package': { fields: ['comments'], quantityOf: 'package' },
  Mentions: { fields: ['usernames'], quantityOf: 'amount' },
  'Mentions with Hashtags': { fields: ['usernames', 'hashtags'], quantityOf: 'amount' },
  'Mentions Custom List': { fields: ['usernames'], quantityOf: 'usernames' },
  'Mentions Hashtag': { fields: ['hashtag'], quantityOf: 'amount' },
  'Mentions User Followers': { fields: ['username'], quantityOf: 'amount' },
  'Mentions Media Likers': { fields: ['media'], quantityOf: 'amount' },
  'Comment Likes': { fields: ['username'], quantityOf: 'amount' },
  'Comment Replies': { fields: ['username', 'comments'], quantityOf: 'comments' },
  Poll: { fields: ['answerNumber'], quantityOf: 'amount' },
  'Invites from Groups': { fields: ['groups'], quantityOf: 'amount' },
  SEO: { fields: ['keywords'], quantityOf: 'amount' },
  'Web Traffic': { fields: ['country', 'device', 'typeOfTraffic'], quantityOf: 'amount' },
  Subscriptions: { fields: ['username', 'min', 'max', 'posts'], quantityOf: 'posts' },
}

/** Fields that an order of this type must have. For Web Traffic they depend on the source of the traffic. */
function requiredFields(type: string, { typeOfTraffic }: Details): readonly string[] {
  const fields = serviceTypes[type]?.fields ?? []
  if (type !== 'Web Traffic') return fields
  if (typeOfTraffic === 1) return [...fields, 'googleKeyword']
  return typeOfTraffic === 2 ? [...fields, 'referringUrl'] : fields
}

const separators = { comments: /\n/, usernames: /[\s,]+/ }

/** Number of lines in a list, which is sent as a text or an array. Empty lines don't count. */
function countLines(list: 'comments' | 'usernames', sent: Details[string] | undefined): number {
  const text = typeof sent === 'object' ? sent.join('\n') : String(sent ?? '')
  return text.split(separators[list]).filter((line) => line.trim() !== '').length
}

/** Smallest and largest number that a field accepts. */
const bounds: Readonly<Record<string, readonly [number, number]>> = { answerNumber: [1, 100], device: [1, 5] }

/** True if the field is missing, is a list without lines, or is a number out of its bounds. */
function isWrong(name: string, details: Details): boolean {
  const value = details[name]
  if (value === undefined) return true
  if (name === 'comments' || name === 'usernames') return countLines(name, value) === 0
  const [least, most] = bounds[name] ?? [0, Number.POSITIVE_INFINITY]
  return typeof value === 'number' && (value < least || value > most)
}

const isWithin = (quantity: number): boolean => quantity >= TYPE_MIN_QUANTITY && quantity <= TYPE_MAX_QUANTITY

/**
 * Quantity of an order; null if it isn't within the service's limits. For a subscription the limits apply to each post.
 */
function quantityFor(type: string, amount: number, details: Details): number | null {
  const quantityOf = serviceTypes[type]?.quantityOf ?? 'amount'
  if (quantityOf === 'package') return 1
  if (quantityOf === 'posts') {
    const [min, max, posts, oldPosts] = ['min', 'max', 'posts', 'oldPosts'].map((name) => Number(details[name] ?? 0))
    if (min === undefined || max === undefined || posts === undefined || oldPosts === undefined) return null
    return min <= max && isWithin(min) && isWithin(max) && posts >= 1 ? max * (posts + oldPosts) : null
  }
  const quantity = quantityOf === 'amount' ? amount : countLines(quantityOf, details[quantityOf])
  return isWithin(quantity) ? quantity : null
}

/** For this step, the function that performs it in the model. */
export const typeSteps: ApplyAll<'orderOfType'> = {
  orderOfType: (model, { key, who, type, amount, runs, details }) => {
    if (runs > 0 && type !== 'Default') return conflict
    const quantity = quantityFor(type, amount, details)
    if (quantity === null || requiredFields(type, details).some((name) => isWrong(name, details))) return badInput
    const price = Math.ceil((quantity * TYPE_UNIT_PRICE) / 1_000)
    const member = memberOf(model, who)
    if (price > member.balance) return insufficientPoints
    movePoints(member, { kind: 'ORDER', delta: -price, cause: key })
    model.orders[key] = newOrder({ by: who, amount: quantity, price, paidWith: key, isDefault: false })
    return ok(201)
  },
}
