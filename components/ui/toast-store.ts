// Toasts are stored in sessionStorage until they were shown for two seconds, so that they survive a navigation.

export type ToastTone = 'good' | 'bad' | 'neutral'

export interface ToastItem {
  readonly id: string
  readonly message: string
  readonly tone: ToastTone
}

const key = 'toasts'
const none: readonly ToastItem[] = []
const listeners = new Set<() => void>()
let items: readonly ToastItem[] | undefined

function stored(): readonly ToastItem[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? value : none
  } catch {
    return none
  }
}

function replace(next: readonly ToastItem[]) {
  items = next
  try {
    sessionStorage.setItem(key, JSON.stringify(next))
  } catch {
    // Storage can be forbidden or full; the toast is then lost at a navigation.
  }
  for (const listener of listeners) listener()
}

/** Shows a message for two seconds, on this page or on the one that is loading. */
export function toast(message: string, { tone = 'neutral' }: { readonly tone?: ToastTone } = {}) {
  const others = toasts().filter((item) => item.message !== message)
  const id = `${Date.now()}-${Math.random().toString(36).slice(2)}`
  replace([...others, { id, message, tone }].slice(-3))
}

export function dismissToast(id: string) {
  replace(toasts().filter((item) => item.id !== id))
}

export function toasts(): readonly ToastItem[] {
  items ??= stored()
  return items
}

export const noToasts = () => none

export function subscribeToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
