import type { CallAttempt } from '../chrome/attempt.ts'

/**
 * The list that a member has typed, and the call that was sent but not answered yet with its idempotency key. Stored in
 * sessionStorage, so that a reload of the tab loses neither and can't place the same orders twice.
 */
export interface StoredList {
  readonly text: string
  readonly attempt: CallAttempt | null
}

const keyOf = (memberId: number): string => `bulk-order-${memberId}`

const nothing: StoredList = { text: '', attempt: null }

export function readStoredList(memberId: number): StoredList {
  try {
    return { ...nothing, ...JSON.parse(sessionStorage.getItem(keyOf(memberId)) ?? '{}') }
  } catch {
    return nothing
  }
}

export function storeList(memberId: number, list: StoredList) {
  try {
    if (list.text === '' && !list.attempt) sessionStorage.removeItem(keyOf(memberId))
    else sessionStorage.setItem(keyOf(memberId), JSON.stringify(list))
  } catch {
    // sessionStorage is blocked or full: go on without it.
  }
}
