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
 * An alert ends when the figure is more than this many percentage points below the threshold, so that a figure that
 * moves around the threshold files only one task.
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
export const alertThresholds = { NEAR: NEAR_PERCENT, OVER: 100 } as const

export type AlertLevel = keyof typeof alertThresholds

/** True if an alert of this level begins at this percentage of the limit; without a figure no alert begins. */
export const shouldAlertBegin = (level: AlertLevel, percent: number | null): boolean =>
  (percent ?? 0) >= alertThresholds[level]

/** True if a running alert of this level ends at this percentage of the limit; without a figure every alert ends. */
export const shouldAlertEnd = (level: AlertLevel, percent: number | null): boolean =>
  (percent ?? 0) < alertThresholds[level] - SLACK_PERCENT
