'use client'

import { useEffect, useEffectEvent } from 'react'
import { areCharacterShortcutsOn, isCharacterPress } from './character-keys.ts'
import { type KeyTarget, type Shortcut, shortcutOf } from './keyboard.ts'
import { isPopoverOpen } from './popover.ts'

export type Shortcuts = Readonly<Partial<Record<Shortcut, () => void>>>

/** Returns the shortcut of a key press; null if it is none, or if the shortcut is turned off on this device. */
export const pressedShortcut = (event: KeyboardEvent): Shortcut | null =>
  isCharacterPress(event) && !areCharacterShortcutsOn() ? null : shortcutOf(event, (event.target ?? {}) as KeyTarget)

/**
 * Runs an action when its key is pressed, anywhere on the page. No action runs while a popover, or a form that covers
 * the page (marked `data-covers`), is open.
 */
export function useShortcuts(actions: Shortcuts) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isPopoverOpen() || document.querySelector('[data-covers]')) return
    const name = pressedShortcut(event)
    const action = name && actions[name]
    if (!action) return
    // Without preventDefault, the key would also be typed into the field that the action focuses.
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
