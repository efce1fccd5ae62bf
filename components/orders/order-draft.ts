import type { OrderDetailName } from '#lib/catalog/detail-fields.ts'
import { withoutInvisibleCharactersInLink } from '#lib/catalog/rules.ts'
import type { Issue } from '#lib/core/errors.ts'
import { firstIssue, issuesByField, type Rule } from '#lib/core/form-errors.ts'
import { formatCount, type Points, pointsToNumber } from '#lib/money/points.ts'
import { priceOf, totalQuantity } from '#lib/money/prices.ts'
import { balanceRule, MIN_RUNS, orderInputRules, orderRules } from '#lib/orders/errors.ts'
import { notOrderableMessage, orderDetailLabels } from '#lib/orders/labels.ts'
import type { PlaceOrderInput } from '#lib/orders/schema.ts'
import type { Product } from '../catalog/product.ts'

/** Values of the order form, as typed. */
export interface OrderDraft {
  readonly serviceId: number
  readonly link: string
  /** Quantity of one run. */
  readonly amount: string
  /** True for an auto order of `runs` runs at `interval` minutes. */
  readonly auto: boolean
  readonly runs: string
  readonly interval: string
  /** The details by field name. A list is one text with several lines. */
  readonly details?: OrderDraftDetails
}

export type OrderDraftDetails = Readonly<Partial<Record<OrderDetailName, string>>>

/** Draft for a newly selected product: its minimum quantity, no auto order, and the given link and details. */
export function newDraftFor(product: Product | undefined, link = '', details?: OrderDraftDetails): OrderDraft {
  const amount = product ? String(product.min) : ''
  const typed = details && { details }
  return { serviceId: product?.id ?? 0, link, amount, auto: false, runs: '0', interval: '0', ...typed }
}

/** True for a product whose details replace the link, so that the form has no field for a link. */
export const isLinkless = (product: Product | undefined): boolean => product?.quantityFrom === 'POSTS'

/** True if the draft differs from the empty form of its product. */
export const hasTypedInput = (
  { link, amount: quantity, auto, details }: OrderDraft,
  product: Product | undefined,
): boolean =>
  link.trim() !== '' ||
  quantity !== newDraftFor(product).amount ||
  auto ||
  Object.values(details ?? {}).some((text) => product?.type && text !== '')

/**
 * Number in a typed text: 1000 for '1,000', 0 for text that isn't a plain number (docs/product.md#order-screen). 1.5
 * stays 1.5 and is refused later. If the dot were dropped like a comma, 15 would be ordered.
 */
export function parseTypedNumber(text: string): number {
  const plain = text.normalize('NFKC').replace(/[\s,]/g, '')
  const number = /^[\d.]+$/.test(plain) ? Number(plain) : 0
  return Number.isFinite(number) ? number : 0
}

/** The typed order without its details. */
export function toOrderInput(draft: OrderDraft): PlaceOrderInput {
  const { serviceId, link, amount: typedQuantity, auto, runs, interval } = draft
  return {
    serviceId,
    link: withoutInvisibleCharactersInLink(link).trim(),
    amount: parseTypedNumber(typedQuantity),
    runs: auto ? parseTypedNumber(runs) : 0,
    interval: auto ? parseTypedNumber(interval) : 0,
  }
}

/** Body of POST /service/order. */
export const buildOrderBody = (draft: OrderDraft) => ({ ...toOrderInput(draft), ...draft.details })

/**
 * The typed order with its quantity, and the rules for its details. If the service type requires details, these
 * determine the rules and, if the form has no field for it, the quantity. While the script that reads details is
 * loading, the quantity is NaN, and the only rule is broken, with a message that says so.
 */
function readOrder(draft: OrderDraft, product: Product | undefined) {
  const input = toOrderInput(draft)
  if (!product?.type) return { input, rules: [] }
  const read = product.readDetails?.(draft.details ?? {})
  if (!read)
    return { input: { ...input, amount: Number.NaN }, rules: [['', true, orderDetailLabels.loading] satisfies Rule] }
  const { amount: quantity, range, rules } = read
  return { input: { ...input, amount: quantity ?? input.amount, range }, rules }
}

type OrderQuantities = Pick<PlaceOrderInput, 'amount' | 'runs' | 'interval'>

/** Quantity of one run, number of runs, and interval. The product's type or the details may determine the quantity. */
export function computeQuantities(draft: OrderDraft, product: Product | undefined): OrderQuantities {
  return readOrder(draft, product).input
}

/** All rules of a typed order except the balance rule, in the order of docs/contract.md#placing-orders. */
function rulesOf(draft: OrderDraft, product: Product): Rule[] {
  const { input, rules } = readOrder(draft, product)
  return [...orderInputRules(input, isLinkless(product)), ...rules, ...orderRules(input, product, draft.auto)]
}

/**
 * Total quantity of all runs, and its price. Null if a typed number isn't whole, no product is selected, or an auto
 * order has too few runs.
 */
export function computeQuote(
  draft: OrderDraft,
  product: Product | undefined,
): { quantity: number; price: Points } | null {
  const { amount: quantityPerRun, runs } = computeQuantities(draft, product)
  const quantity = totalQuantity(quantityPerRun, runs)
  if (!product || !Number.isSafeInteger(quantity) || (draft.auto && runs < MIN_RUNS)) return null
  return { quantity, price: priceOf(product.unitPrice, quantity) }
}

/**
 * Quantity as text: '300개'; '300개 × 5회' for an auto order; '최대 300개' with `isMaximum`, for a subscription, which may
 * deliver less.
 */
export const quantityText = (quantity: number, runs: number, isMaximum = false): string =>
  `${isMaximum ? '최대 ' : ''}${formatCount(quantity)}개${runs > 1 ? ` × ${formatCount(runs)}회` : ''}`

/** The first rule that the draft breaks, in the order of docs/contract.md#placing-orders; null if it breaks no rule. */
export function findFirstBrokenRule(draft: OrderDraft, product: Product | undefined, balance: Points): Issue | null {
  if (!product) return firstIssue(orderInputRules({ ...toOrderInput(draft), serviceId: 0 }))
  if (!product.orderable) return { path: '', message: notOrderableMessage }
  const issue = firstIssue(rulesOf(draft, product))
  return issue ?? firstIssue([balanceRule(computeQuantities(draft, product), product, balance)])
}

/**
 * Name of the first field of a restored draft that is empty or wrong. Null if all fields are filled in correctly, even
 * if points are missing or the product can't be ordered now.
 */
export const findFieldToFillIn = (draft: OrderDraft, product: Product | undefined): string | null =>
  findFirstBrokenRule(draft, product, 0n)?.path || null

/**
 * Whole won, rounded up, that the balance lacks to pay for the draft; 0 if it lacks nothing or the price isn't known.
 */
export function missingWon(draft: OrderDraft, product: Product | undefined, balance: Points): number {
  const missing = (computeQuote(draft, product)?.price ?? 0n) - balance
  return missing > 0n ? Math.ceil(pointsToNumber(missing)) : 0
}

/** Names of all fields that break a rule; empty if the product can't be ordered. */
export const findBrokenFields = (draft: OrderDraft, product: Product | undefined): string[] =>
  product?.orderable ? issuesByField(rulesOf(draft, product)).map(({ path }) => path) : []

type FieldErrors = Readonly<Record<string, string>>

/** Errors of the touched fields, by field name, shown while the member types. */
export function touchedFieldErrors(
  draft: OrderDraft,
  product: Product | undefined,
  touched: ReadonlySet<string>,
): FieldErrors {
  if (!product?.orderable) return {}
  // For some types the details determine the quantity; it then counts as touched once the details are touched.
  const isTouched = (path: string) => touched.has(path === 'amount' && product.quantityFrom ? 'details' : path)
  const brokenRules = rulesOf(draft, product).filter(([path, isBroken]) => isBroken && isTouched(path))
  // Each field shows its first error. fromEntries keeps the last, so the list is reversed.
  return Object.fromEntries(brokenRules.reverse().map(([path, , message]) => [path, message]))
}

/**
 * The error that the balance is too small; null if it isn't, or if the draft breaks another rule. Ignores rules about
 * the link.
 */
export function findBalanceIssue(draft: OrderDraft, product: Product | undefined, balance: Points): Issue | null {
  const issue =
    product?.orderable &&
    computeQuote(draft, product) &&
    findFirstBrokenRule({ ...draft, link: 'any' }, product, balance)
  return issue && issue.path === '' ? issue : null
}
