import type { Points } from './points.ts'

/**
 * The part of `whole` that falls to `count` of `of` units, rounded down. Used cumulatively, so that parts of a whole
 * never add up to more than it (docs/contract.md#money).
 */
export function shareOf(whole: Points, count: number, of: number): Points {
  return (whole * BigInt(count)) / BigInt(of)
}

/** What part number `index` (from 0) of `parts` gets, so that all parts sum to `whole` to the hundredth. */
export function partOf(whole: Points, index: number, parts: number): Points {
  return shareOf(whole, index + 1, parts) - shareOf(whole, index, parts)
}

/** '+10%' rounded half up to a whole won: what a receipt kind with a fee pays (docs/contract.md#receipt-kinds). */
export function withTenPercent(points: Points): Points {
  return ((points * 110n + 5_000n) / 10_000n) * 100n
}
