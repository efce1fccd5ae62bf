'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Table, type TableProps } from '../ui/table.tsx'
import { KeyHelp, type KeyLine, KeyRow } from './key-help.tsx'
import type { Desk, DeskRow } from './use-desk.ts'

interface DeskLayoutProps<Row extends DeskRow>
  extends Pick<TableProps<Row>, 'caption' | 'columns' | 'empty' | 'dense'> {
  readonly desk: Desk<Row>
  readonly titleOf: (row: Row) => string
  /** The title while none is chosen, and what is said then. */
  readonly none: string
  readonly choose?: string
  readonly keys: readonly KeyLine[]
  /** What stands under the table while some are picked. */
  readonly bar?: ReactNode
  /** The chosen row's story. */
  readonly children: (row: Row) => ReactNode
}

/** A table with the chosen row's story beside it, or over it on narrower screens, and the keys that work here. */
export function DeskLayout<Row extends DeskRow>(props: DeskLayoutProps<Row>) {
  const { desk, titleOf, none, choose, keys, bar, children, dense = true, ...table } = props
  const story = desk.row ? children(desk.row) : choose && <p className="text-s text-ink-3">{choose}</p>
  const rows = (
    <Table
      {...table}
      dense={dense}
      rows={desk.rows}
      rowKey={({ id }) => id}
      selected={({ id }) => id === desk.chosen}
    />
  )
  return (
    <>
      {desk.rows.length === 0 ? (
        rows
      ) : (
        <StoryBeside desk={desk} title={desk.row ? titleOf(desk.row) : none} table={rows}>
          {story}
        </StoryBeside>
      )}
      {bar}
      <KeyRow lines={keys} />
      {desk.help && <KeyHelp lines={keys} onClose={desk.closeHelp} />}
    </>
  )
}

function StoryBeside({
  desk,
  title,
  table,
  children,
}: {
  readonly desk: Desk<DeskRow>
  readonly title: string
  readonly table: ReactNode
  readonly children: ReactNode
}) {
  const story = useRef<HTMLDivElement>(null)
  // Not on its first button: the Enter that opened it, held a little long, would press that.
  useEffect(() => {
    if (desk.open) story.current?.focus({ preventScroll: true })
  }, [desk.open])
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
