import { withoutUnseen } from '#lib/catalog/rules.ts'
import type { Issue } from '#lib/core/errors.ts'
import { firstBroken } from '#lib/core/form-errors.ts'
import { formatCount, type Points } from '#lib/money/points.ts'
import { priceOf, totalQuantity } from '#lib/money/prices.ts'
import { balanceRule, orderInputRules, orderRules } from '#lib/orders/errors.ts'
import { notOrderable } from '#lib/orders/labels.ts'
import type { PlaceOrderInput } from '#lib/orders/schema.ts'
import type { Product } from '../catalog/product.ts'

/** What stands in the order form, as it was typed. */
export interface OrderDraft {
  readonly serviceId: number
  readonly link: string
  readonly amount: string
  readonly auto: boolean
  readonly runs: string
  readonly interval: string
}

/** Another product: auto-order off, the amount its minimum; the link stays (docs/product.md#order-screen). */
export function draftFor(product: Product | undefined, link = ''): OrderDraft {
  const amount = product ? String(product.min) : ''
  return { serviceId: product?.id ?? 0, link, amount, auto: false, runs: '0', interval: '0' }
}

/** Toggling auto-order resets runs and interval to 0 (docs/product.md#order-screen). */
export const withAuto = (draft: OrderDraft, auto: boolean): OrderDraft => ({ ...draft, auto, runs: '0', interval: '0' })

/**
 * '1,000' is 1000; what is no plain number counts as empty, hence 0 (docs/product.md#order-screen). A field keeps what
 * was typed: one that drops the dot of 1.5 orders 15.
 */
export function numberOf(text: string): number {
  const plain = text.normalize('NFKC').replace(/[\s,]/g, '')
  const number = /^[\d.]+$/.test(plain) ? Number(plain) : 0
  return Number.isFinite(number) ? number : 0
}

/** The body of POST /service/order. */
export function inputOf({ serviceId, link, amount, auto, runs, interval }: OrderDraft): PlaceOrderInput {
  return {
    serviceId,
    link: withoutUnseen(link).trim(),
    amount: numberOf(amount),
    runs: auto ? numberOf(runs) : 0,
    interval: auto ? numberOf(interval) : 0,
  }
}

/** How many in all, and what they cost: null while a number in the form is no whole one. */
export function quoteOf(draft: OrderDraft, product: Product | undefined): { quantity: number; price: Points } | null {
  const { amount, runs } = inputOf(draft)
  const quantity = totalQuantity(amount, runs)
  if (!product || !Number.isSafeInteger(quantity)) return null
  return { quantity, price: priceOf(product.unitPrice, quantity) }
}

/** '300개', and '300개 × 5회' for what repeats. */
export const quantityText = (amount: number, runs: number): string =>
  `${formatCount(amount)}개${runs > 1 ? ` × ${formatCount(runs)}회` : ''}`

/** The first rule that the draft breaks, in the order of docs/contract.md#placing-orders. */
export function refusalOf(draft: OrderDraft, product: Product | undefined, balance: Points): Issue | null {
  const input = inputOf(draft)
  if (!product) return firstBroken(orderInputRules({ ...input, serviceId: 0 }))
  if (!product.orderable) return { path: '', message: notOrderable }
  const broken = firstBroken([...orderInputRules(input), ...orderRules(input, product, draft.auto)])
  return broken ?? firstBroken([balanceRule(input, product, balance)])
}

type Broken = Readonly<Record<string, string>>

/** What is wrong with the fields that were touched, by their names: shown while they are being typed in. */
export function brokenFields(draft: OrderDraft, product: Product | undefined, touched: ReadonlySet<string>): Broken {
  if (!product?.orderable) return {}
  const input = inputOf(draft)
  const rules = [...orderInputRules(input), ...orderRules(input, product, draft.auto)]
  const broken = rules.filter(([path, isBroken]) => isBroken && touched.has(path))
  // The first of a field counts, so it is written last.
  return Object.fromEntries(broken.reverse().map(([path, , message]) => [path, message]))
}

/** The balance falls short of an order that is whole but for that. */
export function shortage(draft: OrderDraft, product: Product | undefined, balance: Points): Issue | null {
  const issue = product?.orderable && quoteOf(draft, product) && refusalOf({ ...draft, link: 'any' }, product, balance)
  return issue && issue.path === '' ? issue : null
}
