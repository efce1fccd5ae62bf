/**
 * Settings that decide where members' money goes and when a second person is asked: the shop's bank account, the
 * sentence above it, and the limits. The keys of lib/settings, which stands above this folder.
 */
export const guardedSettings: readonly string[] = [
  'BANKING_NAME',
  'BANKING_ACCOUNT_NUMBER',
  'BANKING_BANKING_CODE',
  'BANKING_DISPLAY_TEXT',
  'ADJUSTMENT_LIMIT',
  'APPROVAL_LIMIT',
  'DAILY_LIMIT',
]

/** Hours until a single OWNER's change takes effect. */
export const ALONE_HOURS = 24
/** Hours until a change that the second OWNER neither confirmed nor refused takes effect. */
export const CONSENT_HOURS = 72
/** Hours until a new OWNER counts as a second person, and until a new shop's changes wait. */
export const NEW_HOURS = 24

/** Facts that decide whether a change waits. */
export type ChangeSituation = {
  demo: boolean
  /** Whether the shop was first migrated less than NEW_HOURS ago. */
  newShop: boolean
  /** Whether there is nothing yet that it would replace: an empty text, or a limit of 0, which is off. */
  empty: boolean
  /** Whether there is another OWNER who counts as a second person. */
  secondOwner: boolean
}

/** Hours a change waits, and whether a second OWNER is asked meanwhile; null if it is made at once. */
export function waitOf({
  demo,
  newShop,
  empty,
  secondOwner,
}: ChangeSituation): null | { hours: number; consent: boolean } {
  if (demo || newShop || empty) return null
  return secondOwner ? { hours: CONSENT_HOURS, consent: true } : { hours: ALONE_HOURS, consent: false }
}

export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 0
