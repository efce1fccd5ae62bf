'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/** Pixels between the current chip and the row's edge: the row's padding, which leaves room for the chip's outline. */
const CHIP_MARGIN = 6

interface ChipRowProps {
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}

/**
 * A row of chips. If it is too long for the screen, it is scrolled to its current chip when it appears. CSS can do this
 * (`scroll-initial-target`), but only in Chromium. Only the row is scrolled, never the page.
 */
export function ChipRow({ label, className, children }: ChipRowProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current="true"]')
    if (!row.current || !current) return
    const [chip, shown] = [current.getBoundingClientRect(), row.current.getBoundingClientRect()]
    if (chip.left < shown.left || chip.right > shown.right)
      row.current.scrollLeft += chip.left - shown.left - CHIP_MARGIN
  }, [])
  return (
    <nav ref={row} aria-label={label} className={className}>
      {children}
    </nav>
  )
}
