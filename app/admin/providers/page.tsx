import type { Metadata } from 'next'
import { parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ListFooter } from '#components/console/list-tools.tsx'
import { PendingChangesNotice } from '#components/console/pending-changes/pending-changes-notice.tsx'
import { ProviderList } from '#components/console/providers/provider-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { formatCount } from '#lib/money/points.ts'
import { waitingChanges } from '#lib/pending-changes/queries.ts'
import { providersForStaff } from '#lib/providers/queries/list-providers.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '공급사' }

const providersListUrl = { path: '/admin/providers', statuses: [], defaultStatus: undefined }
const PAGE_SIZE = 50

export default async function ProvidersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, providersListUrl)
  const [list, waiting] = await Promise.all([
    providersForStaff(db(), { q: state.q, size: PAGE_SIZE, cursor: state.cursor }),
    waitingChanges(db(), 'PROVIDER'),
  ])
  return (
    <>
      <PageTitle title="공급사" hint={`${formatCount(list.total)}곳`} />
      <PendingChangesNotice rows={waiting} />
      <ProviderList
        key={`${state.q} ${state.cursor}`}
        rows={list.rows}
        state={state}
        now={clock.now().getTime()}
        mayAct={staff.role === 'OWNER'}
      />
      <ListFooter listUrl={providersListUrl} state={state} shown={list.rows.length} {...list} />
    </>
  )
}
