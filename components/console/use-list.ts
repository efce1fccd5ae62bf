'use client'

import { useEffect, useRef, useState } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { approvalActions } from './approvals/approval-actions.tsx'
import { type ListState, type ListStatus, type ListUrl, listHref } from './list-state.ts'
import { applyRowChanges, noRowChanges, rowChangesAfterReload, withRowChange } from './row-changes.ts'
import { findNextWaitingId } from './row-selection.ts'
import { type ConsoleCall, useConsoleCall } from './use-console-call.ts'
import { type ListRow, useSelection } from './use-selection.ts'

/** Props that the pages of the console pass to most lists; some lists omit one of them. */
export interface ListProps<Row, Status extends ListStatus = number> {
  readonly rows: readonly Row[]
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly listUrl: ListUrl<Status>
  readonly state: ListState<Status>
  /**
   * Whether the viewer may change anything: in most lists MANAGER and OWNER may, in some only OWNER; SUPPORT only reads
   * (docs/contract.md#staff).
   */
  readonly mayAct: boolean
}

interface ListOptions<Row> {
  /** Whether a row still waits for a decision of staff. After a decision, the next waiting row is selected. */
  readonly waits?: (row: Row) => boolean
  /**
   * The open request for confirmation by a second person, if the row waits for one. The decisions on that request then
   * replace the actions on the row.
   */
  readonly approvalOf?: (row: Row) => ApprovalRow | undefined
}

/**
 * The rows of a list. Until a reload brings the server's values, they have the values that `change` has set. A list
 * that uses `change` must pass the same array of rows until it is reloaded.
 */
function useChangedRows<Row extends ListRow>(loadedRows: readonly Row[]) {
  const [changes, setChanges] = useState(() => noRowChanges(loadedRows))
  const left = changes.byId.size > 0 ? rowChangesAfterReload(changes, loadedRows) : changes
  if (left !== changes) setChanges(left)
  const lastRows = useRef(loadedRows)
  useEffect(() => {
    lastRows.current = loadedRows
  })
  const change = (ids: readonly number[], values: Partial<Row>) => {
    const last = lastRows.current
    setChanges((before) => withRowChange(before, last, ids, values))
  }
  return { rows: applyRowChanges(loadedRows, left), change }
}

/** The open dialog of a list, and the row that was selected when it was opened. */
interface OpenDialog<Row> {
  readonly name: string
  readonly row: Row | undefined
}

/**
 * State of a console list: its rows with the values set by `change`, the selected row and the open dialog.
 */
export function useList<Row extends ListRow, Status extends ListStatus>(
  { rows: loadedRows, now, listUrl, state }: Omit<ListProps<Row, Status>, 'mayAct'>,
  { waits = () => false, approvalOf = () => undefined }: ListOptions<Row> = {},
) {
  const [dialog, setDialog] = useState<OpenDialog<Row> | null>(null)
  const { busy, run } = useConsoleCall()
  const { rows, change } = useChangedRows(loadedRows)
  const selection = useSelection(rows, state.chosen)
  // If a reload removes the row of an open dialog from the list, because a colleague has settled it, the dialog stays
  // open for that row with the typed text. The server then refuses the action with a message, and no key acts on
  // another row.
  const row = selection.row ?? dialog?.row
  const openDialog = (name: string) => setDialog({ name, row })
  /**
   * Called after a decision on the row `settled`. Closes its detail and selects the next row for which `isNext` is
   * true, by default the next waiting row. If there is none, selects the row with the id `otherwiseId`.
   */
  const closeAndSelectNext = (
    settled: Row,
    otherwiseId: number | null = null,
    isNext: (row: Row) => boolean = waits,
  ) => {
    selection.closeDetail()
    selection.choose(findNextWaitingId(rows, settled.id, isNext) ?? otherwiseId)
  }
  /**
   * Like `closeAndSelectNext`, but after a decision on several rows. Does nothing if the selected row is not one of
   * them.
   */
  const selectNextAfter = (
    settled: readonly number[],
    otherwiseId: number | null = null,
    isNext: (row: Row) => boolean = waits,
  ) => {
    if (row && settled.includes(row.id))
      closeAndSelectNext(row, otherwiseId, (other) => isNext(other) && !settled.includes(other.id))
  }
  const approval = row && approvalOf(row)
  const decide = async (call: ConsoleCall) => {
    const answer = await run(call)
    if (!answer) return
    setDialog(null)
    if (answer.ok && row) closeAndSelectNext(row, row.id)
  }
  return {
    ...selection,
    row,
    rows,
    now,
    hrefOf: (id: number) => listHref(listUrl, { ...state, chosen: id }),
    listUrl: listUrl as ListUrl<ListStatus>,
    state: state as ListState<ListStatus>,
    busy,
    run,
    dialog: dialog?.name ?? null,
    openDialog,
    closeDialog: () => setDialog(null),
    /**
     * Shows the rows `ids` with these values at once, until a reload brings the server's values. A reload that began
     * before the change doesn't make a row jump back.
     */
    change,
    closeAndSelectNext,
    selectNextAfter,
    approval,
    /** The actions by which the viewer decides on `approval`, the request for confirmation by a second person. */
    decisions: approval ? approvalActions(approval, decide) : [],
  }
}

/** State of a console list: its rows, the selected row and the open dialog. */
export type List<Row extends ListRow> = ReturnType<typeof useList<Row, ListStatus>>
