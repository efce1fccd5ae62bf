'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Loads the data of a page anew when the browser takes the page from its back-forward cache, as Firefox does even for
 * pages that may not be stored. The member may have signed out since then: the page then leads to /order like any other
 * that he may no longer see, so that the next person at the computer can't go back to it. What was typed stays.
 */
export function RefreshOnReturn() {
  const router = useRouter()
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && router.refresh()
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
  }, [router])
  return null
}
