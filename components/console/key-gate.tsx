'use client'

import { type KeyboardEvent as KeyPressEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from '../ui/composing.ts'
import { isTyping } from '../ui/keyboard.ts'
import { isNavigating, navigationEnded, watchNavigation } from '../ui/page-ready.ts'
import { searchField } from './search-box.tsx'

/** Keys that act on a page: characters, and those that start or close something. Tab and the arrows only move. */
const isActing = ({ key }: KeyboardEvent): boolean => [...key].length === 1 || key === 'Enter' || key === 'Escape'

/** Enter and Space on a control press that control, which is no shortcut. */
const pressesControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') && target instanceof Element && target.closest('a, button, summary') !== null

/** Puts text typed elsewhere into the search of the page, with the caret behind it, and searches if `submits`. */
function typeIntoSearch(text: string, submits: boolean): void {
  const field = searchField()
  if (!field) return
  field.value = text
  field.focus()
  field.setSelectionRange(text.length, text.length)
  if (submits && text.trim()) field.form?.requestSubmit()
}

/**
 * While another page is on its way, keys don't act on the one that is still shown. What is typed after / is collected
 * in a field of its own, so that Hangul is composed as anywhere else, and goes into the search of the page that arrives.
 */
export function KeyGate() {
  const [open, setOpen] = useState(false)
  const [arrivals, setArrivals] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const composing = useRef(false)
  const entered = useRef(false)
  useEffect(() => watchNavigation(() => setArrivals((count) => count + 1)), [])
  const handOver = () => {
    const text = field.current?.value
    if (text === undefined) return
    const submits = entered.current
    setOpen(false)
    typeIntoSearch(text, submits)
  }
  const arrive = useEffectEvent(() => {
    navigationEnded()
    // A syllable that is being composed is finished first: moving the focus would tear it apart.
    if (!composing.current) handOver()
  })
  useEffect(() => {
    if (arrivals > 0) arrive()
  }, [arrivals])
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isNavigating() || event.ctrlKey || event.metaKey || event.altKey || !isActing(event)) return
    if (isTyping((event.target ?? {}) as HTMLElement) || pressesControl(event)) return
    event.stopImmediatePropagation()
    if (event.key !== '/') return
    event.preventDefault()
    entered.current = false
    composing.current = false
    flushSync(() => setOpen(true))
    field.current?.focus()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
  const onKeyDown = (event: KeyPressEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    entered.current = true
    if (!isNavigating()) handOver()
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
        if (!isNavigating()) handOver()
      }}
      onKeyDown={onKeyDown}
      onBlur={() => setOpen(false)}
    />
  )
}
