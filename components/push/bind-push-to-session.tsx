'use client'

import { useEffect } from 'react'

/** sessionStorage key of the id of the session that this tab has bound last. */
const BOUND_SESSION_KEY = 'push-seen'

/**
 * In a browser that may show push notifications, binds its push subscription to the current session: once in each tab,
 * and again in it after each new login, also of the same member, since a subscription ends with its session. The member
 * thus still gets notifications, and those of another member who used the browser end
 * (docs/contract.md#notices-by-web-push). In other browsers it loads no code.
 */
export function BindPushToSession({ sessionId }: { readonly sessionId: string }) {
  useEffect(() => {
    try {
      if (Notification.permission !== 'granted' || sessionStorage.getItem(BOUND_SESSION_KEY) === sessionId) return
      void import('./device-push.ts')
        .then(({ bindThisBrowser }) => bindThisBrowser())
        .then(() => sessionStorage.setItem(BOUND_SESSION_KEY, sessionId))
        .catch(() => undefined)
    } catch {
      // The browser has no notifications, or its storage is blocked.
    }
  }, [sessionId])
  return null
}
