import type { Points } from './points.ts'

/**
 * The part of an amount (`whole`, for `of` units) that falls to `count` of the units, rounded down. If an amount is
 * divided into several parts, calculate each as the difference of two cumulative shares, so that they never add up to
 * more than the whole (docs/contract.md#money).
 */
export function shareOf(whole: Points, count: number, of: number): Points {
  return (whole * BigInt(count)) / BigInt(of)
}

/**
 * Part number `index` (from 0) if `whole` is divided into `parts` nearly equal parts, which add up to `whole` exactly.
 */
export function partOf(whole: Points, index: number, parts: number): Points {
  return shareOf(whole, index + 1, parts) - shareOf(whole, index, parts)
}

/**
 * Adds 10 %, rounded half up to whole won: the amount to pay for a receipt kind with a fee
 * (docs/contract.md#receipt-kinds).
 */
export function withTenPercent(points: Points): Points {
  return ((points * 110n + 5_000n) / 10_000n) * 100n
}
