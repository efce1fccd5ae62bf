'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cx } from './class-names.ts'
import { dismissSeenToasts, dismissToast, noToasts, subscribeToasts, type ToastItem, toasts } from './toast-store.ts'

const toastShownMs = 2000

/** Renders the toasts; used once, in the root layout. */
export function Toaster() {
  const items = useSyncExternalStore(subscribeToasts, toasts, noToasts)
  const path = usePathname()
  const shownPath = useRef(path)
  // Not when the page has just loaded, however long that took: its toasts haven't been seen yet.
  useEffect(() => {
    if (path !== shownPath.current) dismissSeenToasts()
    shownPath.current = path
  }, [path])
  // A page that the browser kept in its cache comes back as it was left, with its toasts.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && dismissSeenToasts()
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(24px+var(--dock)+env(safe-area-inset-bottom))] z-50 grid justify-items-center gap-2"
    >
      {items.map((item) => (
        <Toast key={item.id} item={item} />
      ))}
    </div>
  )
}

function Toast({ item }: { readonly item: ToastItem }) {
  const [held, setHeld] = useState(false)
  const path = usePathname()
  // A change of the path restarts the two seconds, so that the toast can be read on the new page; hover or focus stops
  // them.
  useEffect(() => {
    if (held || !path) return
    const timer = setTimeout(() => dismissToast(item.id), toastShownMs)
    return () => clearTimeout(timer)
  }, [held, path, item.id])
  const dot = { good: 'bg-good', bad: 'bg-bad', neutral: 'bg-ink-off' }[item.tone]
  return (
    <button
      type="button"
      onClick={() => dismissToast(item.id)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex max-w-full animate-rise items-center gap-2.5 rounded-tile bg-ink px-4 py-3 text-left font-semibold text-card shadow-float"
    >
      <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', dot)} />
      {item.message}
    </button>
  )
}
