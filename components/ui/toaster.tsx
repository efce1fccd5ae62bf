'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './class-names.ts'
import {
  dismissSeenToasts,
  dismissToast,
  getServerToasts,
  getToasts,
  subscribeToasts,
  type ToastItem,
} from './toast-store.ts'

const toastShownMs = 2000

const listClass = 'pointer-events-none fixed inset-x-4 z-50 grid justify-items-center gap-2'
const bottomClass = 'bottom-[calc(24px+var(--dock)+env(safe-area-inset-bottom))]'
/** Position in a dialog: at the top, because a dialog's buttons are at the bottom. */
const topClass = 'top-[calc(24px+env(safe-area-inset-top))]'

/** The modal dialog on top, if one is open; if several are, the last one in the document. */
const topDialog = () => [...document.querySelectorAll('dialog:modal')].at(-1)

/**
 * Renders the toasts; used once, in the root layout. While a modal dialog is open, all toasts are shown inside the
 * dialog, even toasts that were raised before it opened: the dialog covers the rest of the page and hides it from
 * screen readers.
 */
export function Toaster() {
  const items = useSyncExternalStore(subscribeToasts, getToasts, getServerToasts)
  const path = usePathname()
  const shownPath = useRef(path)
  // Removes seen toasts after each change of the path. Does nothing after the first load, because nobody can have seen
  // its toasts while the page was loading.
  useEffect(() => {
    if (path !== shownPath.current) dismissSeenToasts()
    shownPath.current = path
  }, [path])
  // Removes seen toasts when the browser restores this page from its cache. The page then still has the toasts that it
  // had when it was left.
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && dismissSeenToasts()
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
  }, [])
  const [dialog, setDialog] = useState<Element>()
  const isShown = items.length > 0
  useEffect(() => {
    if (!isShown) return
    const findDialog = () => setDialog(topDialog())
    findDialog()
    const observer = new MutationObserver(findDialog)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
    return () => {
      observer.disconnect()
      setDialog(undefined)
    }
  }, [isShown])
  const list = items.map((item) => <Toast key={item.id} item={item} />)
  return (
    <>
      <div role="status" className={cx(listClass, bottomClass)}>
        {!dialog && list}
      </div>
      {/* The role is alert, because an alert is announced even if it is inserted together with its text. */}
      {dialog &&
        createPortal(
          <div role="alert" className={cx(listClass, topClass)}>
            {list}
          </div>,
          dialog,
        )}
    </>
  )
}

function Toast({ item }: { readonly item: ToastItem }) {
  const [isHeld, setIsHeld] = useState(false)
  const path = usePathname()
  // Removes the toast after two seconds. A change of the path restarts the two seconds, so that the toast can be read
  // on the new page. Hover or focus stops the timer.
  useEffect(() => {
    if (isHeld || !path) return
    const timer = setTimeout(() => dismissToast(item.id), toastShownMs)
    return () => clearTimeout(timer)
  }, [isHeld, path, item.id])
  const dot = { good: 'bg-good', bad: 'bg-bad', neutral: 'bg-ink-off' }[item.tone]
  return (
    <button
      type="button"
      // The second press of a double click was meant for what lay below the pointer before the toast appeared.
      onClick={({ detail }) => detail > 1 || dismissToast(item.id)}
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
