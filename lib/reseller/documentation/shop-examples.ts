import type { CallExample } from './call-documentation.ts'
import type { PageContext, ShopService } from './page.ts'

const amountNames = ['amount', 'quantity']

/**
 * Quantity of an example for a service of the shop. If the example shows a refusal: one below the minimum. Otherwise:
 * the given quantity, or the nearest one that the service allows.
 */
const amountFor = ({ min, max }: ShopService, amount: number, isRefusal: boolean): number =>
  isRefusal ? Math.max(0, min - 1) : Math.min(Math.max(amount, min), max)

/**
 * Replaces the example's service by a service of this shop, so that a copied example works. Also replaces the minimum
 * quantity in a response of API v2.
 */
export function adaptToShop(example: CallExample, { services }: Pick<PageContext, 'services'>): CallExample {
  const body = example.body as Record<string, unknown> | undefined
  const name = body && ['serviceId', 'service'].find((each) => each in body)
  const service = body && name ? services.get(Number(body[name])) : undefined
  if (!body || !name || !service) return example
  const answer = JSON.stringify(example.answer)
  const isRefusal = example.status >= 400 || answer.includes('"error"')
  const entries = Object.entries(body).map(([field, value]) => {
    if (field === name) return [field, service.id]
    return [field, amountNames.includes(field) ? amountFor(service, Number(value), isRefusal) : value]
  })
  return {
    ...example,
    body: Object.fromEntries(entries),
    answer: JSON.parse(answer.replace(/minimal \d+/, `minimal ${service.min}`)),
  }
}
