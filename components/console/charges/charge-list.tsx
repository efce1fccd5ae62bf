'use client'

import { useState } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import type { PastCharges } from '#lib/charges/queries.ts'
import { canApprove, canReject, canReverse } from '#lib/charges/rules.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import type { ChargeHint } from '#lib/deposits/queries/hints.ts'
import { toast } from '../../ui/toast-store.ts'
import { Acts, actShortcuts } from '../acts.tsx'
import { ApprovalNotice } from '../approvals/approval-notice.tsx'
import { useApproval } from '../approvals/use-approval.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { pickColumn } from '../pick-column.tsx'
import { PickedBar } from '../picked-bar.tsx'
import { nextWaiting } from '../row-selection.ts'
import { useListKeys } from '../use-list-keys.ts'
import { pickKeys, usePicks } from '../use-picks.ts'
import { useSelection } from '../use-selection.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { ChargeActions } from './charge-actions.tsx'
import { chargeColumns } from './charge-columns.tsx'
import { ChargeDetail } from './charge-detail.tsx'
import { AskReason } from './charge-dialogs.tsx'
import { chargeTitle, pickedText } from './charge-text.ts'
import { NoCharges } from './no-charges.tsx'
import { type ChargeChange, useSettleCharge } from './use-settle-charge.ts'

interface ChargeListProps {
  readonly rows: readonly AdminChargeRow[]
  readonly past: Readonly<Record<number, PastCharges>>
  readonly hints: Readonly<Record<number, ChargeHint>>
  /** What waits for a second person, by the charge's id. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace
  readonly state: ListState
  /** SUPPORT reads, MANAGER and OWNER act (docs/contract.md#staff). */
  readonly mayAct: boolean
}

const actingKeys = [
  { keys: ['A'], does: '승인 (고른 것이 있으면 모두)' },
  { keys: ['R'], does: '거절, 승인 취소' },
  { keys: ['X'], does: '고르기', short: true },
  { keys: ['Shift', 'J', 'K'], does: '이동하며 고르기' },
  { keys: ['Shift', 'X'], does: '모두 고르기' },
  { keys: ['Esc'], does: '고르기 해제' },
]

const waits = ({ status }: AdminChargeRow) => status === chargeStatus.PENDING
const idOf = ({ id }: AdminChargeRow) => id

/** Charges, the chosen one's story and its actions: a list that can be worked off from the keyboard alone. */
export function ChargeList({ rows, past, hints, approvals, now, place, state, mayAct }: ChargeListProps) {
  const [settled, setSettled] = useState<Readonly<Record<number, ChargeChange>>>({})
  const [dialog, setDialog] = useState<'reject' | 'reverse' | 'all' | null>(null)
  const shown = rows.map((row) => ({ ...row, ...settled[row.id] }))
  const selection = useSelection(shown, state.chosen)
  const pickable = mayAct ? shown.filter((row) => canApprove(row) && !approvals[row.id]).map(idOf) : []
  const picks = usePicks(pickable)
  const picked = shown.filter(({ id }) => picks.picked.includes(id))
  const charge = selection.row
  const change = (id: number, to: ChargeChange) =>
    setSettled((before) => ({ ...before, [id]: { ...before[id], ...to } }))
  const { busy, settle } = useSettleCharge((done, to) => {
    if (to) change(done.id, to)
    setDialog(null)
    selection.closeDetail()
    if (!to?.reversedAt) selection.choose(nextWaiting(shown, done.id, waits) ?? done.id)
  })
  const approval = charge && approvals[charge.id]
  const deciding = useApproval(
    approval,
    () => charge && selection.choose(nextWaiting(shown, charge.id, waits) ?? charge.id),
  )
  const approve = () => mayAct && charge && canApprove(charge) && settle(charge, { verb: 'approve' })
  const refuse = () => {
    if (!mayAct || !charge || busy) return
    if (canReject(charge)) setDialog('reject')
    else if (canReverse(charge)) setDialog('reverse')
  }
  const endAll = (approved: number, left: number) => {
    toast(`${approved}건 승인${left > 0 ? ` · ${left}건은 그대로` : ''}`, { tone: 'good' })
    setDialog(null)
    picks.none()
  }
  const own = approval ? actShortcuts(deciding.acts) : { a: approve, r: refuse }
  const acts = { ...own, ...(picked.length > 0 && { a: () => setDialog('all') }) }
  const walk = pickKeys(picks, { rows: shown.map(idOf), chosen: selection.chosen, step: selection.step })
  useListKeys(selection, { ...acts, ...(mayAct && walk) }, dialog !== null || deciding.dialog !== null)
  const waiting = state.status === chargeStatus.PENDING
  const hrefOfRow = (id: number) => listHref(place, { ...state, chosen: id })
  const columns = chargeColumns({ now, hints, approvals, waiting, hrefOfRow })
  return (
    <>
      <ListLayout
        selection={selection}
        caption="충전 요청"
        dense="tight"
        columns={pickable.length > 0 ? [pickColumn(picks, pickable, chargeTitle), ...columns] : columns}
        empty={<NoCharges state={state} />}
        titleOf={chargeTitle}
        none="고른 요청 없음"
        choose="목록에서 요청을 고르면 내용이 여기에 보여요."
        keys={listKeys(mayAct ? actingKeys : [])}
        bar={
          picked.length > 0 && (
            <PickedBar
              label="고른 충전"
              text={pickedText(picked)}
              act="모두 승인"
              onAct={() => setDialog('all')}
              onClear={picks.none}
            />
          )
        }
      >
        {(row) => (
          <>
            {approvals[row.id] && <ApprovalNotice approval={approvals[row.id] as ApprovalRow} />}
            <ChargeDetail charge={row} past={past[row.memberNo]} hint={hints[row.id]} now={now} />
            {approvals[row.id] && <Acts acts={deciding.acts} busy={deciding.busy} />}
            {mayAct && !approvals[row.id] && (
              <ChargeActions charge={row} busy={busy} onApprove={approve} onReject={refuse} onReverse={refuse} />
            )}
          </>
        )}
      </ListLayout>
      {deciding.dialog}
      {dialog === 'all' && (
        <ApproveDialog
          charges={picked}
          onApproved={({ id }) => change(id, { status: chargeStatus.SUCCESS, outcome: 'APPROVED' })}
          onEnd={endAll}
          onClose={() => setDialog(null)}
        />
      )}
      {(dialog === 'reject' || dialog === 'reverse') && charge && (
        <AskReason
          {...{ verb: dialog, charge, busy }}
          onSettle={(verdict) => settle(charge, verdict)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
