'use client'

import { useEffect } from 'react'

/**
 * Registers the service worker, which shows the offline page (docs/product.md#offline) and the notices by web push. A
 * browser that has no service workers, or forbids them, shows its own error page when it is offline.
 */
export function ServiceWorkerRegistration() {
  useEffect(() => {
    // `serviceWorker` is undefined on plain http, except on localhost.
    navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  }, [])
  return null
}
