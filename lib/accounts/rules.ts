const MINUTE = 60_000

/** How long a reset link holds, in milliseconds (docs/contract.md#password-reset). */
export const RESET_LINK_LIFE = 30 * MINUTE

/** Reset links sent to one member, whoever asks and from wherever. */
export const linkRules = { aMinute: 1, aDay: 5 } as const

/** How often an address may ask for an id or a link (docs/contract.md#account-look-up). */
export const lookupRules = { most: 10, windowMs: 60 * MINUTE } as const
