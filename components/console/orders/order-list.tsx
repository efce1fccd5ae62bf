'use client'

import type { AdminOrderDetail, AdminOrderRow } from '#lib/orders/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { nextWaiting } from '../row-selection.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderFacts, OrderRecords } from './order-detail.tsx'
import { TransitionForm } from './transition-form.tsx'
import { useOrderDetail } from './use-order-detail.ts'

interface OrderListProps {
  readonly rows: readonly AdminOrderRow[]
  /** The chosen order's story, so that the first sight is whole. */
  readonly first: AdminOrderDetail | null
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace
  readonly state: ListState
  /** SUPPORT reads, MANAGER and OWNER act (docs/contract.md#staff). */
  readonly mayAct: boolean
}

const keys = listKeys([])

/** Orders, the chosen one's story, and the form that moves it on. */
export function OrderList({ rows, first, now, place, state, mayAct }: OrderListProps) {
  const selection = useSelection(rows, state.chosen)
  /** In a list of one status, an order that moved on makes room for the next. */
  const moved = (id: number, to: number) => {
    selection.closeDetail()
    if (state.status !== undefined && state.status !== to) selection.choose(nextWaiting(rows, id, () => true))
  }
  const { detail, failed } = useOrderDetail(selection.row, first)
  useListKeys(selection)
  return (
    <ListLayout
      selection={selection}
      caption="주문"
      dense="tight"
      columns={orderColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
      empty={<NoOrders state={state} />}
      titleOf={({ id }) => `주문 ${id}`}
      none="고른 주문 없음"
      choose="목록에서 주문을 고르면 내용이 여기에 보여요."
      keys={keys}
    >
      {(order) => (
        <>
          <OrderFacts order={order} />
          {mayAct && (
            <TransitionForm key={`${order.id} ${order.status} ${order.remains}`} order={order} onMoved={moved} />
          )}
          <OrderRecords detail={detail} failed={failed} />
        </>
      )}
    </ListLayout>
  )
}

function NoOrders({ state }: { readonly state: ListState }) {
  if (state.q)
    return <EmptyState title="찾는 주문이 없어요." hint="주문번호 전체나 회원 아이디의 앞부분으로 찾아 보세요." />
  if (state.cursor)
    return <EmptyState title="더 오래된 주문이 없어요." hint="처음으로 돌아가 최신 주문을 확인하세요." />
  return <EmptyState title="주문이 없어요." hint="회원이 주문하면 여기에 나타나요." />
}
