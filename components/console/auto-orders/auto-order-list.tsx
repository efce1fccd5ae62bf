'use client'

import { exactPoints, formatCount, formatPoints, pointText } from '#lib/money/points.ts'
import { autoOrderStatus } from '#lib/orders/auto/labels.ts'
import { canCancel, refundOfRest } from '#lib/orders/auto/rules.ts'
import type { AdminAutoOrderDetail, AdminAutoOrderRow } from '#lib/orders/auto/schema.ts'
import { AutoOrderStatusBadge } from '../../auto-orders/auto-order-status.tsx'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { column, inDetail, orderedColumns, pointColumn, rightColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { RowTime } from '../row-context.tsx'
import { useDetail } from '../use-detail.ts'
import { type ListProps, useList } from '../use-list.ts'
import { AutoOrderFacts, AutoOrderRecords } from './auto-order-detail.tsx'

interface AutoOrderListProps extends ListProps<AdminAutoOrderRow, string> {
  /** Detail of the selected auto order, loaded by the server with the page; null if none is selected. */
  readonly first: AdminAutoOrderDetail | null
}

const columns: readonly Column<AdminAutoOrderRow>[] = [
  ...orderedColumns<AdminAutoOrderRow>('시작'),
  rightColumn('회차', ({ completed, runs }) => `${formatCount(completed)}/${formatCount(runs)}`, 'line', inDetail),
  column(
    '다음 회차',
    ({ nextRunAt, heldAt }) => <RowTime at={heldAt ? null : nextRunAt} none="—" />,
    'line',
    `${inDetail} whitespace-nowrap tabular-nums`,
  ),
  pointColumn(),
  column('상태', AutoOrderStatusBadge, 'badge'),
]

const empty = {
  search: ['찾는 자동주문이 없어요.', '주문번호 전체나 회원 아이디의 앞부분으로 찾아 보세요.'],
  byStatus: { held: ['멈춘 자동주문이 없어요.', '상품을 주문할 수 없게 되면 여기에 나타나요.'] },
  none: ['자동주문이 없어요.', '회원이 자동주문을 시작하면 여기에 나타나요.'],
} as const

const asked = {
  pathOf: ({ id }: AdminAutoOrderRow) => `/api/admin/auto-orders/${id}`,
  versionOf: ({ id, status, completed, heldAt }: AdminAutoOrderRow) => [id, status, completed, heldAt].join(' '),
}

/** Text of the cancellation dialog: the runs that stop and the points that are refunded for them. */
function cancelText({ id, memberId, point, runs, completed }: AdminAutoOrderRow): string {
  const refund = formatPoints(refundOfRest({ price: exactPoints(point), runs, completed }))
  const left = `${formatCount(runs)}회 중 남은 ${formatCount(runs - completed)}회`
  return `${memberId} 회원의 자동주문 ${id}번에서 ${left}를 멈추고 ${refund}를 돌려줍니다. 이미 접수된 회차는 그대로 진행되고, 회원에게 이메일로 알립니다.`
}

/** Auto orders, the runs of the selected one, and its cancellation. */
export function AutoOrderList({ first, ...props }: AutoOrderListProps) {
  const { state, mayAct } = props
  const list = useList(props, { waits: canCancel })
  const { row } = list
  const { detail, failed } = useDetail<AdminAutoOrderRow, AdminAutoOrderDetail>(row, asked, first)
  const stop = async (order: AdminAutoOrderRow, reason: string) => {
    const answer = await list.run<{ refunded: number }>({
      method: 'POST',
      path: `/api/admin/auto-orders/${order.id}/cancel`,
      body: { reason },
      done: ({ refunded }) => `자동주문 ${order.id} 취소 · ${pointText(refunded)} 환불`,
    })
    if (!answer) return
    list.closeDialog()
    const leaves = state.status === String(autoOrderStatus.ACTIVE) || state.status === 'held'
    if (answer.ok && leaves) list.goOn(order)
    else list.closeDetail()
  }
  const actions: Action[] = []
  if (mayAct && row && canCancel(row))
    actions.push({
      key: 'r',
      label: '자동주문 취소',
      reason: { text: cancelText(row), onGiven: (reason) => stop(row, reason) },
    })
  return (
    <ListPage
      {...{ list, columns, empty, actions }}
      noun="자동주문"
      dense="tight"
      titleOf={({ id }) => `자동주문 ${id}`}
      detail={(order) => <AutoOrderFacts order={order} />}
      records={() => <AutoOrderRecords {...{ detail, failed }} />}
    />
  )
}
