import type { Role } from '#lib/core/call.ts'
import { days, hours, minutes } from '#lib/core/clock.ts'

/** 30 days, staff 12 hours (decisions 5). */
export const sessionLife = (role: Role): number => (role === 'MEMBER' ? days(30) : hours(12))

/** Decisions 5: failures within 15 minutes after which an address has to wait. */
export const failureRules = {
  windowMs: minutes(15),
  ofIdFromAddress: 10,
  ofAddress: 30,
  ofIdAnywhere: 50,
  slowedMs: 1_000,
} as const
