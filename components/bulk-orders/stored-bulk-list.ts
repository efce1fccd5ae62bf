import type { CallAttempt } from '../chrome/attempt.ts'
import type { BulkOrderPreview } from './bulk-rows.ts'

/** A preview whose orders may have been placed, because their call got no response, and the list it was made of. */
export interface UnconfirmedOrder {
  readonly text: string
  readonly preview: BulkOrderPreview
}

/**
 * The list that a member has typed, and his last unsuccessful call to place orders, with its idempotency key. List and
 * call are stored in sessionStorage, so that a reload of the tab loses nothing and can't place the same orders twice.
 */
export interface StoredBulkList {
  readonly text: string
  /** The last call, if it was refused or its outcome is unknown; otherwise null. */
  readonly attempt: CallAttempt | null
  /** Null if it is known what came of the last call. */
  readonly unconfirmed: UnconfirmedOrder | null
}

/**
 * Key of sessionStorage. With `isRepeated`, the key of a list made of earlier orders, which is stored beside the typed
 * list and doesn't replace it.
 */
const keyOf = (memberId: number, isRepeated: boolean): string =>
  `bulk-order-${memberId}${isRepeated ? '-repeated' : ''}`

/** Milliseconds for which the server surely knows a key. It forgets one after 72 hours; an hour is left for clocks. */
const KEY_LIFE_MS = 71 * 60 * 60_000

/**
 * True if the server may have forgotten the key of a call, so that a retry may execute the call once more. Also true
 * for a call that an older version of the page has stored without a time.
 */
export const isKeyForgotten = ({ at }: Partial<Pick<CallAttempt, 'at'>>, now: number): boolean =>
  at === undefined || now - at >= KEY_LIFE_MS

const emptyList: StoredBulkList = { text: '', attempt: null, unconfirmed: null }

export function readStoredBulkList(memberId: number, isRepeated: boolean): StoredBulkList {
  try {
    return { ...emptyList, ...JSON.parse(sessionStorage.getItem(keyOf(memberId, isRepeated)) ?? '{}') }
  } catch {
    return emptyList
  }
}

export function storeBulkList(memberId: number, isRepeated: boolean, list: StoredBulkList) {
  try {
    if (list.text === '' && !list.attempt) sessionStorage.removeItem(keyOf(memberId, isRepeated))
    else sessionStorage.setItem(keyOf(memberId, isRepeated), JSON.stringify(list))
  } catch {
    // sessionStorage is blocked or full: the screen works without it.
  }
}
