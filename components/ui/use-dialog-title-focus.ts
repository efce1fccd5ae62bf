import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses `title`, the title of an open dialog, when the focused control of the dialog is removed, such as a button
 * that disappears after its action. Returns a function to call with the target of each focus event of the dialog.
 */
export function useDialogTitleFocus(open: boolean, title: RefObject<HTMLElement | null>) {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    if (!open || document.activeElement !== document.body || focused.current?.isConnected !== false) return
    // Sets the tabindex only now: if the title had it from the start, the browser would focus the title when the dialog
    // opens.
    title.current?.setAttribute('tabindex', '-1')
    title.current?.focus({ preventScroll: true })
  })
  return (target: EventTarget) => {
    focused.current = target instanceof Element ? target : null
  }
}
