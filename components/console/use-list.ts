'use client'

import { useState } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { useApproval } from './approvals/use-approval.tsx'
import { type ListPlace, type ListState, type ListStatus, listHref } from './list-state.ts'
import { nextWaiting } from './row-selection.ts'
import { useConsoleCall } from './use-console-call.ts'
import { type ListRow, useSelection } from './use-selection.ts'

/** What every page gives its list. */
export interface ListProps<Row, Status extends ListStatus = number> {
  readonly rows: readonly Row[]
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace<Status>
  readonly state: ListState<Status>
  /** SUPPORT reads, MANAGER and OWNER act (docs/contract.md#staff). */
  readonly mayAct: boolean
}

interface ListOptions<Row> {
  /** Which rows are left to work off: after one is settled, the next of them is chosen. */
  readonly waits?: (row: Row) => boolean
  /** The request for a second person that stands in a row's way. */
  readonly approvalOf?: (row: Row) => ApprovalRow | undefined
}

/** A list as it is worked in: which row is chosen, what was changed here, the open dialog, and the calls. */
export function useList<Row extends ListRow, Status extends ListStatus>(
  { rows: given, now, place, state }: Omit<ListProps<Row, Status>, 'mayAct'>,
  { waits = () => false, approvalOf = () => undefined }: ListOptions<Row> = {},
) {
  const [changes, setChanges] = useState<Readonly<Record<number, Partial<Row>>>>({})
  const [dialog, setDialog] = useState<string | null>(null)
  const { busy, run } = useConsoleCall()
  const rows = given.map((row) => (changes[row.id] ? { ...row, ...changes[row.id] } : row))
  const selection = useSelection(rows, state.chosen)
  const { row } = selection
  /** Leaves a settled row for the next that waits; without one for `otherwise`. */
  const goOn = (settled: Row, otherwise: number | null = null, left: (row: Row) => boolean = waits) => {
    selection.closeDetail()
    selection.choose(nextWaiting(rows, settled.id, left) ?? otherwise)
  }
  const approval = row && approvalOf(row)
  const deciding = useApproval(approval, () => row && goOn(row, row.id))
  return {
    ...selection,
    rows,
    now,
    hrefOf: (id: number) => listHref(place, { ...state, chosen: id }),
    state: state as ListState<ListStatus>,
    busy: busy || deciding.busy,
    run,
    dialog,
    ask: setDialog,
    closeDialog: () => setDialog(null),
    /** Shows what a call changed until the list itself comes afresh. */
    change: (ids: readonly number[], to: Partial<Row>) =>
      setChanges((before) => ({
        ...before,
        ...Object.fromEntries(ids.map((id) => [id, { ...before[id], ...to }])),
      })),
    goOn,
    approval,
    deciding,
  }
}

export type List<Row extends ListRow> = ReturnType<typeof useList<Row, ListStatus>>
