import type { Metadata } from 'next'
import { RequestLogRows } from '#components/api-requests/request-log-table.tsx'
import { parseRequestLogQuery } from '#components/api-requests/request-query.ts'
import { MemberLink } from '#components/console/detail.tsx'
import { type ListUrl, listHref, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { SearchBox } from '#components/console/search-box.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { ChipLinks } from '#components/ui/chip-links.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { hrefOf } from '#components/ui/href.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { requestLogTexts as texts } from '#lib/api-requests/labels.ts'
import { apiRequestsForStaff } from '#lib/api-requests/queries.ts'
import { db } from '#lib/core/db.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: texts.staffTitle }

const path = '/admin/api-requests'
const listUrl: ListUrl<string> = {
  path,
  statuses: [],
  defaultStatus: undefined,
  filter: { name: 'failed', values: ['true'] },
}

export default async function ApiRequestsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await allowStaff()
  const params = await searchParams
  const state = parseListState(params, listUrl)
  const { q, filter: failed } = state
  const { cursor, size } = parseRequestLogQuery(params)
  const listQuery = { cursor, size, failed: failed === undefined ? undefined : ('true' as const) }
  const { owner, rows, nextCursor } = await apiRequestsForStaff(db(), q, listQuery)
  const chip = (label: string, filter: string | undefined) => ({
    label,
    href: listHref(listUrl, { ...state, filter }),
    current: failed === filter,
  })
  const empty =
    q === '' ? ([texts.staffEmpty, texts.staffEmptyHint] as const) : ([texts.staffNone, texts.staffNoneHint] as const)
  return (
    <>
      <PageTitle title={texts.staffTitle} hint={texts.staffHint} />
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox label={texts.staffSearch} {...{ listUrl, state }} />
        <ChipLinks label={texts.result} links={[chip(texts.everything, undefined), chip(texts.onlyFailed, 'true')]} />
        {owner && (
          <span className="ml-auto text-s">
            {texts.owner} <MemberLink {...owner} />
          </span>
        )}
      </div>
      <RequestLogRows rows={rows} empty={<EmptyState title={empty[0]} hint={empty[1]} />} />
      <nav aria-label="페이지" className="flex flex-wrap justify-center gap-2 py-4 empty:hidden">
        {cursor && <ButtonLink href={hrefOf(path, { q, failed })}>{texts.newest}</ButtonLink>}
        {nextCursor && <ButtonLink href={hrefOf(path, { q, failed, cursor: nextCursor })}>{texts.older}</ButtonLink>}
      </nav>
    </>
  )
}
