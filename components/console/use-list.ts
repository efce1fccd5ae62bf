'use client'

import { useState } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { approvalActions } from './approvals/approval-actions.tsx'
import { type ListState, type ListStatus, type ListUrl, listHref } from './list-state.ts'
import { nextWaitingRow } from './row-selection.ts'
import { type ConsoleCall, useConsoleCall } from './use-console-call.ts'
import { type ListRow, useSelection } from './use-selection.ts'

/** Props that every page passes to its list. */
export interface ListProps<Row, Status extends ListStatus = number> {
  readonly rows: readonly Row[]
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly listUrl: ListUrl<Status>
  readonly state: ListState<Status>
  /** SUPPORT reads, MANAGER and OWNER act (docs/contract.md#staff). */
  readonly mayAct: boolean
}

interface ListOptions<Row> {
  /** Whether a row still has to be settled: after one is settled, the next such row is selected. */
  readonly waits?: (row: Row) => boolean
  /** The open request for a second person that blocks the row's actions. */
  readonly approvalOf?: (row: Row) => ApprovalRow | undefined
}

/** State of a list: the selected row, what calls changed since the last load, the open dialog, and the calls. */
export function useList<Row extends ListRow, Status extends ListStatus>(
  { rows: given, now, listUrl, state }: Omit<ListProps<Row, Status>, 'mayAct'>,
  { waits = () => false, approvalOf = () => undefined }: ListOptions<Row> = {},
) {
  const [changes, setChanges] = useState<Readonly<Record<number, Partial<Row>>>>({})
  const [dialog, setDialog] = useState<string | null>(null)
  const { busy, run } = useConsoleCall()
  const rows = given.map((row) => (changes[row.id] ? { ...row, ...changes[row.id] } : row))
  const selection = useSelection(rows, state.chosen)
  const { row } = selection
  /**
   * Closes the detail of the row `settled` and selects the next row for which `left` is true, or the id `otherwise` if
   * there is none.
   */
  const goOn = (settled: Row, otherwise: number | null = null, left: (row: Row) => boolean = waits) => {
    selection.closeDetail()
    selection.choose(nextWaitingRow(rows, settled.id, left) ?? otherwise)
  }
  const approval = row && approvalOf(row)
  const decide = async (call: ConsoleCall) => {
    const answer = await run(call)
    if (!answer) return
    setDialog(null)
    if (answer.ok && row) goOn(row, row.id)
  }
  return {
    ...selection,
    rows,
    now,
    hrefOf: (id: number) => listHref(listUrl, { ...state, chosen: id }),
    listUrl: listUrl as ListUrl<ListStatus>,
    state: state as ListState<ListStatus>,
    busy,
    run,
    dialog,
    ask: setDialog,
    closeDialog: () => setDialog(null),
    /** Overlays the rows `ids` with what a call changed in them, so that the list shows it before it is reloaded. */
    change: (ids: readonly number[], to: Partial<Row>) =>
      setChanges((before) => ({
        ...before,
        ...Object.fromEntries(ids.map((id) => [id, { ...before[id], ...to }])),
      })),
    goOn,
    approval,
    /** The actions by which the viewer decides on `approval`, the request for a second person. */
    decisions: approval ? approvalActions(approval, decide) : [],
  }
}

export type List<Row extends ListRow> = ReturnType<typeof useList<Row, ListStatus>>
