'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Seconds between two looks: quick at first, then ever slower, as what is open for long changes seldom. */
const FIRST = 2
const SLOWER = 1.15
const SLOWEST = 60

/**
 * Has the page's rows read again while orders among them are open and somebody is looking. `state` is what they are
 * like: a change makes it look quickly again.
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
