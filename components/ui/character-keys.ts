import { useSyncExternalStore } from 'react'
import { CHARACTER_SHORTCUTS_KEY } from './early-search.ts'
import { readStoredText, storeText } from './stored-text.ts'

// Most of the console's shortcuts are single characters. Users who dictate, or press keys by mistake, can turn these
// shortcuts off (WCAG 2.1.4) for their device or, if the browser forbids storage, until the page is closed. Enter,
// Escape, Space and combinations such as Ctrl+K always work.

const listeners = new Set<() => void>()

/** Whether shortcuts of a single character work on this device. */
export const areCharacterShortcutsOn = (): boolean => readStoredText(CHARACTER_SHORTCUTS_KEY) !== 'off'

/** Turns shortcuts of a single character on or off, on this device. */
export function setCharacterShortcuts(isOn: boolean): void {
  storeText(CHARACTER_SHORTCUTS_KEY, isOn ? '' : 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // The browser fires this event when another tab has changed the setting.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Like `areCharacterShortcutsOn`, for a component: renders it again when the setting changes. True on the server. */
export const useCharacterShortcuts = (): boolean => useSyncExternalStore(subscribe, areCharacterShortcutsOn, () => true)

/** Whether a key press types a single character; Space, which presses buttons, doesn't count. */
export const isCharacterPress = ({ key }: Pick<KeyboardEvent, 'key'>): boolean => [...key].length === 1 && key !== ' '
