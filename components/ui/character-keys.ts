import { useSyncExternalStore } from 'react'
import { characterKeysKey } from './early-search.ts'
import { readStoredText, storeText } from './stored-text.ts'

// The console's shortcuts are mostly single characters. Whoever dictates, or presses keys by mistake, can turn these off
// on a device (WCAG 2.1.4), or on a page where the browser forbids storage; Enter, Escape, Space and combinations such as
// Ctrl+K always work.

const listeners = new Set<() => void>()

/** Whether shortcuts of a single character work on this device. */
export const hasCharacterKeys = (): boolean => readStoredText(characterKeysKey) !== 'off'

/** Turns shortcuts of a single character on or off, on this device. */
export function setCharacterKeys(on: boolean): void {
  storeText(characterKeysKey, on ? '' : 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab has changed it.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** `hasCharacterKeys` for a component, which is rendered again when it changes. True while the server renders. */
export const useCharacterKeys = (): boolean => useSyncExternalStore(subscribe, hasCharacterKeys, () => true)

/** Whether a key press types a single character; Space, which presses buttons, doesn't count. */
export const isCharacterPress = ({ key }: Pick<KeyboardEvent, 'key'>): boolean => [...key].length === 1 && key !== ' '
