import { largerOf, type Points, wholePoints } from '#lib/money/points.ts'
import type { MeterLevel } from './labels.ts'

/** Outstanding balance (발행잔액) at which the shop's exemption from registration ends: 3 billion won. */
export const BALANCE_LIMIT: Points = wholePoints(3_000_000_000)

/** Points issued in a year (연간 총발행액) at which the shop's exemption from registration ends: 50 billion won. */
export const YEARLY_ISSUE_LIMIT: Points = wholePoints(50_000_000_000)

/** Number of days within which personal data must be deleted once its retention period is over. */
export const DELETION_DAYS = 5

const NEAR_PERCENT = 80

/**
 * The task about a level is closed when the figure is more than this many percentage points below the level's
 * threshold. So a figure that moves around the threshold files only one task.
 */
const SLACK_PERCENT = 5

/** Percentage of a limit that is reached, rounded down: 100 means that the limit is fully reached. */
export const percentOfLimit = (value: Points, limit: Points): number => Number((largerOf(value, 0n) * 100n) / limit)

/** Level of a figure that has reached `percent` of its limit. `percent` is null if there is no figure. */
export function decideMeterLevel(percent: number | null): MeterLevel {
  if (percent === null) return 'UNKNOWN'
  if (percent >= 100) return 'OVER'
  return percent >= NEAR_PERCENT ? 'NEAR' : 'CLEAR'
}

/** Levels for which a task is filed, and the percentage at which each begins. */
export const legalTaskThresholds = { NEAR: NEAR_PERCENT, OVER: 100 } as const

export type LegalTaskLevel = keyof typeof legalTaskThresholds

/** True if a task about this level is due at this percentage of the limit; false if there is no figure (null). */
export const shouldFileLegalTask = (level: LegalTaskLevel, percent: number | null): boolean =>
  (percent ?? 0) >= legalTaskThresholds[level]

/**
 * True if an open task about this level is closed at this percentage of the limit; true if there is no figure (null).
 */
export const shouldCloseLegalTask = (level: LegalTaskLevel, percent: number | null): boolean =>
  (percent ?? 0) < legalTaskThresholds[level] - SLACK_PERCENT
