import { useSyncExternalStore } from 'react'

/** The id of an order that the try-it panel placed, and the test key with which it was placed. */
type TriedOrder = { readonly key: string; readonly order: string }

let lastOrder: TriedOrder | null = null

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Remembers the id of an order that was placed with this test key, until the page is reloaded. */
export function rememberOrder(key: string, order: string): void {
  lastOrder = { key, order }
  for (const listener of listeners) listener()
}

/** Id of the last order that the try-it panel placed with this test key; '' if there is none. */
export const useTriedOrder = (key: string): string =>
  useSyncExternalStore(
    subscribe,
    () => (lastOrder?.key === key ? lastOrder.order : ''),
    () => '',
  )
