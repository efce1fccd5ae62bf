'use client'

import { type KeyboardEvent as KeyPressEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { areCharacterShortcutsOn } from '../ui/character-keys.ts'
import { isComposing } from '../ui/composing.ts'
import { isTyping } from '../ui/keyboard.ts'
import { focusElsewhereIfLost } from '../ui/lost-focus.ts'
import { isNavigating, recordNavigationEnd, watchNavigation } from '../ui/navigation-state.ts'
import { findSearchField } from './search-box.tsx'

/** Whether a key can start something: characters, Enter and Escape can; Tab and the arrows only move the focus. */
const isActing = ({ key }: KeyboardEvent): boolean => [...key].length === 1 || key === 'Enter' || key === 'Escape'

/** Whether a key press is Enter or Space on a link or button, which the browser turns into a click. */
const pressesControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') && target instanceof Element && target.closest('a, button, summary') !== null

/**
 * Puts a text into the search field of the page and the caret at its end; if `submits` is true, also starts the search.
 */
function typeIntoSearch(text: string, submits: boolean): void {
  const field = findSearchField()
  if (!field) return
  field.value = text
  field.focus()
  field.setSelectionRange(text.length, text.length)
  if (submits && text.trim()) field.form?.requestSubmit()
}

/**
 * After a navigation that removed the focused element: focuses the selected row of the new page or, if the page has no
 * list, its heading. Otherwise the next Tab would start at the top of the page.
 */
function focusPage(): void {
  focusElsewhereIfLost()
  if (document.activeElement !== document.body) return
  const heading = document.querySelector<HTMLElement>('#main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/**
 * Blocks shortcuts while another page is loading, so that they do not act on rows of the page that is still shown. If /
 * is pressed meanwhile, shows an input in which the search text can be typed, also in Hangul. When the new page
 * arrives, the text is put into its search field.
 */
export function ShortcutGate() {
  const [open, setOpen] = useState(false)
  const [navigationCount, setNavigationCount] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const composing = useRef(false)
  const wasEnterPressed = useRef(false)
  useEffect(() => watchNavigation(() => setNavigationCount((count) => count + 1)), [])
  const passToSearch = () => {
    const text = field.current?.value
    if (text === undefined) return focusPage()
    const submits = wasEnterPressed.current
    setOpen(false)
    typeIntoSearch(text, submits)
  }
  const afterNavigation = useEffectEvent(() => {
    recordNavigationEnd()
    // Waits until the Hangul syllable that is being composed is complete: moving the focus would interrupt it.
    if (!composing.current) passToSearch()
  })
  useEffect(() => {
    if (navigationCount > 0) afterNavigation()
  }, [navigationCount])
  const onPageKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isNavigating() || event.ctrlKey || event.metaKey || event.altKey || !isActing(event)) return
    if (isTyping((event.target ?? {}) as HTMLElement) || pressesControl(event)) return
    event.stopImmediatePropagation()
    if (event.key !== '/' || !areCharacterShortcutsOn()) return
    event.preventDefault()
    wasEnterPressed.current = false
    composing.current = false
    flushSync(() => setOpen(true))
    field.current?.focus()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onPageKeyDown(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
  const onKeyDown = (event: KeyPressEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    wasEnterPressed.current = true
    if (!isNavigating()) passToSearch()
  }
  if (!open) return null
  return (
    <input
      ref={field}
      type="text"
      aria-label="검색어"
      placeholder="화면이 열리면 찾아요"
      maxLength={200}
      autoComplete="off"
      className="fixed top-4 left-1/2 z-50 h-[38px] w-[min(360px,calc(100vw-32px))] -translate-x-1/2 rounded-field border border-main-text bg-card px-3 text-ink shadow-float"
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={() => {
        composing.current = false
        if (!isNavigating()) passToSearch()
      }}
      onKeyDown={onKeyDown}
      onBlur={() => setOpen(false)}
    />
  )
}
