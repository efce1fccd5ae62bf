'use client'

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Table, type TableProps } from '../ui/table.tsx'
import { toast } from '../ui/toast-store.ts'
import { type Shortcuts, useShortcuts } from '../ui/use-shortcuts.ts'
import { type Action, Actions, DeclaredDialog, type DialogDeclaration } from './actions.tsx'
import { ApprovalNotice } from './approvals/approval-actions.tsx'
import { withParticle } from './format.ts'
import { KeyHelp, type KeyHelpLine, KeyHints, keyHelpOfList, keyHelpWithoutRows, withPickKeys } from './key-help.tsx'
import type { ListState, ListStatus } from './list-state.ts'
import { PickedBar, type PickedRows, pickColumn, pickKeys, type SecondBarAction } from './picking.tsx'
import { RowValuesContext } from './row-context.tsx'
import { focusSearch } from './search-box.tsx'
import { withSorting } from './sort-head.tsx'
import { useKeyHelp } from './use-key-help.ts'
import type { List } from './use-list.ts'
import type { ListRow } from './use-selection.ts'

type EmptyText = readonly [title: string, hint: string]

/**
 * Texts of a list without rows, each a title and a hint on what to do: `search` if a search found nothing, `older` for
 * a further page of the list, `byStatus` for a status filter, `none` otherwise. If a range of days has no rows, all
 * lists show the same text.
 */
export interface EmptyTexts {
  readonly search: EmptyText
  readonly older?: EmptyText
  readonly byStatus?: Readonly<Partial<Record<ListStatus, EmptyText>>>
  readonly none: EmptyText
}

/** Checkboxes with which staff pick several rows for one action on all of them. */
interface RowPicking<Row> {
  readonly picks: PickedRows<number>
  /** Ids of the rows that can be picked. */
  readonly ids: readonly number[]
  readonly nameOf: (row: Row) => string
  /**
   * Minimum number of rows that the action needs, 1 by default. The checkboxes are shown if at least that many rows can
   * be picked, `bar` once that many are picked.
   */
  readonly minPicked?: number
  /**
   * Bar shown while enough rows are picked: `label` names it for screen readers, `text` is the count and total amount
   * of the picked rows, `action` is the text of its button, and `dialog` is the dialog that the button opens.
   */
  readonly bar?: {
    readonly label: string
    readonly text: string
    readonly action: string
    readonly dialog: string
    /** A second button in the bar for another action on the picked rows. */
    readonly secondAction?: SecondBarAction
  }
}

/** Declaration of a console page: a table of rows, and the detail and actions of the selected row. */
interface ListPageProps<Row extends ListRow> extends Pick<TableProps<Row>, 'columns' | 'dense'> {
  readonly list: List<Row>
  /** Name of one row, for example 주문. */
  readonly noun: string
  /** Name of the table for screen readers; `noun` by default. */
  readonly caption?: string
  readonly titleOf: (row: Row) => string
  readonly emptyTexts: EmptyTexts
  /** Text in place of the detail while no row is selected; null shows none. */
  readonly noSelectionText?: string | null
  readonly actions?: readonly Action[]
  /** If true, only the main action's button is widened to fill the line; otherwise all buttons are. */
  readonly wideMain?: boolean
  /** Lines of the key help that are specific to this list; by default one for each action. */
  readonly keys?: readonly KeyHelpLine[]
  /** Shortcuts of the page besides those of its actions. */
  readonly shortcuts?: Shortcuts
  /**
   * False if the page has no search box; the key help then leaves out the key `/`, which focuses it. True by default.
   */
  readonly hasSearch?: boolean
  readonly picking?: RowPicking<Row> | undefined
  /** Detail of the selected row, above its actions. */
  readonly detail: (row: Row) => ReactNode
  /** Records of the selected row, such as its history, below the actions. */
  readonly records?: (row: Row) => ReactNode
  /** Dialogs about the selected row that belong to no action, by the name with which `list.openDialog` opens each. */
  readonly dialogs?: (row: Row) => Readonly<Record<string, DialogDeclaration>>
  /** Dialogs of the page that aren't about the selected row. */
  readonly children?: ReactNode
}

const keyHelpOf = (actions: readonly Action[]): readonly KeyHelpLine[] =>
  actions.map(({ key, label }) => ({ keys: [key.toUpperCase()], does: label }))

/**
 * A table with the detail of the selected row beside it, or in a dialog on narrower screens, and with its actions and
 * shortcuts.
 */
export function ListPage<Row extends ListRow>(props: ListPageProps<Row>) {
  const {
    list,
    noun,
    caption = noun,
    titleOf,
    noSelectionText,
    dense = true,
    wideMain,
    picking,
    detail,
    records,
  } = props
  const { now, hrefOf, rows, row, busy } = list
  const actions = [...(props.actions ?? []), ...list.decisions]
  const shownDialog =
    actions.find(({ label }) => label === list.dialog) ?? (row && props.dialogs?.(row)[list.dialog ?? ''])
  useCloseWithoutDialog(list, shownDialog !== undefined)
  const startAction = (action: Action) => (action.run ? action.run() : !busy && list.openDialog(action.label))
  const canPick = picking && picking.ids.length >= (picking.minPicked ?? 1)
  const bar = picking && picking.picks.picked.length >= (picking.minPicked ?? 1) ? picking.bar : undefined
  const listLines = props.keys ?? keyHelpOf(actions)
  const keys = keyHelpOfList(picking ? withPickKeys(listLines) : listLines).filter(
    (line) => props.hasSearch !== false || !line.keys.includes('/'),
  )
  useListShortcuts(list, {
    ...Object.fromEntries(actions.map((action) => [action.key, () => startAction(action)])),
    ...props.shortcuts,
    ...(picking && pickKeys(picking.picks, { ...list, rows: rows.map(({ id }) => id) })),
    ...(bar && { a: () => list.openDialog(bar.dialog) }),
    ...(bar?.secondAction && { [bar.secondAction.key]: bar.secondAction.run }),
  })
  const content = row ? (
    <>
      {list.approval && <ApprovalNotice approval={list.approval} />}
      {detail(row)}
      <Actions actions={actions} busy={busy} onPress={startAction} wideMain={wideMain} />
      {records?.(row)}
    </>
  ) : (
    noSelectionText !== null && (
      <p className="text-s text-ink-3">
        {noSelectionText ?? `목록에서 ${withParticle(noun, '을/를')} 고르면 내용이 여기에 보여요.`}
      </p>
    )
  )
  const columns = withSorting(props.columns, list.listUrl, list.state)
  const emptyText = emptyTextOf(noun, props.emptyTexts, list.state)
  const table = (
    <Table
      caption={caption}
      columns={picking && canPick ? [pickColumn(picking.picks, picking.ids, picking.nameOf), ...columns] : columns}
      dense={dense}
      rows={rows}
      rowKey={({ id }) => id}
      isSelected={({ id }) => id === list.chosen}
      empty={<EmptyState title={emptyText[0]} hint={emptyText[1]} />}
    />
  )
  return (
    <RowValuesContext value={{ now, hrefOf }}>
      {rows.length === 0 ? (
        // This section has a label, because it gets the focus when the focused row has left the list.
        <section ref={list.table} aria-label={emptyText[0]} className="outline-none">
          {table}
        </section>
      ) : (
        <TableWithDetail list={list} title={row ? titleOf(row) : `고른 ${noun} 없음`} table={table}>
          {content}
        </TableWithDetail>
      )}
      {bar && picking && (
        <PickedBar
          label={bar.label}
          text={bar.text}
          actionLabel={bar.action}
          secondAction={bar.secondAction}
          onAct={() => list.openDialog(bar.dialog)}
          onClear={picking.picks.unpickAll}
        />
      )}
      <KeyHints lines={rows.length > 0 ? keys : keyHelpWithoutRows(keys)} />
      {list.dialog === HELP_DIALOG && <KeyHelp lines={keys} onClose={list.closeDialog} />}
      {shownDialog && (
        <DeclaredDialog name={list.dialog ?? ''} declaration={shownDialog} busy={busy} onClose={list.closeDialog} />
      )}
      {props.children}
    </RowValuesContext>
  )
}

const HELP_DIALOG = '?'

const dialogGoneText = '그 사이 상태가 바뀌어 창을 닫았어요. 바뀐 내용을 확인해 주세요.'

/**
 * Resets `list.dialog` if its dialog is no longer rendered: after a reload, the row has another status and no longer
 * has the dialog's action. Otherwise the shortcuts would stay off, and the dialog would open by itself on the next row
 * that has the action.
 */
function useCloseWithoutDialog<Row extends ListRow>(list: List<Row>, isShown: boolean) {
  const [shown, setShown] = useState<string | null>(null)
  const { dialog } = list
  const current = isShown ? dialog : null
  useEffect(() => {
    if (shown !== null && shown === dialog && current === null) {
      list.closeDialog()
      toast(dialogGoneText, { tone: 'bad' })
    }
    if (shown !== current) setShown(current)
  })
}

/** Binds the shortcuts that all lists share and those of this list. While a dialog is open, they do nothing. */
function useListShortcuts<Row extends ListRow>(list: List<Row>, listShortcuts: Shortcuts) {
  const moves = { j: () => list.step(1), k: () => list.step(-1), enter: list.showDetail }
  useShortcuts(list.dialog !== null ? {} : { ...moves, ...listShortcuts, '/': focusSearch })
  useKeyHelp('document', () => list.openDialog(HELP_DIALOG))
}

function emptyTextOf(noun: string, texts: EmptyTexts, state: ListState<ListStatus>): EmptyText {
  const older: EmptyText = [
    `더 오래된 ${withParticle(noun, '이/가')} 없어요.`,
    `처음으로 돌아가 최신 ${withParticle(noun, '을/를')} 확인하세요.`,
  ]
  const inStatus = texts.byStatus?.[state.status ?? '']
  const inDays: EmptyText = ['이 기간에는 내역이 없어요.', '기간을 넓히거나 전체 기간을 골라 보세요.']
  const defaultText = state.from || state.to ? inDays : (inStatus ?? texts.none)
  if (state.q) return texts.search
  return state.cursor ? (texts.older ?? older) : defaultText
}

interface TableWithDetailProps<Row extends ListRow> {
  readonly list: List<Row>
  readonly title: string
  readonly table: ReactNode
  readonly children: ReactNode
}

/** The table with the detail panel beside it; on narrower screens the detail is a dialog. */
function TableWithDetail<Row extends ListRow>({ list, title, table, children }: TableWithDetailProps<Row>) {
  const detail = useRef<HTMLDivElement>(null)
  const { chosen, panel } = list
  // Scrolls the panel back to its title when another row is selected. Otherwise it would show the middle of that row's
  // detail, without its name.
  useLayoutEffect(() => {
    if (chosen !== null) panel.current?.scrollTo(0, 0)
  }, [chosen, panel])
  // Focuses the detail itself. If its first button had the focus, an Enter held a little too long would press it.
  useEffect(() => {
    if (list.isOpen) detail.current?.focus({ preventScroll: true })
  }, [list.isOpen])
  return (
    <div className="grid grid-cols-1 items-start gap-4 transition-opacity duration-150 split:grid-cols-[minmax(0,1fr)_336px] [main:has([data-busy])_&]:opacity-60 [main:has([data-busy])_&]:delay-300">
      <section ref={list.table} className="min-w-0">
        {table}
      </section>
      <section
        ref={list.panel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the panel scrolls even if nothing in it can be focused
        tabIndex={0}
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
