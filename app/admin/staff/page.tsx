import type { Metadata } from 'next'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { PendingChangesNotice } from '#components/console/pending-changes/pending-changes-notice.tsx'
import { StaffList } from '#components/console/staff/staff-list.tsx'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { waitingChanges } from '#lib/pending-changes/queries.ts'
import { listStaff } from '#lib/staff/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '운영자' }

const staffListUrl: ListUrl = { path: '/admin/staff', statuses: [], defaultStatus: undefined }

export default async function StaffPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await allowStaff()
  const state = parseListState(await searchParams, staffListUrl)
  const [rows, waiting] = await Promise.all([listStaff(db()), waitingChanges(db(), 'ROLE')])
  return (
    <>
      <PendingChangesNotice rows={waiting} />
      <StaffList
        rows={rows}
        now={clock.now().getTime()}
        listUrl={staffListUrl}
        state={state}
        mayAct={viewer.role === 'OWNER'}
      />
    </>
  )
}
