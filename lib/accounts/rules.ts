const MINUTE = 60_000

/** Lifetime of a reset link, in milliseconds (docs/contract.md#password-reset). */
export const RESET_LINK_LIFE_MS = 30 * MINUTE

/**
 * Maximum number of reset links sent to one member per minute and per day, no matter from which IP addresses they are
 * requested.
 */
export const resetLinkLimits = { aMinute: 1, aDay: 5 } as const

/**
 * Maximum number of look-ups of a login id, and of requests for a reset link, that one IP address may make within
 * `windowMs` milliseconds (docs/contract.md#account-look-up). The two kinds are counted apart.
 */
export const accountLookupLimits = { count: 10, windowMs: 60 * MINUTE } as const
