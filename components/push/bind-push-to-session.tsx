'use client'

import { useEffect } from 'react'

/** sessionStorage key for the id of the session that this tab has bound last. */
const BOUND_SESSION_KEY = 'push-seen'

/**
 * Binds the browser's push subscription to the current session, if the browser may show notifications. A subscription
 * ends with its session, so each tab binds once, and again after each login: the member keeps his notifications, and
 * notifications for a previous member of this browser end (docs/contract.md#notices-by-web-push). If the browser may
 * not show notifications, loads no code.
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
      // Binds nothing if the browser has no notifications, or if its storage is blocked.
    }
  }, [sessionId])
  return null
}
