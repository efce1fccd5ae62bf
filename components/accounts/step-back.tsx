'use client'

import { useEffect, useRef } from 'react'

type WithNavigation = Window & { readonly navigation?: { readonly canGoBack: boolean } }

/** A page of ours to go back to, or one that led here; a tab opened on this address has neither. */
function hasHistory(): boolean {
  if ((window as WithNavigation).navigation?.canGoBack) return true
  return history.length > 1 && document.referrer !== ''
}

/** Shows nothing and goes back, or to `fallback` where there is no history (docs/product.md#reset-password). */
export function StepBack({ fallback }: { readonly fallback: string }) {
  const gone = useRef(false)
  useEffect(() => {
    if (gone.current) return
    gone.current = true
    if (hasHistory()) history.back()
    else location.replace(fallback)
  }, [fallback])
  return null
}
