// Toasts are stored in sessionStorage until they were shown for two seconds, so that they survive a navigation.

export type ToastTone = 'good' | 'bad' | 'neutral'

export interface ToastItem {
  readonly id: string
  readonly message: string
  readonly tone: ToastTone
}

const toastsStorageKey = 'toasts'
const noItems: readonly ToastItem[] = []
const toastListeners = new Set<() => void>()
let currentToasts: readonly ToastItem[] | undefined

function readStoredToasts(): readonly ToastItem[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(toastsStorageKey) ?? '[]')
    return Array.isArray(value) ? value : noItems
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
  const id = `${Date.now()}-${Math.random().toString(36).slice(2)}`
  replaceToasts([...others, { id, message, tone }].slice(-3))
}

export function dismissToast(id: string) {
  replaceToasts(toasts().filter((item) => item.id !== id))
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
