import { isOverpriced, type UnitPrice } from '#lib/money/prices.ts'
import {
  type NewPriceWarning,
  outlierWarnings,
  type PriceChangeKind,
  type PriceRefusal,
  type RepricingGroup,
  type Rounding,
} from './labels.ts'

/**
 * A bulk price change. PERCENT changes each price by a percentage, AMOUNT by an amount; MARGIN computes each price from
 * the cost. `value` is in hundredths of a percent; for AMOUNT it is in hundred-thousandths of a won. `roundingStep` is
 * always in hundred-thousandths of a won. With `leaveOut`, a service keeps its price if the new price would have one of
 * the warnings in `outlierWarnings`.
 */
export type PriceChange = {
  kind: PriceChangeKind
  value: bigint
  roundingStep: UnitPrice
  rounding: Rounding
  leaveOut?: boolean | undefined
}

/** The price and cost of one unit of a service, from which a price change computes the new price. */
export type PriceAndCost = { unitPrice: UnitPrice; unitCost: UnitPrice | null }

/** 100 % in hundredths of a percent. */
const FULL_PERCENT = 10_000n

/**
 * New price before rounding, multiplied by FULL_PERCENT so that it stays a whole number without loss. Null if the price
 * is computed from the cost but the cost isn't known.
 */
function exactPrice({ kind, value }: PriceChange, { unitPrice, unitCost }: PriceAndCost): bigint | null {
  if (kind === 'PERCENT') return unitPrice * (FULL_PERCENT + value)
  if (kind === 'AMOUNT') return (unitPrice + value) * FULL_PERCENT
  return unitCost === null ? null : unitCost * (FULL_PERCENT + value)
}

/** The largest multiple of `unit` that is at most `value`. */
const floorTo = (value: bigint, unit: bigint): bigint => (value / unit) * unit

/**
 * Step to which a price is rounded: the chosen step, or 1 (no rounding) if the chosen step is larger than the price.
 * Without this exception, rounding a price of 0.005 won to a step of 0.01 won would double it or make it 0.
 */
const roundingStepFor = (exact: bigint, chosen: UnitPrice): UnitPrice => (chosen * FULL_PERCENT > exact ? 1n : chosen)

/** Rounds the result of `exactPrice` to a price. */
function roundPrice(exact: bigint, { roundingStep, rounding }: PriceChange): UnitPrice {
  const unit = roundingStepFor(exact, roundingStep) * FULL_PERCENT
  const added = { DOWN: 0n, NEAREST: unit / 2n, UP: unit - 1n }[rounding]
  return floorTo(exact + added, unit) / FULL_PERCENT
}

/**
 * Computes the new price of a service, or returns the reason why its price can't be changed. With the rounding NEAREST,
 * a price halfway between two steps is rounded up.
 */
export function computeNewPrice(change: PriceChange, service: PriceAndCost): UnitPrice | PriceRefusal {
  const exact = exactPrice(change, service)
  if (exact === null) return 'NO_COST'
  if (exact <= 0n) return 'FREE'
  const price = roundPrice(exact, change)
  if (price === 0n) return 'FREE'
  return isOverpriced(price) ? 'TOO_DEAR' : price
}

/**
 * What a price change does to a selected service. `group`: whether the price changes and, if not, why. `to`: the new
 * price; null if the price doesn't change or the service is left out. `marks`: warnings about the new price; for
 * LEFT_OUT they say why the service is left out.
 */
export type Repricing = { group: RepricingGroup; to: UnitPrice | null; marks: NewPriceWarning[] }

/** True if a price changes by more than half of the old price. */
const isJump = (from: UnitPrice, to: UnitPrice): boolean => 2n * (to > from ? to - from : from - to) > from

/** The warnings that apply to the new price `to`. */
function marksOf(change: PriceChange, service: PriceAndCost, to: UnitPrice): NewPriceWarning[] {
  const exact = exactPrice(change, service) ?? 0n
  const marks: [NewPriceWarning, boolean][] = [
    ['BELOW_COST', service.unitCost !== null && to < service.unitCost],
    ['JUMP', isJump(service.unitPrice, to)],
    ['UNROUNDED', roundingStepFor(exact, change.roundingStep) !== change.roundingStep],
  ]
  return marks.flatMap(([mark, applies]) => (applies ? [mark] : []))
}

/** Computes what a price change does to a selected service. */
export function repriceService(change: PriceChange, service: PriceAndCost & { withdrawn: boolean }): Repricing {
  if (service.withdrawn) return { group: 'GONE', to: null, marks: [] }
  const to = computeNewPrice(change, service)
  if (typeof to === 'string') return { group: to, to: null, marks: [] }
  if (to === service.unitPrice) return { group: 'SAME', to: null, marks: [] }
  const marks = marksOf(change, service, to)
  if (change.leaveOut && marks.some((mark) => outlierWarnings.includes(mark)))
    return { group: 'LEFT_OUT', to: null, marks }
  return { group: 'CHANGED', to, marks }
}
