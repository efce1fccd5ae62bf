'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import type { Desk } from './use-desk.ts'

/** A table with the chosen row's story beside it; on narrower screens the story opens over it. */
export function DeskLayout({
  desk,
  title,
  table,
  children,
}: {
  readonly desk: Desk
  /** The chosen row's; null where there is no row to choose. */
  readonly title: string | null
  readonly table: ReactNode
  readonly children: ReactNode
}) {
  const story = useRef<HTMLDivElement>(null)
  // Not on its first button: the Enter that opened it, held a little long, would press that.
  useEffect(() => {
    if (desk.open) story.current?.focus({ preventScroll: true })
  }, [desk.open])
  if (title === null) return table
  return (
    <div className="grid grid-cols-1 items-start gap-4 transition-opacity duration-150 desk:grid-cols-[minmax(0,1fr)_336px] [main:has([data-busy])_&]:opacity-60 [main:has([data-busy])_&]:delay-300">
      <div ref={desk.table} className="min-w-0">
        {table}
      </div>
      <section
        ref={desk.panel}
        tabIndex={-1}
        aria-label={title}
        className="sticky top-6 hidden max-h-[calc(100dvh-150px)] gap-3.5 overflow-y-auto rounded-card bg-card p-5 desk:grid"
      >
        <h2 className="text-l font-extrabold">{title}</h2>
        {children}
      </section>
      {desk.open && (
        <Dialog open onClose={desk.closeStory} title={title}>
          <div ref={story} tabIndex={-1} className="grid gap-3.5 outline-none">
            {children}
          </div>
        </Dialog>
      )}
    </div>
  )
}
