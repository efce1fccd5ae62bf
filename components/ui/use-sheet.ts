'use client'

import { useEffect, useState } from 'react'

/**
 * State of a sheet with a history entry of its own, so that "back" (on Android the only way that many people know)
 * closes the sheet and not the page. The address stays as it is; closing the sheet in any other way goes back, too, so
 * that no entry is left behind. An act in the sheet must not navigate after `hide`, because going back would undo it.
 */
export function useSheet() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const close = () => setOpen(false)
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [open])
  return {
    open,
    show: () => {
      window.history.pushState(null, '')
      setOpen(true)
    },
    hide: () => {
      if (!open) return
      setOpen(false)
      window.history.back()
    },
  }
}
