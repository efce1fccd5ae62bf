'use client'

import { useEffect, useId, useState } from 'react'

/**
 * State of a sheet, a dialog that adds an entry to the browser history. The "back" of the browser, by which many people
 * on Android close things, then closes the sheet and doesn't leave the page; "forward" opens it again. The URL stays the
 * same. `hide` closes the sheet and goes back in the history, so that no entry is left over. Don't navigate after
 * `hide`: its step back would undo the navigation.
 */
export function useSheet() {
  const [open, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  const id = useId()
  useEffect(() => {
    if (!hasOpened) return
    const followHistory = ({ state }: PopStateEvent) => setOpen(state?.sheet === id)
    addEventListener('popstate', followHistory)
    return () => removeEventListener('popstate', followHistory)
  }, [hasOpened, id])
  return {
    open,
    /** Whether the sheet was ever open. Until then, a list needn't render the sheets of its rows. */
    hasOpened,
    show: () => {
      window.history.pushState({ sheet: id }, '')
      setOpen(true)
      setHasOpened(true)
    },
    hide: () => {
      if (!open) return
      setOpen(false)
      window.history.back()
    },
  }
}
