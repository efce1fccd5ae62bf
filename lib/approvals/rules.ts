import { type Points, wholePoints } from '#lib/money/points.ts'

/** Maximum number of points that one staff member may move alone: per action and per day. Zero means no limit. */
export type ApprovalLimits = { perAction: Points; perDay: Points }

/** Limits from the settings, which are in whole won. */
export const approvalLimitsOf = (settings: { APPROVAL_LIMIT: number; DAILY_LIMIT: number }): ApprovalLimits => ({
  perAction: wholePoints(settings.APPROVAL_LIMIT),
  perDay: wholePoints(settings.DAILY_LIMIT),
})

/** True if an amount exceeds a limit and needs a second person; a limit of zero is never exceeded. */
export const exceedsLimit = (amount: Points, limit: Points): boolean => limit > 0n && amount > limit
