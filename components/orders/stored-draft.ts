// The order that is being typed is stored in this tab's session storage: it survives a reload, "back", the sign-up, the
// login and a charge (docs/product.md#order-screen). It isn't in the URL, which may be shared.

import type { CallAttempt } from '../chrome/attempt.ts'
import type { OrderDraft, OrderDraftDetails } from './order-draft.ts'

const draftStorageKey = 'order-draft'
const attemptStorageKey = 'order-attempt'
const returnStorageKey = 'order-return'

/**
 * Milliseconds for which a retry of an unsuccessful order after a reload uses the same idempotency key. After that time
 * the same input is a new order, because the member could have looked at his order history in the meantime.
 */
export const CALL_ATTEMPT_LIFE_MS = 10 * 60_000

/** Who typed a draft: a member's id, or null for somebody who wasn't signed in. */
export type DraftOwner = number | null

export interface StoredDraft extends OrderDraft {
  readonly owner: DraftOwner
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** True for an object that contains only texts. Names aren't checked, because unknown names are never read. */
const isRecordOfTexts = (value: unknown): value is OrderDraftDetails =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')

/** Parses a stored draft; null if it is malformed. */
export function parseStoredDraft(text: string | null): StoredDraft | null {
  const { serviceId, link, amount, auto = false, runs = '0', interval = '0', owner = null, details } = parse(text)
  if (typeof serviceId !== 'number' || typeof link !== 'string' || typeof amount !== 'string') return null
  if (typeof auto !== 'boolean' || typeof runs !== 'string' || typeof interval !== 'string') return null
  if (owner !== null && typeof owner !== 'number') return null
  return { serviceId, link, amount, auto, runs, interval, owner, ...(isRecordOfTexts(details) && { details }) }
}

/** True if the viewer may see a draft: he typed it, or it was typed before a login. */
export const isDraftVisibleTo = (draft: StoredDraft, viewer: DraftOwner): boolean =>
  draft.owner === null || draft.owner === viewer

/** Parses the stored call of an unsuccessful order; null if it is malformed or older than CALL_ATTEMPT_LIFE_MS. */
export function parseStoredCallAttempt(text: string | null, now: number): CallAttempt | null {
  const { key, body, at } = parse(text)
  if (typeof key !== 'string' || typeof body !== 'string' || typeof at !== 'number') return null
  return now - at < CALL_ATTEMPT_LIFE_MS ? { key, body, at } : null
}

/**
 * The text stored under `key`; null without one, or if storage is blocked. A draft that couldn't be stored is lost when
 * the page is closed or reloaded.
 */
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked or full (see `read`).
  }
}

export const storeDraft = (draft: StoredDraft): void => write(draftStorageKey, draft)

/** The draft stored in this tab; null without a draft, or if it belongs to another member. */
export function readStoredDraft(viewer: DraftOwner): StoredDraft | null {
  const stored = parseStoredDraft(read(draftStorageKey))
  return stored && isDraftVisibleTo(stored, viewer) ? stored : null
}

/** True if `next`, the path after the login, is the order form, and a draft for it is stored. */
export const isDraftAwaiting = (next: string, draft: StoredDraft | null): boolean =>
  draft !== null && /^\/order(\?|$)/.test(next)

export const removeStoredDraft = (): void => write(draftStorageKey, null)

/**
 * Call this before leading the user back to his stored draft (after a login or a charge, or by 다시 주문): the order form
 * then scrolls into view after it has restored the draft.
 */
export const markReturnToDraft = (): void => write(returnStorageKey, { at: Date.now() })

/** True if `markReturnToDraft` was called since the last call of this function. Removes the mark. */
export function consumeReturnToDraft(): boolean {
  const isMarked = read(returnStorageKey) !== null
  if (isMarked) write(returnStorageKey, null)
  return isMarked
}

/** Stores an order's call before it is sent, so that a retry after a reload uses the same idempotency key. */
export const storeCallAttempt = (attempt: CallAttempt): void => write(attemptStorageKey, { ...attempt, at: Date.now() })

/** The call that `storeCallAttempt` stored; null if there is none, or if it is older than CALL_ATTEMPT_LIFE_MS. */
export const readStoredCallAttempt = (): CallAttempt | null =>
  parseStoredCallAttempt(read(attemptStorageKey), Date.now())

export const removeStoredCallAttempt = (): void => write(attemptStorageKey, null)
