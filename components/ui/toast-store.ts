// Toasts are stored in sessionStorage until they were shown for two seconds, so that they survive a navigation. They
// belong to the page that loads next, not to later ones: an old one isn't shown again.

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
const toastListeners = new Set<() => void>()
let currentToasts: readonly ToastItem[] | undefined

/** Longest time, in milliseconds, for which a raised toast waits for the page that is loading. */
const MAX_LOAD_MS = 15_000
/** Age, in milliseconds, from which on a toast has been seen on the page that is left, even if it was held there. */
const SEEN_AFTER_MS = 4_000

/** The toasts that a page still shows when it has loaded: not those of a page that was left long ago. */
export const toastsOfLoadedPage = (items: readonly ToastItem[], now: number): readonly ToastItem[] =>
  items.filter(({ at }) => now - at >= 0 && now - at < MAX_LOAD_MS)

/** The toasts that stay when the page is left within the site, or comes back from the browser's cache. */
export const toastsOfNextPage = (items: readonly ToastItem[], now: number): readonly ToastItem[] =>
  items.filter(({ at }) => now - at >= 0 && now - at < SEEN_AFTER_MS)

function readStoredToasts(): readonly ToastItem[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(toastsStorageKey) ?? '[]')
    return Array.isArray(value) ? toastsOfLoadedPage(value, Date.now()) : noItems
  } catch {
    return noItems
  }
}

function replaceToasts(next: readonly ToastItem[]) {
  currentToasts = next
  try {
    sessionStorage.setItem(toastsStorageKey, JSON.stringify(next))
  } catch {
    // Storage can be forbidden or full; the toast is then lost at a navigation.
  }
  for (const listener of toastListeners) listener()
}

/** Shows a message for two seconds, on this page or on the one that is loading. */
export function toast(message: string, { tone = 'neutral' }: { readonly tone?: ToastTone } = {}) {
  const others = toasts().filter((item) => item.message !== message)
  const at = Date.now()
  const id = `${at}-${Math.random().toString(36).slice(2)}`
  replaceToasts([...others, { id, message, tone, at }].slice(-3))
}

export function dismissToast(id: string) {
  replaceToasts(toasts().filter((item) => item.id !== id))
}

/** Removes the toasts that were seen on the page that is left now. */
export function dismissSeenToasts() {
  const left = toastsOfNextPage(toasts(), Date.now())
  if (left.length < toasts().length) replaceToasts(left)
}

export function toasts(): readonly ToastItem[] {
  currentToasts ??= readStoredToasts()
  return currentToasts
}

export const noToasts = () => noItems

export function subscribeToasts(listener: () => void) {
  toastListeners.add(listener)
  return () => {
    toastListeners.delete(listener)
  }
}
