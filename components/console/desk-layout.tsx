import type { ReactNode } from 'react'
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
  readonly title: string
  readonly table: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 desk:grid-cols-[minmax(0,1fr)_336px]">
      <div ref={desk.table} className="min-w-0">
        {table}
      </div>
      <section
        ref={desk.panel}
        tabIndex={-1}
        aria-label={title}
        className="sticky top-6 hidden max-h-[calc(100dvh-48px)] gap-3.5 overflow-y-auto rounded-card bg-card p-5 desk:grid"
      >
        <h2 className="text-l font-extrabold">{title}</h2>
        {children}
      </section>
      {desk.open && (
        <Dialog open onClose={desk.closeStory} title={title}>
          <div className="grid gap-3.5">{children}</div>
        </Dialog>
      )}
    </div>
  )
}
