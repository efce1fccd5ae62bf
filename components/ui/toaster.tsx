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
  // Not after the first load of the page: its toasts haven't been seen yet, however long it took to load.
  useEffect(() => {
    if (path !== shownPath.current) dismissSeenToasts()
    shownPath.current = path
  }, [path])
  // A page that the browser restores from its cache still has the toasts that it had when it was left.
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && dismissSeenToasts()
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
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
  const [isHeld, setIsHeld] = useState(false)
  const path = usePathname()
  // A change of the path restarts the two seconds, so that the toast can be read on the new page; hover or focus stops
  // the timer.
  useEffect(() => {
    if (isHeld || !path) return
    const timer = setTimeout(() => dismissToast(item.id), toastShownMs)
    return () => clearTimeout(timer)
  }, [isHeld, path, item.id])
  const dot = { good: 'bg-good', bad: 'bg-bad', neutral: 'bg-ink-off' }[item.tone]
  return (
    <button
      type="button"
      onClick={() => dismissToast(item.id)}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="pointer-events-auto flex max-w-full animate-rise items-center gap-2.5 rounded-tile bg-ink px-4 py-3 text-left font-semibold text-card shadow-float"
    >
      <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', dot)} />
      {item.message}
    </button>
  )
}
