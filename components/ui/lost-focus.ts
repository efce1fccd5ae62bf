import { useEffect } from 'react'

const LOST_FOCUS_EVENT = 'lostfocus'

/** If the focused element was removed from the page, calls the functions registered with `onLostFocus`. */
export function focusElsewhereIfLost(): void {
  if (document.activeElement === document.body) document.dispatchEvent(new Event(LOST_FOCUS_EVENT))
}

/**
 * When the calling component is unmounted while it contains the focused element, calls the functions registered with
 * `onLostFocus`, which focus another element. Otherwise the next Tab would start at the top of the page.
 */
export function useMoveFocusOnUnmount(): void {
  useEffect(() => focusElsewhereIfLost, [])
}

/**
 * Registers a function that focuses another element when the focused element was removed from the page. Returns a
 * function that unregisters it.
 */
export function onLostFocus(focusOther: () => void): () => void {
  document.addEventListener(LOST_FOCUS_EVENT, focusOther)
  return () => document.removeEventListener(LOST_FOCUS_EVENT, focusOther)
}

const CONTROL_SELECTOR = 'a[href], button:not(:disabled)'

const isShown = (element: HTMLElement): boolean => element.checkVisibility()

const firstShown = (within: ParentNode, selector: string): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(selector)].find(isShown)

/**
 * The element to focus after the focused element was removed from the page. `focusPath` are the removed element and its
 * former ancestors, innermost first. The first of these that exists:
 * 1. the title of an open dialog, because nothing outside it can have the focus,
 * 2. the control whose `aria-controls` names the removed part, because it opened that part,
 * 3. the first link or button in the row of the table or list that contained the element,
 * 4. the page's heading.
 * Null while the page has no heading, because it is still loading.
 */
export function findNextFocus(focusPath: readonly Element[], page: ParentNode): HTMLElement | null {
  const dialogs = [...page.querySelectorAll<HTMLElement>('dialog:modal')]
  if (dialogs.length > 0) return dialogs.at(-1)?.querySelector<HTMLElement>('h2') ?? null
  const removedIds = focusPath.filter(({ id, isConnected }) => id && !isConnected).map(({ id }) => id)
  const opener = [...page.querySelectorAll<HTMLElement>('[aria-controls]')].find(
    (control) => isShown(control) && removedIds.includes(control.getAttribute('aria-controls') ?? ''),
  )
  const row = focusPath.find((each) => each.isConnected && each.matches('tr, li'))
  return opener ?? (row && firstShown(row, CONTROL_SELECTOR)) ?? firstShown(page, 'main h1') ?? null
}
