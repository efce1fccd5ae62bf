'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'

/**
 * The total of a form and its submit button: beside the form from 881px, fixed to the bottom of the screen on phones.
 * With large text the button wraps below the total. A cramped window (app/globals.css) has no room for a fixed bar, so
 * there the card follows the form. The bar has its full height from the first
 * paint, so that it doesn't grow while the content of the page is still being streamed. It isn't printed: paper has the
 * layout of a phone, and would have the bar on each sheet, above the rows of a history.
 */
export function SummaryCard({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => publishDockHeight(card.current), [])
  return (
    <aside
      ref={card}
      data-dock
      tabIndex={-1}
      aria-label={label}
      className="z-30 bg-card print:hidden! max-wide:inset-x-0 max-wide:bottom-0 max-wide:flex max-wide:flex-wrap max-wide:items-center max-wide:gap-x-3 max-wide:gap-y-2 max-wide:rounded-t-[20px] max-wide:cramped:rounded-b-[20px] max-wide:pr-[calc(16px+var(--safe-right))] max-wide:pl-[calc(16px+var(--safe-left))] max-wide:pt-3.5 max-wide:pb-[calc(14px+env(safe-area-inset-bottom))] max-wide:roomy:fixed max-wide:roomy:min-h-[calc(3.125rem+28px+env(safe-area-inset-bottom))] max-wide:roomy:shadow-dock wide:sticky wide:top-[84px] wide:rounded-card wide:p-6"
    >
      <h2 className="text-l font-semibold max-wide:hidden">{label}</h2>
      {children}
    </aside>
  )
}

/** Sets the CSS variable `--dock` to the height of the fixed bar, so that floating elements are placed above it. */
function publishDockHeight(card: HTMLElement | null) {
  if (!card) return
  const root = document.documentElement
  const observer = new ResizeObserver(() => {
    const isFixed = getComputedStyle(card).position === 'fixed'
    root.style.setProperty('--dock', isFixed ? `${card.offsetHeight}px` : '0px')
  })
  observer.observe(card)
  return () => {
    observer.disconnect()
    root.style.removeProperty('--dock')
  }
}

/** Submit button of a SummaryCard: below the content of the card or, on a phone, beside it. */
export function SummaryButton({ busy, children }: { readonly busy: boolean; readonly children: ReactNode }) {
  return (
    <Button
      type="submit"
      tone="main"
      size="l"
      full
      busy={busy}
      className="wide:mt-4 max-wide:min-h-[3.125rem] max-wide:w-auto max-wide:flex-[1_1_9.25rem]"
    >
      {children}
    </Button>
  )
}
