import { z } from 'zod'
import { MAX_DETAIL_LINES, type OrderDetailName, orderDetailNames } from '#lib/catalog/detail-fields.ts'
import type { RawDetails } from '#lib/catalog/order-details.ts'
import { withoutInvisibleCharactersInLink } from '#lib/catalog/rules.ts'
import { serviceTypeNames } from '#lib/catalog/service-types.ts'
import { formNumber } from '#lib/core/form-fields.ts'
import { boundedList, optionalText, text } from '#lib/core/text.ts'
import { MAX_REPEATED_ORDERS } from './rules.ts'

const MAX_LINK_LENGTH = 2_000
/**
 * Upper bounds of an auto order's input: quantity x runs must be exact as a JavaScript number, and the interval must
 * fit its database column.
 */
const MAX_RUNS_PER_ORDER = 1_000_000
const MAX_INTERVAL_MINUTES = 10_000_000
const controlCharacter = /\p{Cc}/u

/**
 * A link: trimmed, at most 2,000 characters, no control characters; empty if it consists of invisible characters only
 * (docs/contract.md#links).
 */
export const linkText = optionalText(MAX_LINK_LENGTH)
  .transform((link) => (withoutInvisibleCharactersInLink(link).trim() === '' ? '' : link))
  .refine((link) => !controlCharacter.test(link))

/**
 * An integer of any size. The order rules check the service's limits instead of this schema, because their messages say
 * what is wrong (docs/contract.md#placing-orders).
 */
const anyInteger = formNumber.refine(Number.isInteger).meta({ type: 'integer' })

/**
 * Maximum length of a detail in a request body: the maximum size of the body. So a detail that is too long is refused
 * by the rules of its field, whose message says what is wrong.
 */
const MAX_SENT_LENGTH = 262_144
const sentLine = text(MAX_SENT_LENGTH).nullish()
const sentNumber = z.union([z.number(), text(100)]).nullish()
/**
 * Maximum number of lines of a detail in a request body; a longer list is refused before its lines are parsed. It is
 * higher than MAX_DETAIL_LINES, so that a slightly too long list is refused by the rule of its field, whose message
 * says what is wrong.
 */
export const MAX_SENT_LINES = MAX_DETAIL_LINES + 1_000
const sentList = z.union([text(MAX_SENT_LENGTH), boundedList(text(MAX_SENT_LENGTH), MAX_SENT_LINES)]).nullish()

/**
 * The details that an order may have; which of them it needs follows from its service's type
 * (docs/contract.md#service-types).
 */
const detailFields = {
  comments: sentList,
  usernames: sentList,
  hashtags: sentList,
  hashtag: sentLine,
  username: sentLine,
  media: sentLine,
  answerNumber: sentNumber,
  groups: sentList,
  keywords: sentList,
  country: sentLine,
  device: sentNumber,
  typeOfTraffic: sentNumber,
  googleKeyword: sentLine,
  referringUrl: sentLine,
  min: sentNumber,
  max: sentNumber,
  posts: sentNumber,
  oldPosts: sentNumber,
  delay: sentNumber,
  expiry: sentLine,
} satisfies Record<OrderDetailName, z.ZodType<RawDetails[OrderDetailName]>>

/**
 * An order in a request body. `amount`: the quantity; may be absent if the quantity follows from the service's type.
 * `runs` and `interval` (in minutes): 0 unless it is an auto order.
 */
export const placeOrderInput = z.object({
  serviceId: formNumber.pipe(z.number().int()),
  link: linkText,
  amount: anyInteger,
  runs: formNumber.pipe(z.number().max(MAX_RUNS_PER_ORDER)),
  interval: formNumber.pipe(z.number().max(MAX_INTERVAL_MINUTES)),
  ...detailFields,
})

/** Further field of an ACTIVE_ORDER error response: the id of the open order on the link; absent if it isn't known. */
export const activeOrderErrorFields = z.strictObject({ orderId: z.int().optional() })

type SentOrder = z.output<typeof placeOrderInput>

/** An order as `placeOrder` takes it. `details`: as in the request, not checked yet. */
export type PlaceOrderInput = Omit<SentOrder, OrderDetailName> & { details?: RawDetails }

/** Moves the details, which are beside the other fields in a request body, into the field `details`. */
export function orderFromBody({ serviceId, link, amount, runs, interval, ...details }: SentOrder): PlaceOrderInput {
  return { serviceId, link, amount, runs, interval, details }
}

/** Response of a call that placed an order. */
export const placedOrder = z.object({
  orderId: z.number().int(),
  autoOrderId: z.number().int().optional(),
  link: z.string(),
  /** Quantity; for an auto order, the quantity of one run. */
  amount: z.number().int(),
  serviceId: z.number().int(),
  /** Price in points; for an auto order, the price of all its runs together. */
  point: z.number(),
})

export type PlacedOrder = z.output<typeof placedOrder>

export const orderHistoryQuery = z.object({
  status: z.coerce.number().int().min(0).max(5).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(1_000).default(1_000),
})

export type OrderHistoryQuery = z.output<typeof orderHistoryQuery>

/** The query parameter `order` of the order history: id of the order whose sheet is to be opened. */
export const openedOrderId = text(9)
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)

/** The query parameter `orders` of the bulk order screen: ids of the orders to repeat, separated by commas. */
export const repeatedOrderIds = text(1_000)
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/)
  .transform((ids) => [...new Set(ids.split(',').map(Number))])
  .refine((ids) => ids.length <= MAX_REPEATED_ORDERS)

/** An order as members get it in lists. */
export const orderRow = z.object({
  id: z.number().int(),
  createdAt: z.iso.datetime(),
  serviceId: z.number().int(),
  link: z.string(),
  /** Price of the whole order, in points. */
  point: z.number(),
  /** Sum of the order's refunds, in points. */
  refunded: z.number(),
  /** Points given back for followers that dropped after the delivery. */
  recovered: z.number(),
  /** Quantity ordered. */
  amount: z.number().int(),
  status: z.number().int(),
  /** Count of followers, likes and so on of the link before the order; null while it isn't known. */
  startCount: z.number().int().nullable(),
  /** Quantity that is still to be delivered. */
  remains: z.number().int(),
  autoOrderId: z.number().int().nullable(),
})

export type OrderRow = z.output<typeof orderRow>

/**
 * An event of an order's timeline. `from` and `to` are statuses; `from` is null when the order is placed, and equal to
 * `to` for a remark and for a change of a partial order's remaining quantity.
 */
export const orderEvent = z.object({
  from: z.number().int().nullable(),
  to: z.number().int(),
  /** Kind of the actor, such as 'staff' or 'worker'. */
  actor: z.string(),
  reason: z.string().nullable(),
  remains: z.number().int(),
  at: z.iso.datetime(),
})

/** A ledger entry that belongs to an order. `delta` is what it adds to the balance, in points. */
export const orderLedgerEntry = z.object({
  kind: z.string(),
  delta: z.number(),
  balanceAfter: z.number(),
  createdAt: z.iso.datetime(),
})

/**
 * Fields for the type that an order's service had when it was placed, and for the order's details. `details` is null if
 * the order has none, or if the retention policy has erased them.
 */
export const typeAndDetailsFields = {
  serviceType: z.enum(serviceTypeNames),
  details: z
    .partialRecord(z.enum(orderDetailNames), z.union([z.string(), z.number(), z.array(z.string()).readonly()]))
    .nullable(),
}

/** Field for the id of the bulk order that placed and paid the order; null if it was placed alone. */
export const bulkOrderField = { bulkOrderId: z.number().int().nullable() }

export const orderDetail = orderRow.extend({
  ...typeAndDetailsFields,
  ...bulkOrderField,
  /** Price per unit in won when the order was placed; up to five decimals. */
  unitPrice: z.number(),
  events: z.array(orderEvent),
  entries: z.array(orderLedgerEntry),
})

export type OrderDetail = z.output<typeof orderDetail>

/** The order's state after a transition; `refunded` is the sum of the order's refunds, in points. */
export const orderAfterTransition = z.object({
  status: z.number().int(),
  remains: z.number().int(),
  refunded: z.number(),
})
