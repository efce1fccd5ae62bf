'use client'

import { useEffect, useState } from 'react'
import type { PopupImage, Popups } from './popups.tsx'

/**
 * Loads the code of the popups, then shows them. Rendered only if popups are enabled, so that a page without popups
 * does not load that code.
 */
export function LazyPopups({ popups }: { readonly popups: readonly PopupImage[] }) {
  const [loaded, setLoaded] = useState<{ readonly List: typeof Popups } | null>(null)
  useEffect(() => {
    // A failure leaves the page without its popups.
    import('./popups.tsx').then(
      ({ Popups: List }) => setLoaded({ List }),
      () => {},
    )
  }, [])
  return loaded && <loaded.List popups={popups} />
}
