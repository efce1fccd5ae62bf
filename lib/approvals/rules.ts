import { type Points, wholePoints } from '#lib/money/points.ts'

/** Amounts that one person may let through alone: each, and in a day. Zero means no limit. */
export type Limits = { each: Points; day: Points }

/** The limits as the settings have them, in whole won. */
export const limitsOf = (settings: { APPROVAL_LIMIT: number; DAILY_LIMIT: number }): Limits => ({
  each: wholePoints(settings.APPROVAL_LIMIT),
  day: wholePoints(settings.DAILY_LIMIT),
})

/** Whether one amount is too large for one person. */
export const isAbove = (amount: Points, limit: Points): boolean => limit > 0n && amount > limit
