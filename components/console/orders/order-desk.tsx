'use client'

import { useState } from 'react'
import type { AdminOrderDetail, AdminOrderRow } from '#lib/orders/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import { DeskLayout } from '../desk-layout.tsx'
import { KeyHelp, KeyRow, listKeys } from '../key-help.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { nextWaiting } from '../row-selection.ts'
import { focusSearch } from '../search-box.tsx'
import { useDesk } from '../use-desk.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderFacts, OrderRecords } from './order-story.tsx'
import { TransitionForm } from './transition-form.tsx'
import { useOrderDetail } from './use-order-detail.ts'

interface OrderDeskProps {
  readonly rows: readonly AdminOrderRow[]
  /** The chosen order's story, so that the first sight is whole. */
  readonly first: AdminOrderDetail | null
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace
  readonly state: ListState
  /** SUPPORT reads, MANAGER and OWNER act (decisions 6). */
  readonly mayAct: boolean
}

const keys = listKeys([])

/** Orders, the chosen one's story, and the form that moves it on. */
export function OrderDesk({ rows, first, now, place, state, mayAct }: OrderDeskProps) {
  const [help, setHelp] = useState(false)
  const desk = useDesk(
    rows.map((row) => row.id),
    state.chosen,
  )
  const order = rows.find((row) => row.id === desk.chosen)
  /** In a list of one status, an order that moved on makes room for the next. */
  const moved = (id: number, to: number) => {
    desk.closeStory()
    if (state.status !== undefined && state.status !== to) desk.choose(nextWaiting(rows, id, () => true))
  }
  const { detail, failed } = useOrderDetail(order, first)
  useShortcuts(
    help
      ? {}
      : {
          j: () => desk.step(1),
          k: () => desk.step(-1),
          enter: desk.showStory,
          '/': focusSearch,
          '?': () => setHelp(true),
        },
  )
  const table = (
    <Table
      caption="주문"
      dense="tight"
      columns={orderColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
      rows={rows}
      rowKey={(row) => row.id}
      selected={(row) => row.id === desk.chosen}
      empty={<NoOrders state={state} />}
    />
  )
  return (
    <>
      <DeskLayout
        desk={desk}
        title={order ? `주문 ${order.id}` : rows.length > 0 ? '고른 주문 없음' : null}
        table={table}
      >
        {order ? (
          <>
            <OrderFacts order={order} />
            {mayAct && (
              <TransitionForm key={`${order.id} ${order.status} ${order.remains}`} order={order} onMoved={moved} />
            )}
            <OrderRecords detail={detail} failed={failed} />
          </>
        ) : (
          <p className="text-s text-ink-3">목록에서 주문을 고르면 내용이 여기에 보여요.</p>
        )}
      </DeskLayout>
      <KeyRow lines={keys} />
      {help && <KeyHelp lines={keys} onClose={() => setHelp(false)} />}
    </>
  )
}

function NoOrders({ state }: { readonly state: ListState }) {
  if (state.q)
    return <EmptyState title="찾는 주문이 없어요." hint="주문번호 전체나 회원 아이디의 앞부분으로 찾아 보세요." />
  if (state.cursor)
    return <EmptyState title="더 오래된 주문이 없어요." hint="처음으로 돌아가 최신 주문을 확인하세요." />
  return <EmptyState title="주문이 없어요." hint="회원이 주문하면 여기에 나타나요." />
}
