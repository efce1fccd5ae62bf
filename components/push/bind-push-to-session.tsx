'use client'

import { useEffect } from 'react'

/** sessionStorage key of the login id of the member whose session this tab has bound last. */
const BOUND_LOGIN_ID_KEY = 'push-seen'

/**
 * In a browser that may show push notifications, binds its push subscription to the current session: once in each tab,
 * and again in it when another member has logged in. The member thus still gets notifications, and those of another
 * member who used the browser end (docs/contract.md#notices-by-web-push). In other browsers it loads no code.
 */
export function BindPushToSession({ loginId }: { readonly loginId: string }) {
  useEffect(() => {
    try {
      if (Notification.permission !== 'granted' || sessionStorage.getItem(BOUND_LOGIN_ID_KEY) === loginId) return
      void import('./device-push.ts')
        .then(({ bindThisBrowser }) => bindThisBrowser())
        .then(() => sessionStorage.setItem(BOUND_LOGIN_ID_KEY, loginId))
        .catch(() => undefined)
    } catch {
      // The browser has no notifications, or its storage is blocked.
    }
  }, [loginId])
  return null
}
