// Browsers import this file: the form for API keys uses its rules.

/** Scopes of a key. read: lists, statuses and the balance. order: all calls that change something. */
export const keyScopes = ['read', 'order'] as const

export type KeyScope = (typeof keyScopes)[number]

/** Maximum number of API keys that a member may have, not counting test keys. */
export const MAX_API_KEYS = 10

/** Maximum number of test keys that a member may have. */
export const MAX_TEST_KEYS = 5

export const MAX_KEY_NAME_LENGTH = 40

/** Maximum number of IP addresses and ranges that a key may be limited to. */
export const MAX_KEY_ADDRESSES = 50
/** Maximum number of characters of one IP address or range. */
export const MAX_KEY_ADDRESS_LENGTH = 50

/** Highest daily cap, in won. */
export const MAX_DAILY_CAP = 1_000_000_000

/** Maximum number of hours for which a replaced key may work after a rotation. */
export const MAX_OVERLAP_HOURS = 168

const VISIBLE_CHARACTERS = 4
const MASK_DOT = '•'
/** Maximum number of dots for a key's hidden characters: a masked key must fit on one line at a width of 360 px. */
const MASK_DOTS = 10

/** Masks a key of which only the prefix and the last characters (`tail`) are known. */
export const maskKeyFromTail = (prefix: string, tail: string): string => `${prefix}${MASK_DOT.repeat(MASK_DOTS)}${tail}`

/** Masks a key except for its prefix and its last four characters, which distinguish it from other keys. */
export function maskKey(key: string): string {
  const start = key.lastIndexOf('_') + 1
  const secret = key.slice(start)
  const tail = secret.slice(-VISIBLE_CHARACTERS)
  return `${key.slice(0, start)}${MASK_DOT.repeat(Math.min(secret.length - tail.length, MASK_DOTS))}${tail}`
}

/** True for a masked key; real keys contain no dot of this kind. */
export const isMaskedKey = (key: string): boolean => key.includes(MASK_DOT)
