import type { Metadata } from 'next'
import { type ListUrl, listReactKey, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ExportLink, ListFooter, ListTools } from '#components/console/list-tools.tsx'
import { RequestList } from '#components/console/requests/request-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { formatCount } from '#lib/money/points.ts'
import {
  type RequestKind,
  requestKindLabels,
  requestKinds,
  requestStateLabels,
  requestStates,
} from '#lib/requests/labels.ts'
import { countStaffRequests, requestsForStaff } from '#lib/requests/queries/list-for-staff.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '요청' }

const requestsListUrl: ListUrl<string> = {
  path: '/admin/requests',
  statuses: requestStates,
  defaultStatus: undefined,
  filter: { name: 'kind', values: requestKinds },
  days: true,
}
const statusChips = [
  { status: undefined, label: '전체' },
  ...requestStates.map((status) => ({ status, label: requestStateLabels[status] })),
]
const kindChips = requestKinds.map((each) => ({ filter: each, label: requestKindLabels[each] }))
const filters = { label: '종류', chips: [{ filter: undefined, label: '모두' }, ...kindChips] }

export default async function RequestsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, requestsListUrl)
  const status = requestStates.find((each) => each === state.status)
  const listQuery = { ...state, status, kind: state.filter as RequestKind | undefined, size: 50 }
  const [list, { count }] = await Promise.all([requestsForStaff(db(), listQuery), countStaffRequests(db())])
  const shared = { listUrl: requestsListUrl, state }
  return (
    <>
      <PageTitle
        title="요청"
        hint={`직접 처리할 요청 ${formatCount(count)}건`}
        actions={<ExportLink call="/api/admin/requests" {...shared} />}
      />
      <ListTools
        {...{ ...shared, chips: statusChips, filters }}
        search="주문번호"
        defaultSortLabel={null}
        today={seoulDay(clock.now())}
      />
      <RequestList
        key={listReactKey(state)}
        {...shared}
        rows={list.rows}
        now={clock.now().getTime()}
        mayAct={staff.role !== 'SUPPORT'}
      />
      <ListFooter {...shared} shown={list.rows.length} total={list.total} nextCursor={list.nextCursor} />
    </>
  )
}
