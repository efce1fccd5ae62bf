'use client'

import { useEffect } from 'react'

/**
 * Sets `data-hydrated` on the root element once React has hydrated the page. The browser tests wait for this attribute,
 * because earlier clicks have no effect.
 */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
