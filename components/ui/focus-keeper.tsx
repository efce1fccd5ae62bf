'use client'

import { useEffect } from 'react'
import { findNextFocus, focusElsewhereIfLost } from './lost-focus.ts'

function ancestorsOf(element: Element): Element[] {
  const path: Element[] = []
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) path.push(each)
  return path
}

const canHaveFocus = (element: Element): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled')

/**
 * Watches the page. When the focused element is removed, for example a button after its action or a link after its
 * navigation, focuses the element that `findNextFocus` returns. Otherwise the next Tab would start at the top of the
 * page, and a screen reader would lose its place. Returns a function that stops watching.
 */
function keepFocus(): () => void {
  /** The last focused element and its ancestors; empty if the user has pressed elsewhere after that. */
  let focusPath: readonly Element[] = []
  let frame = 0
  const recordFocus = () => {
    const focused = document.activeElement
    if (focused && focused !== document.body) focusPath = ancestorsOf(focused)
  }
  const check = () => {
    frame = 0
    recordFocus()
    const [last] = focusPath
    if (!last || document.activeElement !== document.body || canHaveFocus(last)) return
    focusElsewhereIfLost()
    if (document.activeElement !== document.body) return
    const next = findNextFocus(focusPath, document)
    if (!next) return
    // A heading needs a tabindex to be focused. A control has one already, and stays reachable by Tab.
    if (next.tabIndex < 0) next.setAttribute('tabindex', '-1')
    next.focus({ preventScroll: true })
  }
  // Waits for the next frame, because until then a component may itself move the focus.
  const checkSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(check)
  }
  const forgetFocus = () => {
    focusPath = []
  }
  const observer = new MutationObserver(checkSoon)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['open'] })
  document.addEventListener('focusin', recordFocus)
  document.addEventListener('pointerdown', forgetFocus, true)
  document.addEventListener('click', recordFocus, true)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    document.removeEventListener('focusin', recordFocus)
    document.removeEventListener('pointerdown', forgetFocus, true)
    document.removeEventListener('click', recordFocus, true)
  }
}

/** Runs `keepFocus` while it is mounted. A page has at most one FocusKeeper. */
export function FocusKeeper() {
  useEffect(keepFocus, [])
  return null
}
