import type { Points } from './points.ts'

/**
 * Share of `count` units in the amount `whole` of `of` units, rounded down. Calculate parts as differences of
 * cumulative shares, so that they never add up to more than the whole (docs/contract.md#money).
 */
export function shareOf(whole: Points, count: number, of: number): Points {
  return (whole * BigInt(count)) / BigInt(of)
}

/** Part number `index` (from 0) of `parts` nearly equal parts, which add up to `whole` exactly. */
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
