import { z } from 'zod'
import { detailParameters, type OrderDetailName, orderDetailNames } from '#lib/catalog/detail-fields.ts'
import { serviceTypeNames } from '#lib/catalog/service-types.ts'
import { boundedList, text } from '#lib/core/text.ts'
import { linkText, MAX_SENT_LINES, orderFromBody, placeOrderInput } from '#lib/orders/schema.ts'
import { tooManyIdsText } from './errors.ts'
import { CURRENCY, v2Statuses } from './labels.ts'

// Parameters come as text (in forms and queries) or as JSON values. A number in a text may have only the digits 0 to 9,
// not those of other scripts.

const MAX_NUMBER_LENGTH = 40
/** Maximum number of ids of orders or refills in one request. */
const MAX_IDS = 100
/** Maximum number of characters of a list of ids in one text: far more than 100 ids (MAX_IDS) need. */
const MAX_LIST_LENGTH = 10_000
/**
 * Maximum number of items of a JSON list of ids that is read. It is higher than the 100 ids that a request may contain
 * (MAX_IDS), so that a longer list is refused with a text that states the limit of 100.
 */
const MAX_LISTED_IDS = 1_000
const MAX_ID = 2_147_483_647

/** A number, or a text with a whole number, such as '100', or '100.0' as Python writes it. */
const numberField = z.union([
  z.number(),
  text(MAX_NUMBER_LENGTH)
    .regex(/^\s*-?\d+(\.0+)?\s*$/)
    .transform(Number),
])

/**
 * Id of an order or refill in a request. `id`: null if the value in the request can't be an id. `given`: how the
 * response refers to the item; the id or, if there is none, the beginning of the value in the request.
 */
export type GivenId = { given: string | number; id: number | null }

/** Maximum number of characters of an invalid id that the response repeats. */
const MAX_ECHO_LENGTH = 20

function givenId(value: string | number): GivenId {
  const trimmed = String(value).trim()
  const id = /^\d{1,10}$/.test(trimmed) ? Number(trimmed) : 0
  return id > 0 && id <= MAX_ID ? { given: id, id } : { given: trimmed.slice(0, MAX_ECHO_LENGTH), id: null }
}

const splitList = (list: string): string[] => list.split(/[\s,]+/).filter((item) => item !== '')

const distinctIds = (values: readonly (string | number)[]): GivenId[] => [
  ...new Map(values.map(givenId).map((each) => [each.given, each])).values(),
]

/**
 * Ids of orders or refills: one number, a text with commas, spaces or newlines between them, or a JSON list. Duplicates
 * are removed.
 */
const idsField = z
  .union([
    z.number().transform((id) => [id]),
    text(MAX_LIST_LENGTH).transform(splitList),
    boundedList(z.union([z.number(), text(MAX_NUMBER_LENGTH)]), MAX_LISTED_IDS),
  ])
  .transform(distinctIds)
  .refine((ids) => ids.length > 0)
  .refine((ids) => ids.length <= MAX_IDS, { params: { text: tooManyIdsText(MAX_IDS) } })

/** Input of an action of API v2 without parameters. */
export const noInput = z.object({})

/** One id, or a list of ids. Some clients send a list in the parameter for one id (`single`). */
function oneOrSeveral(single?: GivenId[], list?: GivenId[]): { one?: GivenId | undefined; several?: GivenId[] } {
  const several = list ?? single
  return several && (list || several.length > 1) ? { several } : { one: single?.[0] }
}

/** Placed orders that an action is about: the id of `one`, or the ids of `several`. */
export const ordersInput = z
  .object({ order: idsField.optional(), orders: idsField.optional() })
  .transform(({ order, orders }) => oneOrSeveral(order, orders))

/** Refills that an action is about: the id of `one`, or the ids of `several`. */
export const refillsInput = z
  .object({ refill: idsField.optional(), refills: idsField.optional() })
  .transform(({ refill, refills }) => oneOrSeveral(refill, refills))

/**
 * False for a text with U+FFFD, which replaces bytes that aren't UTF-8: a form in EUC-KR would order unreadable text.
 */
const isUtf8 = (sent: string): boolean => !sent.includes('\ufffd')

/** A link without lone surrogates that was sent as valid UTF-8. */
const linkField = linkText.refine((link) => link.isWellFormed() && isUtf8(link))

/**
 * Maximum length of a value of an order's details: that of a request body. So a value that is too long is refused by
 * the rules of its field, with their message.
 */
const MAX_DETAIL_LENGTH = 262_144

const detailText = text(MAX_DETAIL_LENGTH).refine(isUtf8)

const detailField = z
  .union([z.number().transform(String), detailText, boundedList(detailText, MAX_SENT_LINES)])
  .optional()

type DetailParameter = (typeof detailParameters)[OrderDetailName]

/** Schemas of all details that an order may have, by their names in API v2. */
const detailFields = Object.fromEntries(
  orderDetailNames.map((name) => [detailParameters[name], detailField]),
) as Record<DetailParameter, typeof detailField>

/** Parameters of the action `add`, converted to the input of the shop's own order call. */
export const addInput = z
  .object({
    service: numberField.optional(),
    link: linkField,
    quantity: numberField.optional(),
    runs: numberField.optional(),
    interval: numberField.optional(),
    ...detailFields,
  })
  .meta({ required: ['service'] })
  .transform(({ service, link, quantity, runs, interval, ...details }): unknown => ({
    ...Object.fromEntries(orderDetailNames.map((name) => [name, details[detailParameters[name]]])),
    ...{ link, runs, interval, serviceId: service, amount: quantity },
  }))
  .pipe(placeOrderInput as z.ZodType<z.output<typeof placeOrderInput>>)
  .transform(orderFromBody)

export const v2Error = z.object({ error: z.string() })

/** Response of the action `services`. Limits are texts and `service` is a number, as on most panels. */
export const v2Services = z.array(
  z.strictObject({
    service: z.int(),
    name: z.string(),
    type: z.enum(serviceTypeNames),
    category: z.string(),
    /** Price of 1,000 units or of one package, in won. */
    rate: z.string(),
    min: z.string(),
    max: z.string(),
    refill: z.boolean(),
    cancel: z.boolean(),
    dripfeed: z.boolean(),
  }),
)

export type V2Service = z.output<typeof v2Services>[number]

/** Response of the action `add`: the id of the order or auto order. */
export const addAnswer = z.object({ order: z.int() })

/** Response of the action `status` for one order or auto order. */
export const v2OrderState = z.object({
  /** Price less refunds, in won. */
  charge: z.string(),
  start_count: z.string(),
  status: z.enum(Object.values(v2Statuses)),
  /** Quantity not yet delivered. */
  remains: z.string(),
  currency: z.literal(CURRENCY),
  /** Only for a subscription: its last day as d/m/Y; '' if it has none. */
  expiry: z.string().optional(),
  /** Only for a subscription: the number of new posts ordered. */
  posts: z.string().optional(),
})

/** Response of the action `status` for one order or auto order. */
export type V2OrderState = z.output<typeof v2OrderState>

/** Response of the action `status`: the state of one order, or for a list the states or errors by order id. */
export const statusAnswer = z.union([v2OrderState, z.record(z.string(), z.union([v2OrderState, v2Error]))])

/** Id of an order or refill in a response to a list. If the value in the request can't be an id, it is that text. */
const echoedId = z.union([z.int(), z.string()])
/** Value by which API v2 says that an action succeeded for one order. */
const done = z.literal(1)

/** Response of the action `cancel`, for one order or for each order of a list. */
export const cancelAnswer = z.union([
  z.object({ cancel: done }),
  z.array(z.object({ order: echoedId, cancel: z.union([done, v2Error]) })),
])

/** Response of the action `refill`, with the id of the refill, for one order or for each order of a list. */
export const refillAnswer = z.union([
  z.object({ refill: z.int() }),
  z.array(z.object({ order: echoedId, refill: z.union([z.int(), v2Error]) })),
])

/** Response of the action `refill_status`, for one refill or for each refill of a list. */
export const refillStatusAnswer = z.union([
  z.object({ status: z.string() }),
  z.array(z.object({ refill: echoedId, status: z.union([z.string(), v2Error]) })),
])

/** Response of the action `speed_up`, for one order or for each order of a list. */
export const speedUpAnswer = z.union([
  z.object({ speed_up: done }),
  z.array(z.object({ order: echoedId, speed_up: z.union([done, v2Error]) })),
])

export const v2Balance = z.object({ balance: z.string(), currency: z.literal(CURRENCY) })
