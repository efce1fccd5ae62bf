import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus to `title` when a control of an open dialog is removed while it has the focus, such as the button of
 * what was just done. Returns a function to call with the target of each focus event of the dialog.
 */
export function useLostFocus(open: boolean, title: RefObject<HTMLElement | null>) {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    if (!open || document.activeElement !== document.body || focused.current?.isConnected !== false) return
    // Not before: the browser would open the dialog with the focus there.
    title.current?.setAttribute('tabindex', '-1')
    title.current?.focus({ preventScroll: true })
  })
  return (target: EventTarget) => {
    focused.current = target instanceof Element ? target : null
  }
}
