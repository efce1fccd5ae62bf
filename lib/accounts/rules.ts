const MINUTE = 60_000

/** Decisions 5: how long a reset link holds, in milliseconds. */
export const RESET_LINK_LIFE = 30 * MINUTE

/** How many reset links one member is sent, whoever asks for them and from wherever. */
export const linkRules = { aMinute: 1, aDay: 5 } as const

/** Decisions 5: how often an address may ask for an id or a link. */
export const lookupRules = { most: 10, windowMs: 60 * MINUTE } as const

/** Decisions 5: eight characters, none of which is taken for another. */
export const referralRules = { length: 8, alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' } as const
