import { isOverpriced, type UnitPrice } from '#lib/money/prices.ts'
import type { PriceChangeKind, PriceRefusal, Rounding } from './labels.ts'

/**
 * `value` is in hundredths of a percent for PERCENT and MARGIN, in hundred-thousandths of a won for AMOUNT; `step` is
 * always in hundred-thousandths of a won.
 */
export type PriceChange = { kind: PriceChangeKind; value: bigint; step: UnitPrice; rounding: Rounding }

/** 100 % in hundredths of a percent. */
const FULL_PERCENT = 10_000n

/** New price before rounding, times FULL_PERCENT, so that it is rounded only once; null if the cost is needed but unknown. */
function exactPrice({ kind, value }: PriceChange, price: UnitPrice, cost: UnitPrice | null): bigint | null {
  if (kind === 'PERCENT') return price * (FULL_PERCENT + value)
  if (kind === 'AMOUNT') return (price + value) * FULL_PERCENT
  return cost === null ? null : cost * (FULL_PERCENT + value)
}

const floorTo = (value: bigint, unit: bigint): bigint => (value / unit) * unit

function roundPrice(exact: bigint, { step, rounding }: PriceChange): UnitPrice {
  const unit = step * FULL_PERCENT
  const added = { DOWN: 0n, NEAREST: unit / 2n, UP: unit - 1n }[rounding]
  return floorTo(exact + added, unit) / FULL_PERCENT
}

/** New price, or the reason why it can't be changed. Halves are rounded up. */
export function changedPrice(
  change: PriceChange,
  { unitPrice, unitCost }: { unitPrice: UnitPrice; unitCost: UnitPrice | null },
): UnitPrice | PriceRefusal {
  const exact = exactPrice(change, unitPrice, unitCost)
  if (exact === null) return 'NO_COST'
  if (exact <= 0n) return 'FREE'
  const price = roundPrice(exact, change)
  if (price === 0n) return 'FREE'
  return isOverpriced(price) ? 'TOO_DEAR' : price
}
