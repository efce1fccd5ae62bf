'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Table, type TableProps } from '../ui/table.tsx'
import { type Shortcuts, useShortcuts } from '../ui/use-shortcuts.ts'
import { type Action, Actions } from './actions.tsx'
import { ApprovalNotice } from './approvals/approval-notice.tsx'
import { withParticle } from './format.ts'
import { KeyHelp, type KeyLine, KeyRow, listKeys } from './key-help.tsx'
import type { ListState, ListStatus } from './list-state.ts'
import { PickedBar, type Picks, pickColumn, pickKeys } from './picking.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { Rows } from './row-context.tsx'
import { focusSearch } from './search-box.tsx'
import type { List } from './use-list.ts'
import type { ListRow } from './use-selection.ts'

type EmptyText = readonly [title: string, hint: string]

/** Why a list is empty, and what to do first: after a search, behind the oldest row, in a status, or at all. */
export interface EmptyTexts {
  readonly search: EmptyText
  readonly older?: EmptyText
  readonly byStatus?: Readonly<Partial<Record<ListStatus, EmptyText>>>
  readonly none: EmptyText
}

/** Rows picked for one action on all of them. */
interface Picking<Row> {
  readonly picks: Picks<number>
  /** What can be picked. */
  readonly ids: readonly number[]
  readonly nameOf: (row: Row) => string
  /** With fewer there is nothing to do together. */
  readonly least?: number
  /** What the picked ones come to, what is done with them, and the dialog that asks for it. */
  readonly bar?: { readonly label: string; readonly text: string; readonly action: string; readonly dialog: string }
}

/** A list-and-detail page as a declaration. */
interface ListPageProps<Row extends ListRow> extends Pick<TableProps<Row>, 'columns' | 'dense'> {
  readonly list: List<Row>
  /** What one row is called: 주문. */
  readonly noun: string
  /** The table's name, where it isn't the noun. */
  readonly caption?: string
  readonly titleOf: (row: Row) => string
  readonly empty: EmptyTexts
  /** Said in the place of the detail while no row is chosen; null says nothing. */
  readonly choose?: string | null
  readonly actions?: readonly Action[]
  readonly wideNext?: boolean
  /** The lines of the key help, where they aren't those of the actions. */
  readonly keys?: readonly KeyLine[]
  readonly shortcuts?: Shortcuts
  /** There is a search, which / goes to. */
  readonly searched?: boolean
  readonly picking?: Picking<Row> | undefined
  /** The chosen row's detail, over its actions. */
  readonly detail: (row: Row) => ReactNode
  /** What stands under them. */
  readonly records?: (row: Row) => ReactNode
  /** Dialogs that belong to no action. */
  readonly children?: ReactNode
}

const keysOf = (actions: readonly Action[]): readonly KeyLine[] =>
  actions.map(({ key, label }) => ({ keys: [key.toUpperCase()], does: label }))

/** A table with the chosen row's detail beside it, or over it on narrower screens, its actions and its keys. */
export function ListPage<Row extends ListRow>(props: ListPageProps<Row>) {
  const { list, noun, caption = noun, titleOf, choose, dense = true, wideNext, picking, detail, records } = props
  const { now, hrefOf, rows, row, busy, deciding } = list
  const actions = [...(props.actions ?? []), ...deciding.actions]
  const press = (action: Action) => (action.run ? action.run() : !busy && list.ask(action.label))
  const canPick = picking && picking.ids.length >= (picking.least ?? 1)
  const bar = picking && picking.picks.picked.length >= (picking.least ?? 1) ? picking.bar : undefined
  const keys = listKeys(props.keys ?? keysOf(actions)).filter(
    (line) => props.searched !== false || !line.keys.includes('/'),
  )
  useListShortcuts(list, deciding.dialog !== null, {
    ...Object.fromEntries(actions.map((action) => [action.key, () => press(action)])),
    ...props.shortcuts,
    ...(picking && pickKeys(picking.picks, { ...list, rows: rows.map(({ id }) => id) })),
    ...(bar && { a: () => list.ask(bar.dialog) }),
  })
  const shown = row ? (
    <>
      {list.approval && <ApprovalNotice approval={list.approval} />}
      {detail(row)}
      <Actions actions={actions} busy={busy} onPress={press} wideNext={wideNext} />
      {records?.(row)}
    </>
  ) : (
    choose !== null && (
      <p className="text-s text-ink-3">
        {choose ?? `목록에서 ${withParticle(noun, '을/를')} 고르면 내용이 여기에 보여요.`}
      </p>
    )
  )
  const table = (
    <Table
      caption={caption}
      columns={
        picking && canPick ? [pickColumn(picking.picks, picking.ids, picking.nameOf), ...props.columns] : props.columns
      }
      dense={dense}
      rows={rows}
      rowKey={({ id }) => id}
      selected={({ id }) => id === list.chosen}
      empty={<Empty noun={noun} texts={props.empty} state={list.state} />}
    />
  )
  return (
    <Rows value={{ now, hrefOf }}>
      {rows.length === 0 ? (
        table
      ) : (
        <DetailBeside list={list} title={row ? titleOf(row) : `고른 ${noun} 없음`} table={table}>
          {shown}
        </DetailBeside>
      )}
      {bar && picking && (
        <PickedBar
          label={bar.label}
          text={bar.text}
          act={bar.action}
          onAct={() => list.ask(bar.dialog)}
          onClear={picking.picks.none}
        />
      )}
      <KeyRow lines={keys} />
      {list.dialog === HELP && <KeyHelp lines={keys} onClose={list.closeDialog} />}
      {deciding.dialog}
      {row && <ActionDialog action={actions.find(({ label }) => label === list.dialog)} list={list} />}
      {props.children}
    </Rows>
  )
}

const HELP = '?'

/** The keys of a list, with those of its own; none while a dialog covers it. */
function useListShortcuts<Row extends ListRow>(list: List<Row>, covered: boolean, own: Shortcuts) {
  const moves = { j: () => list.step(1), k: () => list.step(-1), enter: list.showDetail }
  const search = { '/': focusSearch, '?': () => list.ask(HELP) }
  useShortcuts(covered || list.dialog !== null ? {} : { ...moves, ...own, ...search })
}

function ActionDialog<Row extends ListRow>({ action, list }: { action: Action | undefined; list: List<Row> }) {
  const controls = { busy: list.busy, onClose: list.closeDialog }
  if (!action?.reason) return action?.dialog?.(controls)
  return <ReasonDialog title={action.label} action={action.label} {...action.reason} {...controls} />
}

interface EmptyProps {
  readonly noun: string
  readonly texts: EmptyTexts
  readonly state: ListState<ListStatus>
}

function Empty({ noun, texts, state }: EmptyProps) {
  const older: EmptyText = [
    `더 오래된 ${withParticle(noun, '이/가')} 없어요.`,
    `처음으로 돌아가 최신 ${withParticle(noun, '을/를')} 확인하세요.`,
  ]
  const inStatus = texts.byStatus?.[state.status ?? '']
  const [title, hint] = state.q ? texts.search : state.cursor ? (texts.older ?? older) : (inStatus ?? texts.none)
  return <EmptyState title={title} hint={hint} />
}

interface BesideProps<Row extends ListRow> {
  readonly list: List<Row>
  readonly title: string
  readonly table: ReactNode
  readonly children: ReactNode
}

function DetailBeside<Row extends ListRow>({ list, title, table, children }: BesideProps<Row>) {
  const detail = useRef<HTMLDivElement>(null)
  // Not on its first button: the Enter that opened it, held a little long, would press that.
  useEffect(() => {
    if (list.isOpen) detail.current?.focus({ preventScroll: true })
  }, [list.isOpen])
  return (
    <div className="grid grid-cols-1 items-start gap-4 transition-opacity duration-150 split:grid-cols-[minmax(0,1fr)_336px] [main:has([data-busy])_&]:opacity-60 [main:has([data-busy])_&]:delay-300">
      <div ref={list.table} className="min-w-0">
        {table}
      </div>
      <section
        ref={list.panel}
        tabIndex={-1}
        aria-label={title}
        className="sticky top-6 hidden max-h-[calc(100dvh-150px)] gap-3.5 overflow-y-auto rounded-card bg-card p-5 split:grid"
      >
        <h2 className="text-l font-extrabold">{title}</h2>
        {children}
      </section>
      {list.isOpen && (
        <Dialog open onClose={list.closeDetail} title={title}>
          <div ref={detail} tabIndex={-1} className="grid gap-3.5 outline-none">
            {children}
          </div>
        </Dialog>
      )}
    </div>
  )
}
