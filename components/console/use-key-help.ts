import { useEffect, useEffectEvent } from 'react'
import { pressedShortcut } from '../ui/use-shortcuts.ts'

/** Event on the document by which the button below the menu asks the page for its key help. */
export const KEY_HELP_EVENT = 'keyhelp'

const isCovered = (): boolean => document.querySelector('dialog[open], :popover-open, [data-covers]') !== null

/**
 * Opens the key help when ? or the button below the menu is pressed. Listens at `where`: a page's list at the document,
 * so that it answers before the layout, which listens at the window and opens the help of pages without a list.
 */
export function useKeyHelp(where: 'document' | 'window', onAsk: () => void) {
  const answer = useEffectEvent((event: Event) => {
    if (event.defaultPrevented || isCovered()) return
    if (event instanceof KeyboardEvent && pressedShortcut(event) !== '?') return
    event.preventDefault()
    onAsk()
  })
  useEffect(() => {
    const target: EventTarget = where === 'document' ? document : window
    const listener = (event: Event) => answer(event)
    for (const type of ['keydown', KEY_HELP_EVENT]) target.addEventListener(type, listener)
    return () => {
      for (const type of ['keydown', KEY_HELP_EVENT]) target.removeEventListener(type, listener)
    }
  }, [where])
}
