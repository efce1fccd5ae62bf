const HOUR_MS = 60 * 60 * 1_000

/** How long a session lasts, in milliseconds: 30 days, for staff 12 hours (docs/contract.md#sessions). */
export const sessionLife = (isStaff: boolean): number => (isStaff ? 12 * HOUR_MS : 30 * 24 * HOUR_MS)

/**
 * Failed proofs of identity allowed within `windowMs`, in one session and in all sessions of a member; more are
 * refused.
 */
export const proofAttemptLimits = { windowMs: HOUR_MS / 4, ofSession: 10, ofMember: 20 } as const

/**
 * Failed logins allowed within `windowMs`: of one login id from one address, and of all ids from one address; more are
 * refused. Once an id has `ofIdAnywhere` failures from all addresses together, logins with it are not refused but
 * slowed down by `slowedMs` (docs/contract.md#sessions).
 */
export const loginFailureLimits = {
  windowMs: HOUR_MS / 4,
  ofIdFromAddress: 10,
  ofAddress: 30,
  ofIdAnywhere: 50,
  slowedMs: 1_000,
} as const
