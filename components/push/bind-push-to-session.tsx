'use client'

import { useEffect } from 'react'

const SEEN_KEY = 'push-seen'

/**
 * Once in each tab, binds the notices of a browser that may show them to the session signed in there, so that a new
 * session of the member goes on getting them and those of another member end (docs/contract.md#notices-by-web-push).
 * Loads no code in other browsers.
 */
export function BindPushToSession({ memberId }: { readonly memberId: string }) {
  useEffect(() => {
    try {
      if (Notification.permission !== 'granted' || sessionStorage.getItem(SEEN_KEY) === memberId) return
      void import('./device-push.ts')
        .then(({ bindThisBrowser }) => bindThisBrowser())
        .then(() => sessionStorage.setItem(SEEN_KEY, memberId))
        .catch(() => undefined)
    } catch {
      // No notifications, or no storage.
    }
  }, [memberId])
  return null
}
