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

const CONTROL_SELECTOR = 'a[href], button:not(:disabled)'

const isShown = (element: HTMLElement): boolean => element.checkVisibility()

const firstShown = (within: ParentNode, selector: string): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(selector)].find(isShown)

/**
 * The element to focus after the focused one has left the page. `former` are that element and its ancestors, innermost
 * first, as they were while it had the focus. In order:
 * 1. the title of an open dialog, because nothing outside it can have the focus,
 * 2. the control that opened what has gone, named by its `aria-controls`,
 * 3. what is left of the row of a table or list that the element was in,
 * 4. the page's heading. Null while the page has none, because it is still loading.
 */
export function nextFocus(former: readonly Element[], page: ParentNode): HTMLElement | null {
  const dialogs = [...page.querySelectorAll<HTMLElement>('dialog:modal')]
  if (dialogs.length > 0) return dialogs.at(-1)?.querySelector<HTMLElement>('h2') ?? null
  const goneIds = former.filter(({ id, isConnected }) => id && !isConnected).map(({ id }) => id)
  const opener = [...page.querySelectorAll<HTMLElement>('[aria-controls]')].find(
    (control) => isShown(control) && goneIds.includes(control.getAttribute('aria-controls') ?? ''),
  )
  const row = former.find((each) => each.isConnected && each.matches('tr, li'))
  return opener ?? (row && firstShown(row, CONTROL_SELECTOR)) ?? firstShown(page, 'main h1') ?? null
}
