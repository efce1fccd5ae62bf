'use client'

import { useSyncExternalStore } from 'react'

// One timer for all clocks and countdowns of a page, aligned to the full second.
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function tick() {
  for (const listener of listeners) listener()
  timer = setTimeout(tick, 1000 - (Date.now() % 1000))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) timer = setTimeout(tick, 1000 - (Date.now() % 1000))
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearTimeout(timer)
  }
}

const seconds = () => Math.floor(Date.now() / 1000)

/**
 * The current time in whole seconds; `initial` (from the server) until hydration, so that the markup of server and
 * browser agree.
 */
export function useNow(initial: number): number {
  return useSyncExternalStore(subscribe, seconds, () => initial)
}
