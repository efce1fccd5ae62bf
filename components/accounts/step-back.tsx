'use client'

import { useEffect, useRef } from 'react'

type WithNavigation = Window & { readonly navigation?: { readonly canGoBack: boolean } }

/** Whether there is a page to go back to. False in a tab that was opened directly on this address. */
function canGoBack(): boolean {
  if ((window as WithNavigation).navigation?.canGoBack) return true
  return history.length > 1 && document.referrer !== ''
}

/**
 * Renders nothing. When it is mounted, goes back in the browser history, or to `fallback` if there is no page to go
 * back to (docs/product.md#reset-password).
 */
export function StepBack({ fallback }: { readonly fallback: string }) {
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    if (canGoBack()) history.back()
    else location.replace(fallback)
  }, [fallback])
  return null
}
