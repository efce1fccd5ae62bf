'use client'

import { useEffect } from 'react'

const BOUND_MEMBER_KEY = 'push-seen'

/**
 * In a browser that may show push notifications, binds its push subscription to the current session, once in each tab.
 * So a new session of the member still gets notifications, and another member's notifications end
 * (docs/contract.md#notices-by-web-push). In other browsers it loads no code.
 */
export function BindPushToSession({ memberId }: { readonly memberId: string }) {
  useEffect(() => {
    try {
      if (Notification.permission !== 'granted' || sessionStorage.getItem(BOUND_MEMBER_KEY) === memberId) return
      void import('./device-push.ts')
        .then(({ bindThisBrowser }) => bindThisBrowser())
        .then(() => sessionStorage.setItem(BOUND_MEMBER_KEY, memberId))
        .catch(() => undefined)
    } catch {
      // The browser has no notifications, or its storage is blocked.
    }
  }, [memberId])
  return null
}
