import type { CallAttempt } from '../chrome/attempt.ts'

/**
 * The list that a member has typed, and the call that was sent but not answered yet with its idempotency key. Stored in
 * sessionStorage, so that a reload of the tab loses neither and can't place the same orders twice.
 */
export interface StoredList {
  readonly text: string
  readonly attempt: CallAttempt | null
}

/**
 * `isRepeated`: for a list made of earlier orders, which is stored beside the member's own list and doesn't replace it.
 */
const keyOf = (memberId: number, isRepeated: boolean): string =>
  `bulk-order-${memberId}${isRepeated ? '-repeated' : ''}`

const nothing: StoredList = { text: '', attempt: null }

export function readStoredList(memberId: number, isRepeated: boolean): StoredList {
  try {
    return { ...nothing, ...JSON.parse(sessionStorage.getItem(keyOf(memberId, isRepeated)) ?? '{}') }
  } catch {
    return nothing
  }
}

export function storeList(memberId: number, isRepeated: boolean, list: StoredList) {
  try {
    if (list.text === '' && !list.attempt) sessionStorage.removeItem(keyOf(memberId, isRepeated))
    else sessionStorage.setItem(keyOf(memberId, isRepeated), JSON.stringify(list))
  } catch {
    // sessionStorage is blocked or full: go on without it.
  }
}
