'use client'

import { useEffect } from 'react'
import { nextFocus, offerLostFocus } from './lost-focus.ts'

function ancestorsOf(element: Element): Element[] {
  const path: Element[] = []
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) path.push(each)
  return path
}

const canHaveFocus = (element: Element): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled')

/**
 * Watches the page. When the focused element is removed from it, such as a button after its action or the link to the
 * page that has replaced this one, focuses nextFocus; otherwise the next Tab would start at the top of the page, and a
 * screen reader would lose its place. Returns a function that stops it.
 */
function keepFocus(): () => void {
  /** The focused element and its ancestors; empty if the user has left it by a press elsewhere. */
  let former: readonly Element[] = []
  let frame = 0
  const note = () => {
    const focused = document.activeElement
    if (focused && focused !== document.body) former = ancestorsOf(focused)
  }
  const check = () => {
    frame = 0
    note()
    const [last] = former
    if (!last || document.activeElement !== document.body || canHaveFocus(last)) return
    offerLostFocus()
    if (document.activeElement !== document.body) return
    const next = nextFocus(former, document)
    if (!next) return
    // A heading needs a tabindex to be focused. A control has one already, and stays reachable by Tab.
    if (next.tabIndex < 0) next.setAttribute('tabindex', '-1')
    next.focus({ preventScroll: true })
  }
  // Waits for the next frame, because a component may focus an element of its own until then.
  const checkSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(check)
  }
  const press = () => {
    former = []
  }
  const observer = new MutationObserver(checkSoon)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['open'] })
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', press, true)
  document.addEventListener('click', note, true)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', press, true)
    document.removeEventListener('click', note, true)
  }
}

/** Keeps the focus on the page (keepFocus); once in a layout. */
export function FocusKeeper() {
  useEffect(keepFocus, [])
  return null
}
