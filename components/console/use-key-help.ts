import { useEffect, useEffectEvent } from 'react'
import { isPopoverOpen } from '../ui/popover.ts'
import { pressedShortcut } from '../ui/use-shortcuts.ts'

/** Event on the document by which the button below the menu asks the page for its key help. */
export const KEY_HELP_EVENT = 'keyhelp'

/** Whether a dialog, a popover or another layer covers the page. */
const isCovered = (): boolean => isPopoverOpen() || document.querySelector('dialog[open], [data-covers]') !== null

/**
 * Calls `onAsk` when ? or the button below the menu is pressed. Lists listen at the document, so they handle the event
 * before the layout of the console, which listens at the window and opens the help of pages without a list.
 */
export function useKeyHelp(where: 'document' | 'window', onAsk: () => void) {
  const openHelp = useEffectEvent((event: Event) => {
    if (event.defaultPrevented || isCovered()) return
    if (event instanceof KeyboardEvent && pressedShortcut(event) !== '?') return
    event.preventDefault()
    onAsk()
  })
  useEffect(() => {
    const target: EventTarget = where === 'document' ? document : window
    const listener = (event: Event) => openHelp(event)
    for (const type of ['keydown', KEY_HELP_EVENT]) target.addEventListener(type, listener)
    return () => {
      for (const type of ['keydown', KEY_HELP_EVENT]) target.removeEventListener(type, listener)
    }
  }, [where])
}
