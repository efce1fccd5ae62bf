import { isPackage, type ServiceTypeName } from '#lib/catalog/service-types.ts'
import type { UnitPrice } from '#lib/money/prices.ts'

/** A provider's price of 1000 units, or of one package, in hundred-millionths of the provider's currency. */
export type ProviderRate = bigint

/** Won per unit of a provider's currency, in hundred-thousandths of a won. */
export type ExchangeRate = bigint

const RATE_DECIMALS = 8

/** Maximum number of digits before the decimal point of a rate; a rate with more is implausible and refused. */
const MAX_WHOLE_DIGITS = 10

const plainDecimal = (value: number): string => (/e/.test(String(value)) ? value.toFixed(12) : String(value))

/**
 * Parses a rate from a provider's list, given as a number or text. Returns the rate rounded up to eight decimals; null
 * for anything else, and for an implausible rate with more than ten digits before the decimal point.
 */
export function readProviderRate(value: unknown): ProviderRate | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const text = typeof value === 'number' ? plainDecimal(value) : value.trim()
  const grouped = /^\d{1,3}(,\d{3})+(?=\.|$)/.test(text) ? text.replaceAll(',', '') : text
  const match = /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(grouped)
  if (!match) return null
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '')
  const decimals = match[2] ?? ''
  if (whole.length > MAX_WHOLE_DIGITS) return null
  const exact = BigInt(whole + decimals.slice(0, RATE_DECIMALS).padEnd(RATE_DECIMALS, '0'))
  return /[1-9]/.test(decimals.slice(RATE_DECIMALS)) ? exact + 1n : exact
}

/** Formats a rate as providers write it, such as '341778.3497'. */
export function formatProviderRate(rate: ProviderRate): string {
  const digits = String(rate).padStart(RATE_DECIMALS + 1, '0')
  const decimals = digits.slice(-RATE_DECIMALS).replace(/0+$/, '')
  return digits.slice(0, -RATE_DECIMALS) + (decimals && `.${decimals}`)
}

const divideRoundingUp = (value: bigint, by: bigint): bigint => (value + by - 1n) / by

// Divisor that turns rate × exchange rate into hundred-thousandths of a won per unit. The rate is in hundred-millionths
// of the currency per 1000 units, the exchange rate in hundred-thousandths of a won.
const RATE_TO_UNIT = 10n ** 11n

/** Like RATE_TO_UNIT, for a package: the rate of a package is the price of one package, not of 1,000 units. */
const RATE_TO_PACKAGE = RATE_TO_UNIT / 1_000n

/** Cost of one unit or package of a service for the shop, in hundred-thousandths of a won, rounded up. */
export const unitCostOf = (
  { rate, type }: { rate: ProviderRate; type: ServiceTypeName },
  exchangeRate: ExchangeRate,
): UnitPrice => divideRoundingUp(rate * exchangeRate, isPackage(type) ? RATE_TO_PACKAGE : RATE_TO_UNIT)

/**
 * Stored as the type of a provider service whose type the shop doesn't know. No order has this type, so no order is
 * sent to such a service (docs/contract.md#delivery).
 */
export const OTHER_TYPE = 'Other'

/** Type of a stored provider service. */
export type ListedType = ServiceTypeName | typeof OTHER_TYPE

/**
 * Like `unitCostOf`, for a stored provider service. Null if the exchange rate isn't known, or if the service's type is
 * OTHER_TYPE: its rate may be that of a package or of 1,000 units.
 */
export const storedUnitCostOf = (
  { rate, type }: { rate: ProviderRate; type: ListedType },
  exchangeRate: ExchangeRate | null,
): UnitPrice | null => (exchangeRate === null || type === OTHER_TYPE ? null : unitCostOf({ rate, type }, exchangeRate))

const HUNDRED_PERCENT = 10_000n

/** Price of one unit: cost plus mark-up, rounded up. `margin` is the mark-up in hundredths of a percent of the cost. */
export const priceWithMargin = (cost: UnitPrice, margin: number): UnitPrice =>
  divideRoundingUp(cost * (HUNDRED_PERCENT + BigInt(margin)), HUNDRED_PERCENT)

/**
 * Price of one unit: cost plus mark-up (`priceWithMargin`), rounded up to a multiple of `roundingStep`. A step larger
 * than the price isn't applied, because it would make a low price many times higher.
 */
export function sellingPrice(cost: UnitPrice, margin: number, roundingStep: UnitPrice): UnitPrice {
  const price = priceWithMargin(cost, margin)
  return roundingStep > price ? price : divideRoundingUp(price, roundingStep) * roundingStep
}
