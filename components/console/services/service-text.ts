import type { SaleState } from '#lib/catalog/labels.ts'
import { formatMargin, formatUnitPrice, marginOver, unitPriceFromNumber } from '#lib/money/prices.ts'
import type { Tone } from '../../ui/badge.tsx'

export const saleStateTones: Record<SaleState, Tone> = {
  SALE: 'good',
  READ_ONLY: 'warn',
  HIDDEN: 'neutral',
  WITHDRAWN: 'bad',
}

/** A unit price from an API answer as text. */
export const priceText = (point: number): string => formatUnitPrice(unitPriceFromNumber(point) ?? 0n)

/** '+20%': the margin over the cost; null if the price or the cost is unknown. */
export function marginText(point: number, cost: number | null): string | null {
  const price = unitPriceFromNumber(point)
  if (price === null || cost === null) return null
  const margin = marginOver(price, unitPriceFromNumber(cost))
  return margin === null ? null : formatMargin(margin)
}

export const isBelowCost = (point: number, cost: number | null): boolean => cost !== null && cost > 0 && point < cost
