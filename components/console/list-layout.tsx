'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Table, type TableProps } from '../ui/table.tsx'
import { KeyHelp, type KeyLine, KeyRow } from './key-help.tsx'
import type { ListRow, Selection } from './use-selection.ts'

interface ListLayoutProps<Row extends ListRow>
  extends Pick<TableProps<Row>, 'caption' | 'columns' | 'empty' | 'dense'> {
  readonly selection: Selection<Row>
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
export function ListLayout<Row extends ListRow>(props: ListLayoutProps<Row>) {
  const { selection, titleOf, none, choose, keys, bar, children, dense = true, ...table } = props
  const story = selection.row ? children(selection.row) : choose && <p className="text-s text-ink-3">{choose}</p>
  const rows = (
    <Table
      {...table}
      dense={dense}
      rows={selection.rows}
      rowKey={({ id }) => id}
      selected={({ id }) => id === selection.chosen}
    />
  )
  return (
    <>
      {selection.rows.length === 0 ? (
        rows
      ) : (
        <DetailBeside selection={selection} title={selection.row ? titleOf(selection.row) : none} table={rows}>
          {story}
        </DetailBeside>
      )}
      {bar}
      <KeyRow lines={keys} />
      {selection.help && <KeyHelp lines={keys} onClose={selection.closeHelp} />}
    </>
  )
}

function DetailBeside({
  selection,
  title,
  table,
  children,
}: {
  readonly selection: Selection<ListRow>
  readonly title: string
  readonly table: ReactNode
  readonly children: ReactNode
}) {
  const story = useRef<HTMLDivElement>(null)
  // Not on its first button: the Enter that opened it, held a little long, would press that.
  useEffect(() => {
    if (selection.open) story.current?.focus({ preventScroll: true })
  }, [selection.open])
  return (
    <div className="grid grid-cols-1 items-start gap-4 transition-opacity duration-150 split:grid-cols-[minmax(0,1fr)_336px] [main:has([data-busy])_&]:opacity-60 [main:has([data-busy])_&]:delay-300">
      <div ref={selection.table} className="min-w-0">
        {table}
      </div>
      <section
        ref={selection.panel}
        tabIndex={-1}
        aria-label={title}
        className="sticky top-6 hidden max-h-[calc(100dvh-150px)] gap-3.5 overflow-y-auto rounded-card bg-card p-5 split:grid"
      >
        <h2 className="text-l font-extrabold">{title}</h2>
        {children}
      </section>
      {selection.open && (
        <Dialog open onClose={selection.closeDetail} title={title}>
          <div ref={story} tabIndex={-1} className="grid gap-3.5 outline-none">
            {children}
          </div>
        </Dialog>
      )}
    </div>
  )
}
