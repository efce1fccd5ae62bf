'use client'

import { SlidersHorizontal } from 'lucide'
import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface PhoneFoldProps {
  /** Text of the button that shows and hides the content on a phone. */
  readonly label: string
  /** Content beside the button that is always shown. */
  readonly beside: ReactNode
  readonly children: ReactNode
}

/**
 * Hides its content behind a button on phones, so that the list after it begins on the first screen. Without scripts
 * the content is shown.
 */
export function PhoneFold({ label, beside, children }: PhoneFoldProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {beside}
        <Button
          size="s"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="wide:hidden noscript:hidden"
        >
          <Icon shape={SlidersHorizontal} size={18} />
          {label}
        </Button>
      </div>
      <div id={id} className={open ? undefined : 'max-wide:hidden noscript:block'}>
        {children}
      </div>
    </>
  )
}
