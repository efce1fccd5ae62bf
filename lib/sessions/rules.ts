const HOUR_MS = 60 * 60 * 1_000

/** Lifetime of a session in milliseconds: 30 days, for staff 12 hours (docs/contract.md#sessions). */
export const sessionLife = (isStaff: boolean): number => (isStaff ? 12 * HOUR_MS : 30 * 24 * HOUR_MS)

/** Failed proofs of identity within 15 minutes after which the session, or all sessions of the member, must wait. */
export const proofRules = { windowMs: HOUR_MS / 4, ofSession: 10, ofMember: 20 } as const

/**
 * Failed logins within 15 minutes after which an address must wait. Above `ofIdAnywhere` a login id is slowed down
 * (docs/contract.md#sessions).
 */
export const failureRules = {
  windowMs: HOUR_MS / 4,
  ofIdFromAddress: 10,
  ofAddress: 30,
  ofIdAnywhere: 50,
  slowedMs: 1_000,
} as const
