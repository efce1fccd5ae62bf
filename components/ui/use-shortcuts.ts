'use client'

import { useEffect, useEffectEvent } from 'react'
import { type Landing, type Shortcut, shortcutOf } from './keyboard.ts'

export type Shortcuts = Readonly<Partial<Record<Shortcut, () => void>>>

/** Runs an action for its key, anywhere on the screen; none while an open menu or the question for the password covers it. */
export function useShortcuts(actions: Shortcuts) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector(':popover-open, [data-covers]')) return
    const name = shortcutOf(event, (event.target ?? {}) as Landing)
    const action = name && actions[name]
    if (!action) return
    // The key must not also write into a field that the action brings up.
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
