// Keeps the order that is being typed in this tab's session storage, so that it survives a reload, "back", the sign-up,
// the login and a charge (docs/product.md#order-screen). Nothing of it is in the address.

import type { CallAttempt } from '../chrome/attempt.ts'
import type { OrderDraft } from './order-draft.ts'

const draftStorageKey = 'order-draft'
const attemptStorageKey = 'order-attempt'
const returnStorageKey = 'order-return'

/**
 * Milliseconds for which an unanswered order is retried under its idempotency key after a reload. Later the same order
 * is a new one, because its sender has had the time to look into his history.
 */
export const ATTEMPT_LIFE_MS = 10 * 60_000

/** Who typed a draft: a member's number, or null for somebody who isn't signed in yet. */
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

/** Parses a stored draft; null if it is malformed. */
export function parseStoredDraft(text: string | null): StoredDraft | null {
  const { serviceId, link, amount, auto = false, runs = '0', interval = '0', owner = null } = parse(text)
  if (typeof serviceId !== 'number' || typeof link !== 'string' || typeof amount !== 'string') return null
  if (typeof auto !== 'boolean' || typeof runs !== 'string' || typeof interval !== 'string') return null
  if (owner !== null && typeof owner !== 'number') return null
  return { serviceId, link, amount, auto, runs, interval, owner }
}

/** Whether `viewer` may see a draft: his own, or one typed before anybody signed in; never another member's. */
export const isShownTo = (draft: StoredDraft, viewer: DraftOwner): boolean =>
  draft.owner === null || draft.owner === viewer

/** Parses a stored attempt; null if it is malformed or older than ATTEMPT_LIFE_MS. */
export function parseStoredAttempt(text: string | null, now: number): CallAttempt | null {
  const { key, body, at } = parse(text)
  if (typeof key !== 'string' || typeof body !== 'string' || typeof at !== 'number') return null
  return now - at < ATTEMPT_LIFE_MS ? { key, body } : null
}

// Storage can be blocked or full; then the order is only kept while the page is open.
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
    // See `read`.
  }
}

export const storeDraft = (draft: StoredDraft): void => write(draftStorageKey, draft)

/** The stored draft, if the viewer may see it. */
export function readStoredDraft(viewer: DraftOwner): StoredDraft | null {
  const stored = parseStoredDraft(read(draftStorageKey))
  return stored && isShownTo(stored, viewer) ? stored : null
}

export const removeStoredDraft = (): void => write(draftStorageKey, null)

/** Called by what leads back to the draft (login, charge, 다시 주문): the form then comes into sight, with the focus. */
export const announceDraftReturn = (): void => write(returnStorageKey, { at: Date.now() })

/** True once after `announceDraftReturn`. */
export function takeDraftReturn(): boolean {
  const isAnnounced = read(returnStorageKey) !== null
  if (isAnnounced) write(returnStorageKey, null)
  return isAnnounced
}

export const storeAttempt = (attempt: CallAttempt): void => write(attemptStorageKey, { ...attempt, at: Date.now() })

export const readStoredAttempt = (): CallAttempt | null => parseStoredAttempt(read(attemptStorageKey), Date.now())

export const removeStoredAttempt = (): void => write(attemptStorageKey, null)
