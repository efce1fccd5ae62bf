'use client'

import { useEffect } from 'react'

/**
 * Sets `data-hydrated` on the root element once React has hydrated the page. The browser tests wait for it, because a
 * click before that has no effect.
 */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
