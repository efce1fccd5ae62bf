'use client'

import { formatCount, wonText } from '#lib/money/points.ts'
import { orderSearchTexts, recoveryTexts } from '#lib/orders/labels.ts'
import { startCountText } from '#lib/orders/rules.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Moment } from '../ui/moment.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { EmptyListForGuest } from './empty-list-for-guest.tsx'
import type { ListedOrder } from './listed-order.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderLink } from './order-link.tsx'
import { OrderNumberButton } from './order-number-button.tsx'
import { OrderStatusBadge } from './order-status-badge.tsx'
import { PickableOrders, PickOrderCheckbox } from './pickable-orders.tsx'
import { RequestBadge } from './request-badge.tsx'
import { StatusChangeAnnouncer } from './status-change-announcer.tsx'

/** An order with the id of its service's platform. */
export type OrderHistoryRow = ListedOrder & { readonly platformId?: number }

const orderColumns: readonly Column<OrderHistoryRow>[] = [
  { key: 'id', head: '주문번호', phone: 'title', cell: (row) => <OrderNumberCell order={row} /> },
  {
    key: 'createdAt',
    head: '주문일시',
    phone: 'noteLeft',
    className: 'text-ink-2',
    cell: (row) => <Moment at={row.createdAt} />,
  },
  { key: 'product', head: '상품', phone: 'line', className: 'wide:min-w-48', cell: (row) => row.product },
  {
    key: 'link',
    head: '링크',
    phone: 'noteLine',
    breaks: true,
    className: 'wide:min-w-40',
    cell: (row) => <OrderLink {...row} />,
  },
  { key: 'point', head: '사용 포인트', align: 'right', phone: 'amount', cell: (row) => <PointsUsed row={row} /> },
  { key: 'amount', head: '수량', align: 'right', phone: 'noteRight', cell: (row) => formatCount(row.amount) },
  {
    key: 'status',
    head: '상태',
    phone: 'badge',
    // With large text, two badges on one line would leave no space for the number and the product.
    className: 'max-wide:max-w-[45vw]',
    cell: (row) => <OrderStates order={row} />,
  },
  { key: 'startCount', head: '주문 전 수량', align: 'right', cell: (row) => startCountText(row.startCount) },
  { key: 'remains', head: '남은 수량', align: 'right', cell: (row) => formatCount(row.remains) },
  { key: 'actions', head: '관리', phone: 'actions', cell: (row) => <OrderActions order={row} /> },
]

function OrderNumberCell({ order }: { readonly order: OrderHistoryRow }) {
  return (
    <span className="whitespace-nowrap">
      <PickOrderCheckbox id={order.id} />
      <OrderNumberButton order={order} />
    </span>
  )
}

function OrderStates({ order }: { readonly order: OrderHistoryRow }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1 wide:flex-col wide:items-start">
      <OrderStatusBadge status={order.status} />
      <RequestBadge order={order} />
    </span>
  )
}

interface OrderHistoryTableProps {
  readonly rows: readonly OrderHistoryRow[]
  /** Whether the viewer is a guest, who has no orders. */
  readonly guest: boolean
  /** Whether the rows are filtered by status. This changes the text shown without rows. */
  readonly filtered: boolean
  /** The search text; '' without a search. */
  readonly searched: string
}

/**
 * Table with one page of the order history. It is a Client Component, because the browser needs the rows anyway, for
 * the actions on them. As a Server Component it would send each cell twice: as HTML, and as data for React.
 */
export function OrderHistoryTable({ rows, guest, filtered, searched }: OrderHistoryTableProps) {
  const empty = guest ? (
    <EmptyListForGuest
      title="둘러보는 중에는 주문내역이 비어 있어요"
      hint="로그인하면 최근 3개월의 주문을 볼 수 있어요."
      path="/order-history"
    />
  ) : (
    <NoOrders {...{ filtered, searched }} />
  )
  const table = <Table caption="주문내역" columns={orderColumns} rows={rows} rowKey={(row) => row.id} empty={empty} />
  if (guest) return table
  return (
    <>
      <StatusChangeAnnouncer orders={rows} />
      <PickableOrders isEmpty={rows.length === 0}>{table}</PickableOrders>
    </>
  )
}

function PointsUsed({ row }: { readonly row: OrderHistoryRow }) {
  return (
    <span className="whitespace-nowrap">
      {wonText(row.point)}
      {row.refunded !== 0 && <span className="block text-s font-normal text-ink-3">환불 {wonText(row.refunded)}</span>}
      {row.recovered !== 0 && (
        <span className="block text-s font-normal text-ink-3">
          {recoveryTexts.name} {wonText(row.recovered)}
        </span>
      )}
    </span>
  )
}

function NoOrders({ filtered, searched }: Pick<OrderHistoryTableProps, 'filtered' | 'searched'>) {
  if (searched !== '')
    return (
      <EmptyState
        title={orderSearchTexts.none(searched)}
        hint={orderSearchTexts.hint}
        action={<ButtonLink href="/order-history">전체 보기</ButtonLink>}
      />
    )
  if (filtered)
    return (
      <EmptyState title="이 상태의 주문이 없어요" action={<ButtonLink href="/order-history">전체 보기</ButtonLink>} />
    )
  return (
    <EmptyState
      title="최근 3개월 동안 주문한 내역이 없어요"
      hint="상품을 고르고 링크와 수량만 넣으면 바로 주문할 수 있어요."
      action={
        <ButtonLink href="/order" tone="main">
          주문하기
        </ButtonLink>
      }
    />
  )
}
