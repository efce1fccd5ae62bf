import { largerOf, smallerOf } from '#lib/money/points.ts'
import type { UnitPrice } from '#lib/money/prices.ts'

/** A discount (`percent`, in hundredths of a percent) or a price of one unit; the other field is null. */
export type PriceRule = {
  percent: number | null
  unitPrice: UnitPrice | null
  /** True if an OWNER has allowed this rule to lead below the price floor. */
  belowCost: boolean
}

/** All price rules of one group, or of one member, by category id and service id; `all` applies to everything. */
export type PriceRules = {
  all: PriceRule | null
  categories: ReadonlyMap<number, PriceRule>
  services: ReadonlyMap<number, PriceRule>
}

/** The fields of a service on which its price depends, besides the price rules. */
export type PricedItem = {
  id: number
  categoryId: number
  unitPrice: UnitPrice
  /** Lowest unit price to which a rule may lead without `belowCost` (see `Service` in lib/catalog/queries.ts). */
  priceFloor: UnitPrice
}

/** 100 % in hundredths of a percent. */
const WHOLE_PERCENT = 10_000n

/** A price less `percent` hundredths of a percent, rounded up to the smallest unit of prices. */
const discountedPrice = (price: UnitPrice, percent: number): UnitPrice =>
  (price * (WHOLE_PERCENT - BigInt(percent)) + WHOLE_PERCENT - 1n) / WHOLE_PERCENT

/**
 * Price by the most specific rule of a group or member: the rule for the service, else for its category, else for
 * everything. The list price if no rule applies.
 */
function priceByRules(item: PricedItem, { all, categories, services }: PriceRules): UnitPrice {
  const rule = services.get(item.id) ?? categories.get(item.categoryId) ?? all
  if (!rule) return item.unitPrice
  const price = rule.unitPrice ?? discountedPrice(item.unitPrice, rule.percent ?? 0)
  return rule.belowCost ? price : largerOf(price, item.priceFloor)
}

/**
 * Unit price of a service for a member: the lowest of the list price, the price by his own rules and the price by the
 * rules of his group. So nobody pays more than the list price, and only rules with `belowCost` go below the price floor
 * (docs/contract.md#prices-for-people).
 */
export const unitPriceFor = (item: PricedItem, ruleSets: readonly PriceRules[]): UnitPrice =>
  ruleSets.reduce((least, rules) => smallerOf(least, priceByRules(item, rules)), item.unitPrice)
