'use client'

import { SlidersHorizontal } from 'lucide'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'

interface FilterFoldProps {
  /** On which screens the filters are hidden behind a button: on none, on phones, or on all. */
  readonly folds: 'never' | 'phone' | 'always'
  /** Number of filters with a value, shown on the button that opens them. */
  readonly activeCount: number
  readonly search: ReactNode
  readonly chips: ReactNode
  readonly children: ReactNode
}

/**
 * The search, chips and filters of a toolbar. If there are many filters, a button beside the search opens them, so that
 * the list begins on the first screen.
 */
export function FilterFold({ folds, activeCount, search, chips, children }: FilterFoldProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (folds === 'never')
    return (
      <>
        {search}
        {chips}
        {children}
      </>
    )
  return (
    <>
      <div className="flex w-full items-center gap-2 wide:contents">
        {search}
        <span className={cx('shrink-0', folds === 'phone' && 'wide:hidden')}>
          <Button size="s" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            <Icon shape={SlidersHorizontal} size={18} />
            {activeCount > 0 ? `필터 ${activeCount}` : '필터'}
          </Button>
        </span>
      </div>
      {chips}
      <div
        id={id}
        className={
          folds === 'phone'
            ? cx('flex w-full flex-wrap items-center gap-2 wide:contents', !open && 'max-wide:hidden')
            : cx('order-last w-full flex-wrap items-center gap-2', open ? 'flex' : 'hidden')
        }
      >
        {children}
      </div>
    </>
  )
}
