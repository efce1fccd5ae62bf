'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { type KeyTarget, shortcutOf } from '../ui/keyboard.ts'
import { KeyHelp, pageKeyLines } from './key-help.tsx'

/**
 * Key help of the pages without a list, rendered once in the console's layout: ? opens it. On a page with a list the key
 * opens the list's help and doesn't count here.
 */
export function PageKeys() {
  const [open, setOpen] = useState(false)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open], :popover-open, [data-covers]')) return
    if (shortcutOf(event, (event.target ?? {}) as KeyTarget) !== '?') return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    // On the window, behind the document, where lists listen: so theirs come first whichever was rendered first.
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return open && <KeyHelp lines={pageKeyLines} onClose={() => setOpen(false)} />
}
