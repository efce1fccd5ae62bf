const VISIBLE_CHARACTERS = 4
const MASK_DOT = '•'
/** Most dots to show in place of a key's hidden characters, so that a masked key fits on one line at 360 px. */
const MAX_DOTS = 10

/** Masks a key except for its prefix and its last four characters, enough to distinguish it from another key. */
export function maskedKey(key: string): string {
  const prefix = key.slice(0, key.indexOf('_') + 1)
  const hidden = Math.max(0, key.length - prefix.length - VISIBLE_CHARACTERS)
  return `${prefix}${MASK_DOT.repeat(Math.min(hidden, MAX_DOTS))}${key.slice(-Math.min(VISIBLE_CHARACTERS, key.length - prefix.length))}`
}

/** True if the key was masked by `maskedKey`: real keys contain no dot. */
export const isMaskedKey = (key: string): boolean => key.includes(MASK_DOT)
