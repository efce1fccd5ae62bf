'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Seconds between two refreshes: FIRST_PAUSE at first, then each pause is longer than the last by the factor
 * PAUSE_GROWTH, up to LONGEST_PAUSE, because orders that have been open for long rarely change.
 */
const FIRST_PAUSE = 2
const PAUSE_GROWTH = 1.15
const LONGEST_PAUSE = 60

/**
 * Refreshes the order history periodically while it is visible and contains unfinished orders or requests. `state` is a
 * text made of their ids and states; '' if there are none. When it changes, the pause starts again at FIRST_PAUSE.
 */
export function RefreshWhileOpen({ state }: { readonly state: string }) {
  const router = useRouter()
  useEffect(() => {
    if (state === '') return
    let pause = FIRST_PAUSE
    let timer: ReturnType<typeof setTimeout>
    // Does nothing without a connection: the browser would collect the requests and send them all when it is online
    // again.
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) router.refresh()
    }
    const refresh = () => {
      refreshIfVisible()
      pause = Math.min(LONGEST_PAUSE, pause * PAUSE_GROWTH)
      timer = setTimeout(refresh, pause * 1_000)
    }
    timer = setTimeout(refresh, pause * 1_000)
    document.addEventListener('visibilitychange', refreshIfVisible)
    addEventListener('online', refreshIfVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refreshIfVisible)
      removeEventListener('online', refreshIfVisible)
    }
  }, [router, state])
  return null
}
