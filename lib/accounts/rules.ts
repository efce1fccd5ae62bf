import { hours, minutes } from '#lib/core/clock.ts'

/** Decisions 5: how long a reset link holds, in milliseconds. */
export const RESET_LINK_LIFE = minutes(30)

/** Decisions 5: how often an address may ask for an id or a link. */
export const lookupRules = { most: 10, windowMs: hours(1) } as const

/** Decisions 5: eight characters, none of which is taken for another. */
export const referralRules = { length: 8, alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' } as const
