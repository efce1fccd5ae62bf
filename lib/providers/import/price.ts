import type { UnitPrice } from '#lib/money/prices.ts'

/** A provider's price of 1000 units in its own currency, in hundred-millionths of that currency. */
export type Rate = bigint

/** Won per unit of a provider's currency, in hundred-thousandths of a won. */
export type ExchangeRate = bigint

const RATE_DECIMALS = 8

/** Longest integer part of a rate, in digits; at longer ones a single unit would cost more than any balance. */
const MAX_WHOLE_DIGITS = 10

const plainDecimal = (value: number): string => (/e/.test(String(value)) ? value.toFixed(12) : String(value))

/** Parses a rate given as a number or text; more than eight decimals are rounded up. Null for anything else. */
export function readRate(value: unknown): Rate | null {
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
export function writeRate(rate: Rate): string {
  const digits = String(rate).padStart(RATE_DECIMALS + 1, '0')
  const decimals = digits.slice(-RATE_DECIMALS).replace(/0+$/, '')
  return digits.slice(0, -RATE_DECIMALS) + (decimals && `.${decimals}`)
}

const divideRoundingUp = (value: bigint, by: bigint): bigint => (value + by - 1n) / by

// Divisor from (hundred-millionths per 1000 units) x (hundred-thousandths of a won) to hundred-thousandths of a won per
// unit.
const RATE_TO_UNIT = 10n ** 11n

/** Cost of one unit in hundred-thousandths of a won, rounded up once. */
export const unitCostOf = (rate: Rate, exchangeRate: ExchangeRate): UnitPrice =>
  divideRoundingUp(rate * exchangeRate, RATE_TO_UNIT)

const HUNDRED_PERCENT = 10_000n

/** Price for a cost plus a margin, rounded up; the margin is in hundredths of a percent of the cost. */
export const priceWithMargin = (cost: UnitPrice, margin: number): UnitPrice =>
  divideRoundingUp(cost * (HUNDRED_PERCENT + BigInt(margin)), HUNDRED_PERCENT)

/**
 * Price for a cost plus a margin, rounded up to a step; one coarser than the price itself isn't applied, as it would
 * multiply a price of a fraction of a won.
 */
export function sellingPrice(cost: UnitPrice, margin: number, step: UnitPrice): UnitPrice {
  const price = priceWithMargin(cost, margin)
  return step > price ? price : divideRoundingUp(price, step) * step
}
