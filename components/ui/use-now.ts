'use client'

import { useSyncExternalStore } from 'react'
import type { Day } from './calendar-days.ts'
import { seoulDay } from './seoul-time.ts'
import { serverAheadMs } from './server-time.ts'

// One timer for all clocks and countdowns of a page, aligned to the full second.
const clockListeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function updateClocks() {
  for (const listener of clockListeners) listener()
  timer = setTimeout(updateClocks, 1000 - (Date.now() % 1000))
}

function subscribeToSeconds(listener: () => void) {
  clockListeners.add(listener)
  if (clockListeners.size === 1) timer = setTimeout(updateClocks, 1000 - (Date.now() % 1000))
  return () => {
    clockListeners.delete(listener)
    if (clockListeners.size === 0) clearTimeout(timer)
  }
}

const currentSeconds = () => Math.floor(Date.now() / 1000)

/**
 * The current time in whole seconds. Until hydration it is `initial`, the time from the server, so that the markup of
 * server and browser agree.
 */
export function useNow(initial: number): number {
  return useSyncExternalStore(subscribeToSeconds, currentSeconds, () => initial)
}

const currentDay = (): Day => seoulDay(Date.now() + serverAheadMs())

/**
 * The current day in Seoul by the server's clock, also on a page that stays open over midnight. Until hydration it is
 * `initial`, the day on which the server rendered the page.
 */
export function useToday(initial: Day): Day {
  return useSyncExternalStore(subscribeToSeconds, currentDay, () => initial)
}
