import type { CallAttempt } from '../chrome/attempt.ts'

/**
 * What a member has typed, and the call that he has sent and not heard of: kept for this tab, so that a reload loses
 * neither and can't place the same orders twice.
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
    // Storage is forbidden or full.
  }
}
