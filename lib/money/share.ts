import type { Points } from './points.ts'

/**
 * The points of `count` units, rounded down, if `allUnits` units together have `whole` points. To divide `whole` into
 * several parts, calculate each part as the difference of two cumulative shares, as `partOf` does. Then the parts never
 * add up to more than `whole` (docs/contract.md#money).
 */
export function shareOf(whole: Points, count: number, allUnits: number): Points {
  return (whole * BigInt(count)) / BigInt(allUnits)
}

/**
 * The part at `index` (from 0) when `whole` is divided into `count` nearly equal parts. The parts add up to `whole`
 * exactly.
 */
export function partOf(whole: Points, index: number, count: number): Points {
  return shareOf(whole, index + 1, count) - shareOf(whole, index, count)
}

/**
 * Adds 10 % and rounds to whole won, half a won up. This is the amount that a member transfers for a charge whose
 * receipt kind costs extra (docs/contract.md#receipt-kinds).
 */
export function addTenPercent(points: Points): Points {
  return ((points * 110n + 5_000n) / 10_000n) * 100n
}
