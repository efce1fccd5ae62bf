import { largerOf, smallerOf } from '#lib/money/points.ts'
import type { UnitPrice } from '#lib/money/prices.ts'

/** A discount in hundredths of a percent, or a price of one unit. */
export type PriceRule = {
  percent: number | null
  unitPrice: UnitPrice | null
  /** True if an OWNER allows a price below cost. */
  belowCost: boolean
}

/** All price rules of one group or of one member, by what they apply to. */
export type PriceRules = {
  all: PriceRule | null
  categories: ReadonlyMap<number, PriceRule>
  services: ReadonlyMap<number, PriceRule>
}

/** What the price of a service depends on besides the price rules. */
export type PricedItem = {
  id: number
  categoryId: number
  unitPrice: UnitPrice
  /** Lowest unit price that a discount may lead to: the cost of one unit, or the list price if the cost isn't known. */
  priceFloor: UnitPrice
}

const WHOLE_PERCENT = 10_000n

/** A price less `percent` hundredths of a percent, rounded up to the smallest unit of prices. */
const discounted = (price: UnitPrice, percent: number): UnitPrice =>
  (price * (WHOLE_PERCENT - BigInt(percent)) + WHOLE_PERCENT - 1n) / WHOLE_PERCENT

/** Price by the most specific of a group's or member's rules: for the service, its category, or everything. */
function priceByRules(item: PricedItem, { all, categories, services }: PriceRules): UnitPrice {
  const rule = services.get(item.id) ?? categories.get(item.categoryId) ?? all
  if (!rule) return item.unitPrice
  const price = rule.unitPrice ?? discounted(item.unitPrice, rule.percent ?? 0)
  return rule.belowCost ? price : largerOf(price, item.priceFloor)
}

/**
 * Unit price of a service for a member: the lowest of the list price, the price by his own rules and the price by those
 * of his group. So nobody pays more than the list says, and no rule goes below cost unless an OWNER allows that rule to
 * (docs/contract.md#prices-for-people).
 */
export const unitPriceFor = (item: PricedItem, ruleSets: readonly PriceRules[]): UnitPrice =>
  ruleSets.reduce((least, rules) => smallerOf(least, priceByRules(item, rules)), item.unitPrice)
