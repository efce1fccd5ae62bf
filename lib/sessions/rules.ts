const HOUR = 60 * 60 * 1_000

/** How long a session lasts, in milliseconds: 30 days, staff 12 hours (docs/contract.md#sessions). */
export const sessionLife = (isStaff: boolean): number => (isStaff ? 12 * HOUR : 30 * 24 * HOUR)

/** Failed proofs of a signed-in member within 15 minutes after which his session, or all of them, have to wait. */
export const proofRules = { windowMs: HOUR / 4, ofSession: 10, ofMember: 20 } as const

/**
 * Failures within 15 minutes after which an address has to wait; an id past `ofIdAnywhere` is slowed
 * (docs/contract.md#sessions).
 */
export const failureRules = {
  windowMs: HOUR / 4,
  ofIdFromAddress: 10,
  ofAddress: 30,
  ofIdAnywhere: 50,
  slowedMs: 1_000,
} as const
