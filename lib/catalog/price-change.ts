import { isOverpriced, type UnitPrice } from '#lib/money/prices.ts'
import type { PriceChangeKind, PriceGroup, PriceMark, PriceRefusal, Rounding } from './labels.ts'

/**
 * `value` is in hundredths of a percent for PERCENT and MARGIN, in hundred-thousandths of a won for AMOUNT; `step` is
 * always in hundred-thousandths of a won.
 */
export type PriceChange = { kind: PriceChangeKind; value: bigint; step: UnitPrice; rounding: Rounding }

/** What a change is computed from: a service's price and cost. */
export type PricedTerms = { unitPrice: UnitPrice; unitCost: UnitPrice | null }

/** 100 % in hundredths of a percent. */
const FULL_PERCENT = 10_000n

/** New price before rounding, times FULL_PERCENT, so that it is rounded only once; null if the cost is needed but unknown. */
function exactPrice({ kind, value }: PriceChange, { unitPrice, unitCost }: PricedTerms): bigint | null {
  if (kind === 'PERCENT') return unitPrice * (FULL_PERCENT + value)
  if (kind === 'AMOUNT') return (unitPrice + value) * FULL_PERCENT
  return unitCost === null ? null : unitCost * (FULL_PERCENT + value)
}

const floorTo = (value: bigint, unit: bigint): bigint => (value / unit) * unit

/**
 * Step that a price is rounded to. One coarser than the price itself isn't applied: it would turn 0.005 won into 0.01 or
 * into nothing, so such a price keeps all five decimals.
 */
const stepFor = (exact: bigint, step: UnitPrice): UnitPrice => (step * FULL_PERCENT > exact ? 1n : step)

function roundPrice(exact: bigint, { step, rounding }: PriceChange): UnitPrice {
  const unit = stepFor(exact, step) * FULL_PERCENT
  const added = { DOWN: 0n, NEAREST: unit / 2n, UP: unit - 1n }[rounding]
  return floorTo(exact + added, unit) / FULL_PERCENT
}

/** New price, or the reason why it can't be changed. Halves are rounded up. */
export function changedPrice(change: PriceChange, terms: PricedTerms): UnitPrice | PriceRefusal {
  const exact = exactPrice(change, terms)
  if (exact === null) return 'NO_COST'
  if (exact <= 0n) return 'FREE'
  const price = roundPrice(exact, change)
  if (price === 0n) return 'FREE'
  return isOverpriced(price) ? 'TOO_DEAR' : price
}

/** The group of a chosen service, its new price if that is CHANGED, and what staff should look at. */
export type Repricing = { group: PriceGroup; to: UnitPrice | null; marks: PriceMark[] }

const isJump = (from: UnitPrice, to: UnitPrice): boolean => 2n * (to > from ? to - from : from - to) > from

function marksOf(change: PriceChange, terms: PricedTerms, to: UnitPrice): PriceMark[] {
  const exact = exactPrice(change, terms) ?? 0n
  const marks: [PriceMark, boolean][] = [
    ['BELOW_COST', terms.unitCost !== null && to < terms.unitCost],
    ['JUMP', isJump(terms.unitPrice, to)],
    ['UNROUNDED', stepFor(exact, change.step) !== change.step],
  ]
  return marks.flatMap(([mark, applies]) => (applies ? [mark] : []))
}

/** What a change does to one chosen service: exactly one group, whatever its price and cost are. */
export function repricing(change: PriceChange, terms: PricedTerms & { withdrawn: boolean }): Repricing {
  if (terms.withdrawn) return { group: 'GONE', to: null, marks: [] }
  const to = changedPrice(change, terms)
  if (typeof to === 'string') return { group: to, to: null, marks: [] }
  if (to === terms.unitPrice) return { group: 'SAME', to: null, marks: [] }
  return { group: 'CHANGED', to, marks: marksOf(change, terms, to) }
}
