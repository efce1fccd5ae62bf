import { useSyncExternalStore } from 'react'

/** An order placed by the try-it panel: its id, and the test key that placed it. */
type TriedOrder = { readonly key: string; readonly order: string }

let lastOrder: TriedOrder | null = null

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Remembers the id of an order placed with this test key, until the page is reloaded. */
export function rememberTriedOrder(key: string, order: string): void {
  lastOrder = { key, order }
  for (const listener of listeners) listener()
}

/** Id of the last order that the try-it panel placed with this test key; '' without such an order. */
export const useTriedOrder = (key: string): string =>
  useSyncExternalStore(
    subscribe,
    () => (lastOrder?.key === key ? lastOrder.order : ''),
    () => '',
  )
