/**
 * Keys of the settings that decide where members' money goes and when a second person is required: the shop's bank
 * account, the text shown above it, and the limits. A change of such a setting may have to wait. The list isn't in
 * lib/settings, because lib/settings imports this folder.
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

/** Hours that a change waits if there is no second OWNER. */
export const SOLE_OWNER_WAIT_HOURS = 24
/** Hours that a change waits for a second OWNER. If he neither confirms nor refuses it, it then takes effect. */
export const SECOND_OWNER_WAIT_HOURS = 72
/**
 * Hours for which a new OWNER doesn't yet count as a second person, and for which a shop counts as new. Changes in a
 * new shop don't wait.
 */
export const NEWCOMER_HOURS = 24

/** Facts from which `decideChangeWait` decides whether a change waits. */
export type ChangeSituation = {
  demo: boolean
  /** True if the shop's first member was created less than NEWCOMER_HOURS ago. */
  newShop: boolean
  /**
   * True if the value that would be replaced needs no protection (`isEmpty` of `RequestedChange`): for example, the
   * present text is empty, or the present limit is 0, which means no limit.
   */
  isReplacedEmpty: boolean
  /** True if another member has been an OWNER for at least NEWCOMER_HOURS (`isOtherOwnerSql`). */
  secondOwner: boolean
}

/**
 * Hours that a change waits, and whether a second OWNER may apply it sooner (`consent`). Null if the change takes
 * effect at once.
 */
export function decideChangeWait({
  demo,
  newShop,
  isReplacedEmpty,
  secondOwner,
}: ChangeSituation): null | { hours: number; consent: boolean } {
  if (demo || newShop || isReplacedEmpty) return null
  return secondOwner
    ? { hours: SECOND_OWNER_WAIT_HOURS, consent: true }
    : { hours: SOLE_OWNER_WAIT_HOURS, consent: false }
}

export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 0
