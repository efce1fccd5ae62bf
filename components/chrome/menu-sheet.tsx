'use client'

import { Menu } from 'lucide'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { closePopover, togglePopoverIfUnsupported } from '../ui/popover.ts'

/**
 * The menu button (hamburger) and the sheet that it opens. The sheet is a native popover; a click outside, Escape, Tab
 * past its end or a change of the route closes it.
 */
export function MenuSheet({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  const sheet = useRef<HTMLDivElement>(null)
  const path = usePathname()
  useEffect(() => {
    if (path) closePopover(sheet.current)
  }, [path])
  useEffect(() => {
    const element = sheet.current
    // A link to the current screen doesn't change the route, so the effect above wouldn't close the sheet.
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a')) closePopover(element)
    }
    // Closes the sheet when an element outside gets the focus, because the sheet would cover the element. The menu
    // button is an exception: pressing it closes the sheet anyway.
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      const isOutside = relatedTarget instanceof Element && !element?.contains(relatedTarget)
      if (isOutside && !relatedTarget.matches('[popovertarget]')) closePopover(element)
    }
    element?.addEventListener('click', onClick)
    element?.addEventListener('focusout', onFocusOut)
    return () => {
      element?.removeEventListener('click', onClick)
      element?.removeEventListener('focusout', onFocusOut)
    }
  }, [])
  return (
    <>
      <button
        type="button"
        popoverTarget="menu-sheet"
        aria-label="메뉴"
        onClick={() => togglePopoverIfUnsupported(sheet.current)}
        className={cx(iconButtonClass, className)}
      >
        <Icon shape={Menu} size={20} />
      </button>
      <div
        ref={sheet}
        id="menu-sheet"
        popover="auto"
        className="fixed inset-auto top-[60px] right-0 m-0 max-h-[calc(100dvh-60px)] w-full overflow-y-auto overscroll-contain rounded-b-[20px] bg-card py-4 pr-[calc(16px+var(--safe-right))] pl-[calc(16px+var(--safe-left))] text-ink shadow-float backdrop:top-[60px] backdrop:bg-[#00000059] open:animate-sink wide:top-[68px] wide:right-[calc(16px+var(--safe-right))] wide:w-80 wide:px-4 wide:rounded-card"
      >
        {children}
      </div>
    </>
  )
}
