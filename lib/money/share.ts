import type { Points } from './points.ts'

/**
 * The share of `count` units in `whole`, the points of `of` units, rounded down. To divide `whole` into several parts,
 * calculate each part as the difference of two cumulative shares, as `partOf` does: then the parts never add up to more
 * than `whole` (docs/contract.md#money).
 */
export function shareOf(whole: Points, count: number, of: number): Points {
  return (whole * BigInt(count)) / BigInt(of)
}

/**
 * The part at `index` (from 0) if `whole` is divided into `parts` nearly equal parts that add up to `whole` exactly.
 */
export function partOf(whole: Points, index: number, parts: number): Points {
  return shareOf(whole, index + 1, parts) - shareOf(whole, index, parts)
}

/**
 * Adds 10 % and rounds to whole won (half a won up): what a member transfers for a charge whose receipt kind costs
 * extra (docs/contract.md#receipt-kinds).
 */
export function withTenPercent(points: Points): Points {
  return ((points * 110n + 5_000n) / 10_000n) * 100n
}
