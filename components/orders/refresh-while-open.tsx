'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Pause between two refreshes, in seconds: it starts at FIRST and grows by the factor SLOWER up to SLOWEST, because
 * orders that have been open for long change rarely.
 */
const FIRST = 2
const SLOWER = 1.15
const SLOWEST = 60

/**
 * Refreshes the page periodically while it is visible and has open rows. `state` describes the open rows and is empty
 * if there are none; when it changes, the pause starts again at FIRST.
 */
export function RefreshWhileOpen({ state }: { readonly state: string }) {
  const router = useRouter()
  useEffect(() => {
    if (state === '') return
    let pause = FIRST
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      if (document.visibilityState === 'visible') router.refresh()
      pause = Math.min(SLOWEST, pause * SLOWER)
      timer = setTimeout(look, pause * 1_000)
    }
    const back = () => {
      if (document.visibilityState === 'visible') router.refresh()
    }
    timer = setTimeout(look, pause * 1_000)
    document.addEventListener('visibilitychange', back)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', back)
    }
  }, [router, state])
  return null
}
