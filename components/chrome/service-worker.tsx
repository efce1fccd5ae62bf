'use client'

import { useEffect } from 'react'

/**
 * Registers the service worker, which shows the offline page (docs/product.md#offline). A browser that doesn't have
 * service workers, or forbids them, shows its own page.
 */
export function ServiceWorkerRegistration() {
  useEffect(() => {
    // Absent on plain http elsewhere than on this machine.
    navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  }, [])
  return null
}
