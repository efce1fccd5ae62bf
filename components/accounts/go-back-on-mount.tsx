'use client'

import { useEffect, useRef } from 'react'

type WithNavigation = Window & { readonly navigation?: { readonly canGoBack: boolean } }

/** True if the browser can go back to an earlier page. False in a tab that was opened directly on this address. */
function canGoBack(): boolean {
  if ((window as WithNavigation).navigation?.canGoBack) return true
  return history.length > 1 && document.referrer !== ''
}

/**
 * Goes back in the browser history when it is mounted, or to `fallback` if there is no earlier page
 * (docs/product.md#reset-password). Renders nothing.
 */
export function GoBackOnMount({ fallback }: { readonly fallback: string }) {
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    if (canGoBack()) history.back()
    else location.replace(fallback)
  }, [fallback])
  return null
}
