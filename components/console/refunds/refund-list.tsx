'use client'

import { useState } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { reasonMissing } from '#lib/charges/errors.ts'
import { type RefundStatus, refundStatus } from '#lib/charges/labels.ts'
import type { AdminRefundRow } from '#lib/charges/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Acts, actShortcuts } from '../acts.tsx'
import { ApprovalNotice } from '../approvals/approval-notice.tsx'
import { useApproval } from '../approvals/use-approval.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { nextWaiting } from '../row-selection.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { PayDialog } from './pay-dialog.tsx'
import { RefundActions } from './refund-actions.tsx'
import { refundColumns } from './refund-columns.tsx'
import { RefundDetail } from './refund-detail.tsx'
import { refundTitle, useSettleRefund } from './use-settle-refund.ts'

interface RefundListProps {
  readonly rows: readonly AdminRefundRow[]
  /** What waits for a second person, by the request's id. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace
  readonly state: ListState
  /** SUPPORT reads, MANAGER and OWNER act (docs/contract.md#staff). */
  readonly mayAct: boolean
}

const actingKeys = [
  { keys: ['A'], does: '지급' },
  { keys: ['R'], does: '반려' },
]

const waits = ({ status }: AdminRefundRow) => status === refundStatus.REQUESTED

/** Wishes to be paid back, the chosen one's story and its two actions. */
export function RefundList({ rows, approvals, now, place, state, mayAct }: RefundListProps) {
  const [settled, setSettled] = useState<Readonly<Record<number, RefundStatus>>>({})
  const [dialog, setDialog] = useState<'pay' | 'reject' | null>(null)
  const shown = rows.map((row) => ({ ...row, status: settled[row.id] ?? row.status }))
  const selection = useSelection(shown, state.chosen)
  const refund = selection.row
  const { busy, settle } = useSettleRefund((done, status) => {
    setDialog(null)
    if (status === null) return
    setSettled((before) => ({ ...before, [done.id]: status }))
    selection.closeDetail()
    selection.choose(nextWaiting(shown, done.id, waits) ?? done.id)
  })
  const approval = refund && approvals[refund.id]
  const deciding = useApproval(
    approval,
    () => refund && selection.choose(nextWaiting(shown, refund.id, waits) ?? refund.id),
  )
  const ask = (which: 'pay' | 'reject') => () => mayAct && refund && waits(refund) && !busy && setDialog(which)
  const keys = approval ? actShortcuts(deciding.acts) : { a: ask('pay'), r: ask('reject') }
  useListKeys(selection, keys, dialog !== null || deciding.dialog !== null)
  return (
    <>
      <ListLayout
        selection={selection}
        caption="환불 신청"
        columns={refundColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
        empty={<NoRefunds state={state} />}
        titleOf={refundTitle}
        none="고른 신청 없음"
        choose="목록에서 신청을 고르면 내용이 여기에 보여요."
        keys={listKeys(mayAct ? actingKeys : [])}
      >
        {(row) => (
          <>
            {approvals[row.id] && <ApprovalNotice approval={approvals[row.id] as ApprovalRow} />}
            <RefundDetail refund={row} mayAct={mayAct} />
            {approvals[row.id] && <Acts acts={deciding.acts} busy={deciding.busy} />}
            {mayAct && waits(row) && !approvals[row.id] && (
              <RefundActions busy={busy} onPay={ask('pay')} onReject={ask('reject')} />
            )}
          </>
        )}
      </ListLayout>
      {deciding.dialog}
      {dialog === 'pay' && refund && (
        <PayDialog
          refund={refund}
          busy={busy}
          onPay={(answers) => settle(refund, { status: refundStatus.PAID, ...answers })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'reject' && refund && (
        <ReasonDialog
          title="환불 반려"
          text={`${refundTitle(refund)} 신청을 반려합니다. 사유는 회원에게 보입니다.`}
          action="반려"
          missing={reasonMissing().message}
          busy={busy}
          onGiven={(reason) => settle(refund, { status: refundStatus.REJECTED, reason })}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

function NoRefunds({ state }: { readonly state: ListState }) {
  if (state.q)
    return <EmptyState title="찾는 환불 신청이 없어요." hint="검색어를 줄이거나 상태를 전체로 바꿔 보세요." />
  if (state.cursor)
    return <EmptyState title="더 오래된 신청이 없어요." hint="처음으로 돌아가 최신 신청을 확인하세요." />
  if (state.status === refundStatus.REQUESTED)
    return <EmptyState title="기다리는 환불 신청이 없어요." hint="회원이 잔액충전에서 신청하면 여기에 나타나요." />
  return <EmptyState title="환불 신청이 없어요." hint="회원이 잔액충전에서 신청하면 여기에 나타나요." />
}
