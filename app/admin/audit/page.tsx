import type { Metadata } from 'next'
import { AuditList } from '#components/console/audit/audit-list.tsx'
import { AuditTools, auditListUrl as listUrl } from '#components/console/audit/audit-tools.tsx'
import { listReactKey, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ExportLink, ListFooter } from '#components/console/list-tools.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { listAuditActors, listAuditEntries } from '#lib/audit/trail/queries.ts'
import { readLastBookCheck } from '#lib/books/queries/last-book-check.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { formatCount } from '#lib/money/points.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '감사' }

const PAGE_SIZE = 50

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await allowStaff()
  const state = parseListState(await searchParams, listUrl)
  const now = clock.now().getTime()
  const { filter: action, numbers, from, to, q, cursor } = state
  const filters = { action, actor: numbers?.actor, from, to }
  const [list, actors, { proof }] = await Promise.all([
    listAuditEntries(db(), { ...filters, q, cursor, size: PAGE_SIZE }),
    listAuditActors(db()),
    readLastBookCheck(db()),
  ])
  const suspectIds = proof?.audit.map(({ entryId }) => entryId) ?? []
  return (
    <>
      <PageTitle
        title="감사"
        hint={
          suspectIds.length > 0
            ? `변조가 의심되는 기록 ${formatCount(suspectIds.length)}건`
            : proof?.head && '변조 흔적 없음'
        }
        actions={<ExportLink call="/api/admin/audit" query={{ ...filters, q }} />}
      />
      <AuditTools {...{ state, actors, today: seoulDay(now) }} />
      <AuditList
        key={listReactKey(state)}
        rows={list.rows}
        suspectIds={suspectIds}
        now={now}
        listUrl={listUrl}
        state={state}
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
