'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Reloads the data of a page when the browser restores the page from its back-forward cache, as Firefox does even for
 * pages that may not be stored. If the member has signed out meanwhile, the reload redirects to /order, so that the
 * next person at the computer can't go back and read the page. The reload doesn't change text that is typed in fields.
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
