import { useEffect } from 'react'

const LOST_FOCUS_EVENT = 'lostfocus'

/** Offers the focus to whoever takes it, if the element that had it is gone. */
export function offerLostFocus(): void {
  if (document.activeElement === document.body) document.dispatchEvent(new Event(LOST_FOCUS_EVENT))
}

/** Offers the focus when a component goes with the element that has it, without which the next Tab starts at the top. */
export function useOfferFocus(): void {
  useEffect(() => offerLostFocus, [])
}

/** Calls `take` when a focus is offered. Returns a function that ends it. */
export function onLostFocus(take: () => void): () => void {
  document.addEventListener(LOST_FOCUS_EVENT, take)
  return () => document.removeEventListener(LOST_FOCUS_EVENT, take)
}
