'use client'

import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { approvalStateLabels } from '#lib/approvals/labels.ts'
import { formatCount, formatPoints, pointsFromResponse } from '#lib/money/points.ts'
import { recoveryTexts } from '#lib/orders/labels.ts'
import { offeredStatuses } from '#lib/orders/rules.ts'
import type { AdminOrderDetail, AdminOrderRow } from '#lib/orders/staff-schema.ts'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import {
  column,
  hiddenOnNarrowClass,
  hiddenOnPhoneClass,
  orderColumns,
  paidPointsColumn,
  rightAlignedColumn,
} from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { usePickedRows } from '../picking.tsx'
import { useDetail } from '../use-detail.ts'
import { type ListProps, useList } from '../use-list.ts'
import { BatchTransitionDialog } from './batch-transition-dialog.tsx'
import { OrderFacts, OrderLink, OrderRecords } from './order-detail.tsx'
import { recoveryActions } from './recovery-form.tsx'
import { TransitionForm } from './transition-form.tsx'
import { toOrderState } from './transition-plan.ts'

interface OrderListProps extends ListProps<AdminOrderRow> {
  /** Detail of the selected order, loaded by the server with the page; null if none is selected. */
  readonly initialDetail: AdminOrderDetail | null
  /** Open requests for confirmation by a second person, such as of a refund or recovery, by order id. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
}

/**
 * The ordered quantity (`amount`). While the order is partly delivered, the cell also shows the remaining quantity, for
 * which a separate column would not fit at 1280px.
 */
function OrderQuantity({ amount, remains }: Pick<AdminOrderRow, 'amount' | 'remains'>) {
  return (
    <>
      {formatCount(amount)}
      {remains > 0 && remains < amount && (
        <span className="block leading-[1.3] text-ink-3">{formatCount(remains)} 남음</span>
      )}
    </>
  )
}

const orderListColumnsOf = (approvals: OrderListProps['approvals']): readonly Column<AdminOrderRow>[] => [
  ...orderColumns<AdminOrderRow>('시각'),
  {
    ...column<AdminOrderRow>('링크', (row) => <OrderLink order={row} short />, 'line', 'max-w-[140px] truncate'),
    hiddenClass: hiddenOnNarrowClass,
  },
  rightAlignedColumn('수량', OrderQuantity, 'line', hiddenOnPhoneClass),
  paidPointsColumn(),
  column(
    '상태',
    (order) => (
      <span className="inline-flex flex-wrap justify-end gap-1 wide:justify-start">
        <OrderStatusBadge {...order} />
        {order.id in approvals && <Badge tone="warn">{approvalStateLabels.WAITING}</Badge>}
      </span>
    ),
    'badge',
  ),
]

const emptyTexts = {
  search: ['찾는 주문이 없어요.', '주문번호 전체나 회원 아이디의 앞부분으로 찾아 보세요.'],
  none: ['주문이 없어요.', '회원이 주문하면 여기에 나타나요.'],
} as const

/** How `useDetail` loads the detail of an order. It is loaded again when a value in `versionOf` changes. */
const detailRequest = {
  pathOf: ({ id }: AdminOrderRow) => `/api/admin/orders/${id}`,
  versionOf: ({ id, status, remains, refunded, recovered }: AdminOrderRow) =>
    [id, status, remains, refunded, recovered].join(' '),
}

const BATCH_DIALOG = 'many'

const orderKeyHelp = [
  { keys: ['A'], does: '고른 주문 상태 바꾸기', isHint: true },
  { keys: ['R'], does: recoveryTexts.name },
]

/** List of orders with the detail of the selected one and the form that transitions it. */
export function OrderList({ initialDetail, approvals, ...props }: OrderListProps) {
  const { state, mayAct } = props
  const list = useList(props, { approvalOf: ({ id }) => approvals[id] })
  const pickable = mayAct ? list.rows.filter((row) => offeredStatuses(toOrderState(row)).length > 0) : []
  const ids = pickable.map(({ id }) => id)
  const picks = usePickedRows(ids)
  const picked = pickable.filter(({ id }) => picks.has(id))
  const sum = picked.reduce((total, { point }) => total + pointsFromResponse(point), 0n)
  const { detail, failed } = useDetail<AdminOrderRow, AdminOrderDetail>(list.row, detailRequest, initialDetail)
  /**
   * Called after a transition. If the order no longer has the status by which the list is filtered, selects the next
   * order; otherwise closes the detail.
   */
  const afterTransition = (order: AdminOrderRow, to: number) => {
    if (state.status !== undefined && state.status !== to) list.closeAndSelectNext(order, null, () => true)
    else list.closeDetail()
  }
  /**
   * Action of the key A: focuses the choice of a new status for the selected order. The key A has another action while
   * several orders are picked or the order waits for an approval.
   */
  const askStatus = () => {
    list.showDetail()
    list.panel.current?.querySelector<HTMLElement>('input[type=radio]')?.focus()
  }
  const afterBatchTransition = (ids: readonly number[], status: number) => {
    list.change(ids, { status })
    picks.unpickAll()
    if (state.status !== undefined && state.status !== status) list.selectNextAfter(ids, null, () => true)
  }
  return (
    <ListPage
      {...{ list, columns: orderListColumnsOf(approvals), emptyTexts }}
      actions={mayAct && list.row && !list.approval ? recoveryActions(list, list.row, detail?.channel) : []}
      noun="주문"
      keys={mayAct ? orderKeyHelp : []}
      shortcuts={mayAct && !list.approval ? { a: askStatus } : {}}
      dense="tight"
      titleOf={({ id }) => `주문 ${id}`}
      detail={(order) => (
        <>
          <OrderFacts order={order} />
          {mayAct && (
            <TransitionForm
              key={`${order.id} ${order.status} ${order.remains}`}
              order={order}
              channel={detail?.channel}
              onMoved={afterTransition}
            />
          )}
        </>
      )}
      records={() => <OrderRecords {...{ detail, failed }} />}
      picking={
        mayAct
          ? {
              ...{ picks, ids, minPicked: 2 },
              nameOf: ({ id }) => `주문 ${id}`,
              bar: {
                label: '고른 주문',
                text: `${formatCount(picked.length)}건 고름 · ${formatPoints(sum)}`,
                action: '상태 바꾸기',
                dialog: BATCH_DIALOG,
              },
            }
          : undefined
      }
    >
      {list.dialog === BATCH_DIALOG && (
        <BatchTransitionDialog
          ids={picked.map(({ id }) => id)}
          onClose={list.closeDialog}
          onMoved={afterBatchTransition}
        />
      )}
    </ListPage>
  )
}
