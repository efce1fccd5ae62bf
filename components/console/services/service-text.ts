import type { SaleState } from '#lib/catalog/labels.ts'
import { formatMargin, formatUnitPrice, marginOver, unitPriceFromNumber } from '#lib/money/prices.ts'
import type { Tone } from '../../ui/badge.tsx'

export const saleStateTones: Record<SaleState, Tone> = {
  SALE: 'good',
  READ_ONLY: 'warn',
  HIDDEN: 'neutral',
  WITHDRAWN: 'bad',
}

/** A price of the wire on the screen. */
export const priceText = (point: number): string => formatUnitPrice(unitPriceFromNumber(point) ?? 0n)

/** '+20%' of the cost, or null where one of them is unknown. */
export function marginText(point: number, cost: number | null): string | null {
  const price = unitPriceFromNumber(point)
  if (price === null || cost === null) return null
  const margin = marginOver(price, unitPriceFromNumber(cost))
  return margin === null ? null : formatMargin(margin)
}

export const isBelowCost = (point: number, cost: number | null): boolean => cost !== null && cost > 0 && point < cost
