// Toasts are in memory: they survive a navigation within the site, but not a full page load. A toast that must be shown
// after a full load is stored in sessionStorage, from which the loaded page reads and removes it.

export type ToastTone = 'good' | 'bad' | 'neutral'

export interface ToastItem {
  readonly id: string
  readonly message: string
  readonly tone: ToastTone
  /** When the toast was raised, in milliseconds. */
  readonly at: number
}

const toastsStorageKey = 'toasts'
const noItems: readonly ToastItem[] = []
/** Maximum number of toasts that are shown at once. */
const MAX_TOASTS = 3
const toastListeners = new Set<() => void>()
let currentToasts: readonly ToastItem[] | undefined

/** Maximum age, in milliseconds, of a stored toast that a page still shows after a full load. */
const MAX_LOAD_MS = 15_000
/**
 * Age in milliseconds from which a toast counts as seen when its page is left, even if the pointer or the focus still
 * keeps it open.
 */
const SEEN_AFTER_MS = 4_000

/** The stored toasts that a page shows after a full load: those younger than MAX_LOAD_MS. */
export const toastsOfLoadedPage = (items: readonly ToastItem[], now: number): readonly ToastItem[] =>
  items.filter(({ at }) => now - at >= 0 && now - at < MAX_LOAD_MS)

/**
 * The toasts that stay after a navigation within the site, or when a page comes back from the browser's cache: all that
 * don't count as seen.
 */
export const toastsOfNextPage = (items: readonly ToastItem[], now: number): readonly ToastItem[] =>
  items.filter(({ at }) => now - at >= 0 && now - at < SEEN_AFTER_MS)

type ToastStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function parseToasts(text: string | null): readonly ToastItem[] {
  const value: unknown = JSON.parse(text ?? '[]')
  return Array.isArray(value) ? value : noItems
}

/** The toasts to show with `added`: the newest MAX_TOASTS, and of two with the same text only the newer one. */
export const withToast = (items: readonly ToastItem[], added: ToastItem): readonly ToastItem[] =>
  [...items.filter(({ message }) => message !== added.message), added].slice(-MAX_TOASTS)

/** Stores a toast for the page that is loaded next. */
export const storeToast = (storage: ToastStorage, added: ToastItem): void =>
  storage.setItem(toastsStorageKey, JSON.stringify(withToast(parseToasts(storage.getItem(toastsStorageKey)), added)))

/** Returns the toasts stored for the page that is being loaded, and removes them from the storage. */
export function takeStoredToasts(storage: ToastStorage, now: number): readonly ToastItem[] {
  const text = storage.getItem(toastsStorageKey)
  storage.removeItem(toastsStorageKey)
  return toastsOfLoadedPage(parseToasts(text), now)
}

function replaceToasts(next: readonly ToastItem[]) {
  currentToasts = next
  for (const listener of toastListeners) listener()
}

interface ToastOptions {
  readonly tone?: ToastTone
}

function newToast(message: string, { tone = 'neutral' }: ToastOptions): ToastItem {
  const at = Date.now()
  return { id: `${at}-${Math.random().toString(36).slice(2)}`, message, tone, at }
}

/** Shows a message for two seconds, on this page or on the page that the router is loading. */
export const toast = (message: string, options: ToastOptions = {}) =>
  replaceToasts(withToast(getToasts(), newToast(message, options)))

/** Shows a message for two seconds on the next page after a full page load, not on this one. */
export function toastOnNextPage(message: string, options: ToastOptions = {}) {
  try {
    storeToast(sessionStorage, newToast(message, options))
  } catch {
    // Storage can be forbidden or full; the toast is then lost.
  }
}

export function dismissToast(id: string) {
  replaceToasts(getToasts().filter((item) => item.id !== id))
}

/** Removes the toasts that count as seen; called when the page is left. */
export function dismissSeenToasts() {
  const unseen = toastsOfNextPage(getToasts(), Date.now())
  if (unseen.length < getToasts().length) replaceToasts(unseen)
}

/** The toasts of this page; at the first call, those that were stored for it. */
export function getToasts(): readonly ToastItem[] {
  currentToasts ??= readStoredToasts()
  return currentToasts
}

function readStoredToasts(): readonly ToastItem[] {
  try {
    return takeStoredToasts(sessionStorage, Date.now())
  } catch {
    return noItems
  }
}

/** The toasts on the server and until hydration: none. */
export const getServerToasts = () => noItems

export function subscribeToasts(listener: () => void) {
  toastListeners.add(listener)
  return () => {
    toastListeners.delete(listener)
  }
}
