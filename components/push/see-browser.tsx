'use client'

import { useEffect } from 'react'

const SEEN_KEY = 'push-seen'

/**
 * Tells the shop once a tab who is signed in in a browser that shows notices, so that they follow his new session and those of
 * another member end (docs/contract.md#notices-by-web-push). Loads nothing in a browser that shows none.
 */
export function SeeBrowser({ memberId }: { readonly memberId: string }) {
  useEffect(() => {
    try {
      if (Notification.permission !== 'granted' || sessionStorage.getItem(SEEN_KEY) === memberId) return
      void import('./device-push.ts')
        .then(({ seeThisBrowser }) => seeThisBrowser())
        .then(() => sessionStorage.setItem(SEEN_KEY, memberId))
        .catch(() => undefined)
    } catch {
      // No notifications, or no storage.
    }
  }, [memberId])
  return null
}
