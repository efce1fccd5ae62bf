'use client'

import { ChevronDown } from 'lucide'
import { useState } from 'react'
import { Icon } from './icon.tsx'

/**
 * Button on the card of a row on phones, which shows the cells that are hidden at first. It toggles `data-open` on the
 * row; CSS shows the cells of a row with that attribute.
 */
export function RowMoreButton() {
  const [open, setOpen] = useState(false)
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={(event) => {
        event.currentTarget.closest('tr')?.toggleAttribute('data-open', !open)
        setOpen(!open)
      }}
      className="-my-2.5 inline-flex min-h-11 items-center gap-1 text-s font-semibold text-ink-3 aria-expanded:[&>svg]:rotate-180"
    >
      {open ? '접기' : '자세히'}
      <Icon shape={ChevronDown} size={18} className="transition-transform duration-150" />
    </button>
  )
}
