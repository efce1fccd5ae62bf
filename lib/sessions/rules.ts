const HOUR_MS = 60 * 60 * 1_000

/** How long a session lasts, in milliseconds: 30 days, for staff 12 hours (docs/contract.md#sessions). */
export const sessionLifeMs = (isStaff: boolean): number => (isStaff ? 12 * HOUR_MS : 30 * 24 * HOUR_MS)

/**
 * Maximum number of failed proofs of identity within `windowMs` milliseconds, in one session (`ofSession`) and in all
 * sessions of a member (`ofMember`). Further attempts are refused.
 */
export const proofAttemptLimits = { windowMs: HOUR_MS / 4, ofSession: 10, ofMember: 20 } as const

/**
 * Maximum number of failed logins within `windowMs` milliseconds, with one login id from one IP address
 * (`ofIdFromAddress`) and with all login ids from one IP address (`ofAddress`). Further logins are refused. After
 * `ofIdAnywhere` failures with one login id from all IP addresses together, logins with this id take `slowedMs` longer,
 * but aren't refused (docs/contract.md#sessions).
 */
export const loginFailureLimits = {
  windowMs: HOUR_MS / 4,
  ofIdFromAddress: 10,
  ofAddress: 30,
  ofIdAnywhere: 50,
  slowedMs: 1_000,
} as const
