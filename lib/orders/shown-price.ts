import { type Points, pointsFromNumber } from '#lib/money/points.ts'

/**
 * The price in points that the person was shown for his order, as the shop's pages send it in `x-shown-price`; null if
 * there is none (docs/contract.md#placing-orders). It is a header and not a field of the body, because a retry with the
 * same idempotency key must have the same body, even if the price has changed since.
 */
export function readShownPrice(header: (name: string) => string | undefined): Points | null {
  const text = header('x-shown-price') ?? ''
  return /^\d+(\.\d{1,2})?$/.test(text) ? pointsFromNumber(Number(text)) : null
}
