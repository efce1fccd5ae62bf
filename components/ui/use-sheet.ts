'use client'

import { useEffect, useState } from 'react'

/**
 * State of a sheet with a history entry of its own, so that "back" (on Android the only way that many people know)
 * closes the sheet and doesn't leave the page. The URL stays the same. Closing the sheet in any other way also goes
 * back in the history, so that no entry is left over; code that calls `hide` must not navigate after it, because that
 * step back would undo the navigation.
 */
export function useSheet() {
  const [open, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  useEffect(() => {
    if (!open) return
    const close = () => setOpen(false)
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [open])
  return {
    open,
    /** Whether it has been open at all: until then a list needn't render the sheet of each of its rows. */
    hasOpened,
    show: () => {
      window.history.pushState(null, '')
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
