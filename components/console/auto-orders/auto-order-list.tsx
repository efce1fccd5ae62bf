'use client'

import { useState } from 'react'
import { formatCount, formatPoints } from '#lib/money/points.ts'
import { autoOrderStatus } from '#lib/orders/auto/labels.ts'
import { canCancel, refundOfRest } from '#lib/orders/auto/rules.ts'
import type { AdminAutoOrderDetail, AdminAutoOrderRow } from '#lib/orders/auto/schema.ts'
import { reasonRequired } from '#lib/orders/errors.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Act, Acts, actKeys, actShortcuts } from '../acts.tsx'
import { exact, pointText } from '../amounts.ts'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { nextWaiting } from '../row-selection.ts'
import { useConsoleCall } from '../use-console-call.ts'
import { useDetail } from '../use-detail.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { autoOrderColumns } from './auto-order-columns.tsx'
import { AutoOrderFacts, AutoOrderRecords } from './auto-order-detail.tsx'

interface AutoOrderListProps {
  readonly rows: readonly AdminAutoOrderRow[]
  /** The chosen one's story, so that the first sight is whole. */
  readonly first: AdminAutoOrderDetail | null
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace<string>
  readonly state: ListState<string>
  /** SUPPORT reads, MANAGER and OWNER act (docs/contract.md#staff). */
  readonly mayAct: boolean
}

/** A repeating order as it stands in the list; when any of this changes, its story has grown. */
const keyOf = ({ id, status, completed, heldAt }: AdminAutoOrderRow): string =>
  [id, status, completed, heldAt].join(' ')

/** Read before the reason is written: what stops, and what comes back for it. */
function cancelText({ id, memberId, point, runs, completed }: AdminAutoOrderRow): string {
  const refund = formatPoints(refundOfRest({ price: exact(point), runs, completed }))
  const left = `${formatCount(runs)}회 중 남은 ${formatCount(runs - completed)}회`
  return `${memberId} 회원의 자동주문 ${id}번에서 ${left}를 멈추고 ${refund}를 돌려줍니다. 이미 접수된 회차는 그대로 진행되고, 회원에게 이메일로 알립니다.`
}

/** Repeating orders, the chosen one's runs, and the way to stop it. */
export function AutoOrderList({ rows, first, now, place, state, mayAct }: AutoOrderListProps) {
  const [dialog, setDialog] = useState<'cancel' | null>(null)
  const selection = useSelection(rows, state.chosen)
  const order = selection.row
  const { detail, failed } = useDetail<AdminAutoOrderDetail>(
    order && `/api/admin/auto-orders/${order.id}`,
    order && keyOf(order),
    first && { key: keyOf(first), detail: first },
  )
  const { busy, run } = useConsoleCall()
  const stop = async (stopped: AdminAutoOrderRow, reason: string) => {
    const answer = await run<{ refunded: number }>({
      method: 'POST',
      path: `/api/admin/auto-orders/${stopped.id}/cancel`,
      body: { reason },
      done: ({ refunded }) => `자동주문 ${stopped.id} 취소 · ${pointText(refunded)} 환불`,
    })
    if (!answer) return
    setDialog(null)
    selection.closeDetail()
    const leaves = state.status === String(autoOrderStatus.ACTIVE) || state.status === 'held'
    if (answer.ok && leaves) selection.choose(nextWaiting(rows, stopped.id, canCancel))
  }
  const cancel: Act = { key: 'r', label: '자동주문 취소', run: () => setDialog('cancel') }
  const acts = mayAct && order && canCancel(order) ? [cancel] : []
  useListKeys(selection, actShortcuts(acts), dialog !== null)
  return (
    <>
      <ListLayout
        selection={selection}
        caption="자동주문"
        dense="tight"
        columns={autoOrderColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
        empty={<NoAutoOrders state={state} />}
        titleOf={({ id }) => `자동주문 ${id}`}
        none="고른 자동주문 없음"
        choose="목록에서 자동주문을 고르면 내용이 여기에 보여요."
        keys={listKeys(actKeys(acts))}
      >
        {(row) => (
          <>
            <AutoOrderFacts order={row} />
            <Acts acts={acts} busy={busy} />
            <AutoOrderRecords detail={detail} failed={failed} />
          </>
        )}
      </ListLayout>
      {dialog === 'cancel' && order && (
        <ReasonDialog
          title="자동주문 취소"
          text={cancelText(order)}
          action="자동주문 취소"
          missing={reasonRequired().message}
          busy={busy}
          onGiven={(reason) => stop(order, reason)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

function NoAutoOrders({ state }: { readonly state: ListState<string> }) {
  if (state.q)
    return <EmptyState title="찾는 자동주문이 없어요." hint="주문번호 전체나 회원 아이디의 앞부분으로 찾아 보세요." />
  if (state.cursor)
    return <EmptyState title="더 오래된 자동주문이 없어요." hint="처음으로 돌아가 최신 자동주문을 확인하세요." />
  if (state.status === 'held')
    return <EmptyState title="멈춘 자동주문이 없어요." hint="상품을 주문할 수 없게 되면 여기에 나타나요." />
  return <EmptyState title="자동주문이 없어요." hint="회원이 자동주문을 시작하면 여기에 나타나요." />
}
