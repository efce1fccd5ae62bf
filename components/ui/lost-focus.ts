import { useEffect } from 'react'

const LOST_FOCUS_EVENT = 'lostfocus'

/** If the focused element has left the page, calls the functions registered with onLostFocus to focus another one. */
export function offerLostFocus(): void {
  if (document.activeElement === document.body) document.dispatchEvent(new Event(LOST_FOCUS_EVENT))
}

/**
 * When a component that contains the focused element is unmounted, lets the function registered with onLostFocus focus
 * another element; otherwise the next Tab would start at the top of the page.
 */
export function useOfferFocus(): void {
  useEffect(() => offerLostFocus, [])
}

/**
 * Registers `take`, which is called when the focused element has left the page; returns a function that unregisters it.
 */
export function onLostFocus(take: () => void): () => void {
  document.addEventListener(LOST_FOCUS_EVENT, take)
  return () => document.removeEventListener(LOST_FOCUS_EVENT, take)
}
