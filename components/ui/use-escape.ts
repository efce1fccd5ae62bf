import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isComposing } from './composing.ts'

/** The open dialogs, in the sequence in which they were opened: the last one is on top. */
const openDialogs: HTMLDialogElement[] = []

/**
 * True if an Escape pressed on `target` is meant for `dialog`: the target is inside `dialog`, or it is inside no dialog
 * and `dialog` is on top.
 */
function isEscapeFor(dialog: HTMLDialogElement, target: EventTarget | null): boolean {
  const within = target instanceof Element ? target.closest('dialog') : null
  if (within) return within === dialog
  // After a click on plain text the body has the focus, so the body is the target. A calendar that is open in this
  // dialog is another modal dialog, on top of this one.
  return openDialogs.at(-1) === dialog && !dialog.querySelector('dialog:modal')
}

/**
 * Calls `onEscape` when Escape is pressed while the dialog is open and on top, wherever the focus is. The browser's own
 * handling is prevented, because at a second Escape in a row it would close the dialog without a `cancel` event. The
 * listener is on the document, because a listener on the dialog gets no keys while the focus is outside the dialog.
 */
export function useEscape(dialog: RefObject<HTMLDialogElement | null>, open: boolean, onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const element = dialog.current
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing({ nativeEvent: event })) return
    if (!element?.open || !isEscapeFor(element, event.target)) return
    event.preventDefault()
    // Ignores the repeats of a held key, which would open and close the dialog about discarding the text again and
    // again.
    if (!event.repeat) onEscape()
  })
  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const listener = (event: KeyboardEvent) => press(event)
    openDialogs.push(element)
    document.addEventListener('keydown', listener)
    return () => {
      openDialogs.splice(openDialogs.indexOf(element), 1)
      document.removeEventListener('keydown', listener)
    }
  }, [open, dialog])
}
