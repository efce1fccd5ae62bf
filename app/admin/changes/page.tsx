import type { Metadata } from 'next'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ListFooter } from '#components/console/list-tools.tsx'
import { PendingChangeList } from '#components/console/pending-changes/pending-change-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { db } from '#lib/core/db.ts'
import { pendingChanges } from '#lib/pending-changes/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '중요 변경' }

const changesListUrl: ListUrl = { path: '/admin/changes', statuses: [], defaultStatus: undefined }
const changesHint = '입금 계좌, 한도, 권한, 공급사, 연동의 변경은 다른 대표의 동의나 정해진 시간을 기다려요'

export default async function ChangesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, changesListUrl)
  const list = await pendingChanges(db(), { size: 50, cursor: state.cursor ?? undefined })
  return (
    <>
      <PageTitle title="중요 변경" hint={changesHint} />
      <PendingChangeList rows={list.rows} viewer={{ memberNo: staff.memberId, role: staff.role }} />
      <ListFooter
        listUrl={changesListUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
    </>
  )
}
