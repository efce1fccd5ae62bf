import type { Metadata } from 'next'
import { AutoOrderList } from '#components/console/auto-orders/auto-order-list.tsx'
import {
  autoOrderExportUrl,
  autoOrderChips as chips,
  autoOrderListUrl as listUrl,
  toAutoOrderExportState,
  toAutoOrderFilter,
} from '#components/console/auto-orders/auto-order-list-url.ts'
import { listReactKey, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ExportLink, ListFooter, ListTools } from '#components/console/list-tools.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { formatCount } from '#lib/money/points.ts'
import { heldAutoOrderLabel } from '#lib/orders/auto/labels.ts'
import {
  autoOrderForStaff,
  autoOrdersForStaff,
  countActiveAutoOrders,
} from '#lib/orders/auto/queries/list-for-staff.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '자동주문' }

const PAGE_SIZE = 50

export default async function AutoOrdersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, listUrl)
  const [list, counts] = await Promise.all([
    autoOrdersForStaff(db(), { ...state, ...toAutoOrderFilter(state), size: PAGE_SIZE }),
    countActiveAutoOrders(db()),
  ])
  const shownId = state.chosen ?? list.rows[0]?.id
  const initialDetail = shownId ? await autoOrderForStaff(db(), shownId) : null
  return (
    <>
      <PageTitle
        title="자동주문"
        hint={`진행중 ${formatCount(counts.active)}건 · ${heldAutoOrderLabel} ${formatCount(counts.held)}건`}
        actions={
          <ExportLink
            call="/api/admin/auto-orders"
            listUrl={autoOrderExportUrl}
            state={toAutoOrderExportState(state)}
          />
        }
      />
      <ListTools listUrl={listUrl} state={state} search="주문번호, 회원" chips={chips} today={seoulDay(clock.now())} />
      <AutoOrderList
        key={listReactKey(state)}
        rows={list.rows}
        initialDetail={initialDetail}
        now={clock.now().getTime()}
        listUrl={listUrl}
        state={state}
        mayAct={staff.role !== 'SUPPORT'}
      />
      <ListFooter
        listUrl={listUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
    </>
  )
}
