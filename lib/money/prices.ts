import type { Points } from './points.ts'

/**
 * Price of one unit in hundred-thousandths of a won, so that a price per 1000 units is exact to a hundredth of a won
 * (docs/contract.md#money).
 */
export type UnitPrice = bigint

/** Number of units of `UnitPrice` in a hundredth of a point, which is the unit of `Points`. */
const UNITS_PER_HUNDREDTH = 1_000n
const UNIT_PRICE_DECIMALS = 5

/** Price of `quantity` units. Only the total is rounded: up to the next hundredth of a point. */
export function priceOf(unitPrice: UnitPrice, quantity: number): Points {
  return (unitPrice * BigInt(quantity) + UNITS_PER_HUNDREDTH - 1n) / UNITS_PER_HUNDREDTH
}

/**
 * Quantity that an order is paid for: `amount`, the quantity of one run, times the number of runs. 0 runs means a
 * single run (docs/contract.md#money).
 */
export const totalQuantity = (amount: number, runs: number): number => amount * Math.max(runs, 1)

/**
 * Converts a JSON number of won to a unit price: from 0 to below 10^10, with at most five decimals. Returns null for
 * any other number.
 */
export function unitPriceFromNumber(value: number): UnitPrice | null {
  const match = /^(\d{1,10})(?:\.(\d{1,5}))?$/.exec(String(value))
  return match && BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(UNIT_PRICE_DECIMALS, '0'))
}

/** Converts a unit price to a JSON number of won with at most five decimals. */
export const unitPriceToNumber = (price: UnitPrice): number => Number(price) / 100_000

/** Unit price for display with all its decimals: '132.5원', '0.003원'. */
export function formatUnitPrice(price: UnitPrice): string {
  const digits = String(price).padStart(UNIT_PRICE_DECIMALS + 1, '0')
  const whole = digits.slice(0, -UNIT_PRICE_DECIMALS).replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = digits.slice(-UNIT_PRICE_DECIMALS).replace(/0+$/, '')
  return `${whole}${decimals && `.${decimals}`}원`
}

/** Price of 1000 units in won, as the decimal text that the shop's API v2 for resellers returns. */
export function ratePerThousandText(price: UnitPrice): string {
  const hundredths = String(price).padStart(3, '0')
  const decimals = hundredths.slice(-2).replace(/0+$/, '')
  return `${hundredths.slice(0, -2)}${decimals && `.${decimals}`}`
}

/**
 * Largest unit price, ten million won. With a larger one the price of a large order could exceed the ledger's number
 * range.
 */
export const MAX_UNIT_PRICE: UnitPrice = 10n ** 12n

/** True for a unit price above MAX_UNIT_PRICE. */
export const isOverpriced = (price: UnitPrice): boolean => price > MAX_UNIT_PRICE

/**
 * Mark-up of a price over its cost, in hundredths of a percent of the cost, rounded down; null if the cost is null or
 * 0.
 */
export function markUpOverCost(price: UnitPrice, cost: UnitPrice | null): number | null {
  if (cost === null || cost === 0n) return null
  const scaled = (price - cost) * 10_000n
  return Number(scaled / cost - (scaled < 0n && scaled % cost !== 0n ? 1n : 0n))
}

/**
 * Largest mark-up that staff can set, in hundredths of a percent: 10,000 %. A larger mark-up can only result from a
 * wrong cost or a typing error.
 */
const MAX_MARGIN = 1_000_000

/** A mark-up for display: '+20%', '-3.5%'; '+10,000% 초과' above the largest one that staff can set. */
export const formatMarkUp = (margin: number): string =>
  margin > MAX_MARGIN
    ? '+10,000% 초과'
    : `${margin > 0 ? '+' : ''}${(margin / 100).toLocaleString('ko-KR', { maximumFractionDigits: 2 })}%`

/** A unit price in a JSON response, in won, as '132.5원'. */
export const priceText = (won: number): string => formatUnitPrice(unitPriceFromNumber(won) ?? 0n)

/** Mark-up of a unit price over the cost, as '+20%'; null if it can't be computed. Price and cost are in won. */
export function markUpText(unitPrice: number, cost: number | null): string | null {
  const price = unitPriceFromNumber(unitPrice)
  if (price === null || cost === null) return null
  const margin = markUpOverCost(price, unitPriceFromNumber(cost))
  return margin === null ? null : formatMarkUp(margin)
}

/**
 * True if the mark-up of a unit price over its cost is larger than staff can set (10,000 %). Price and cost are in won.
 */
export function isImplausibleMarkUp(unitPrice: number, cost: number | null): boolean {
  const [price, unitCost] = [unitPriceFromNumber(unitPrice), unitPriceFromNumber(cost ?? 0)]
  return price !== null && (markUpOverCost(price, unitCost) ?? 0) > MAX_MARGIN
}

/** True if a unit price is below its cost; price and cost are in won. False without a cost. */
export const isBelowCost = (unitPrice: number, cost: number | null): boolean =>
  cost !== null && cost > 0 && unitPrice < cost
