'use client'

import { useEffect } from 'react'

/**
 * Sets `data-hydrated` on the root element once React has hydrated the page. Before that a click is lost: whatever
 * drives the page in a browser, such as the browser tests, waits for it.
 */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
