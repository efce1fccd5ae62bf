import { linesOfList } from '#lib/catalog/order-details.ts'
import type { CallExample } from './call-documentation.ts'
import type { PageContext, ShopService } from './page.ts'

type Services = Pick<PageContext, 'services'>

/** Fields of an order in an example, or of its result in the response. */
type Fields = Readonly<Record<string, unknown>>

const amountNames = ['amount', 'quantity']

/**
 * Quantity of an example for a service of the shop. If the example shows a refusal: the service's minimum less 1.
 * Otherwise: the given quantity, or the nearest quantity that the service allows.
 */
const amountFor = ({ min, max }: ShopService, amount: number, isRefusal: boolean): number =>
  isRefusal ? Math.max(0, min - 1) : Math.min(Math.max(amount, min), max)

/** Comments for services that take more of them than an example has. */
const moreComments = ['자주 보러 올게요', '덕분에 잘 알았어요', '설명이 쉬워서 좋아요', '친구에게도 알려 줄게요']

/**
 * The example's comments, filled up or cut to a number that the service allows. They keep their form: a list, or one
 * text.
 */
function commentsFor(service: ShopService, comments: unknown): unknown {
  const given = linesOfList(comments as string | string[], { separator: 'newline' })
  const all = [...given, ...moreComments]
  const count = amountFor(service, given.length, false)
  const lines = Array.from({ length: count }, (_, at) => all[at % all.length])
  return typeof comments === 'string' ? lines.join('\n') : lines
}

/** Name of the field with an order's service: `serviceId` or, in API v2, `service`. */
const serviceNameOf = (order: Fields): string | undefined => ['serviceId', 'service'].find((name) => name in order)

/**
 * Returns an order of an example with the example's service replaced by a service of the shop. `isRefusal`: the example
 * shows a refusal.
 */
function orderFor(order: Fields, { services }: Services, isRefusal: boolean): Fields {
  const name = serviceNameOf(order)
  const service = name && services.get(Number(order[name]))
  if (!name || !service) return order
  const entries = Object.entries(order).map(([field, value]) => {
    if (field === name) return [field, service.id]
    if (field === 'comments') return [field, commentsFor(service, value)]
    return [field, amountNames.includes(field) ? amountFor(service, Number(value), isRefusal) : value]
  })
  return Object.fromEntries(entries)
}

/** Returns a result of the example's response with the quantity of `order`, the adapted order of the request. */
function resultFor(result: Fields, order: Fields | undefined): Fields {
  if (!order || !('amount' in result)) return result
  const { comments, amount } = order
  return { ...result, amount: Array.isArray(comments) ? comments.length : amount }
}

/** Adapts an example that places many orders in one call. */
function adaptBulk(example: CallExample, body: Fields & { orders: readonly Fields[] }, shop: Services): CallExample {
  const answer = example.answer as { results: readonly Fields[] }
  const isRefused = (index: number) => answer.results.some((result) => result.index === index && 'code' in result)
  const orders = body.orders.map((order, index) => orderFor(order, shop, isRefused(index)))
  const results = answer.results.map((result) => resultFor(result, orders[Number(result.index)]))
  return { ...example, body: { ...body, orders }, answer: { ...answer, results } }
}

/**
 * Replaces the example's services by services of this shop, so that a copied example works. Also replaces quantities,
 * and the minimum quantity in a response of API v2.
 */
export function adaptExampleToShop(example: CallExample, shop: Services): CallExample {
  const body = (example.body ?? {}) as Fields
  if (Array.isArray(body.orders)) return adaptBulk(example, { ...body, orders: body.orders }, shop)
  const name = serviceNameOf(body)
  const service = name && shop.services.get(Number(body[name]))
  if (!service) return example
  const text = JSON.stringify(example.answer)
  const order = orderFor(body, shop, example.status >= 400 || text.includes('"error"'))
  const answer: Fields = JSON.parse(text.replace(/minimal \d+/, `minimal ${service.min}`))
  return { ...example, body: order, answer: resultFor(answer, order) }
}
