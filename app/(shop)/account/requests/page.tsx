import type { Metadata } from 'next'
import { RequestLogFilters } from '#components/api-requests/request-log-filters.tsx'
import { RequestLogTable } from '#components/api-requests/request-log-table.tsx'
import { REQUEST_LOG_PATH as path } from '#components/api-requests/request-path.ts'
import { parseRequestLogQuery } from '#components/api-requests/request-query.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { hrefOf } from '#components/ui/href.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { listApiKeys } from '#lib/api-keys/queries.ts'
import { requestLogTexts as texts } from '#lib/api-requests/labels.ts'
import { apiRequestsOf } from '#lib/api-requests/queries.ts'
import { db } from '#lib/core/db.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: texts.title }

export default async function RequestLogPage({ searchParams }: PageProps<'/account/requests'>) {
  const who = await allow('member', 'guest')
  const query = parseRequestLogQuery(await searchParams)
  const guest = who.kind === 'guest'
  const [{ rows, nextCursor }, keys] = guest
    ? [{ rows: [], nextCursor: null }, []]
    : await Promise.all([apiRequestsOf(db(), who.caller.memberId, query), listApiKeys(db(), who.caller.memberId)])
  const { cursor, size: _, ...filters } = query
  const filtered = Object.values(filters).some((value) => value !== undefined)
  return (
    <>
      <PageTitle
        title={texts.title}
        hint={texts.period}
        actions={
          <ButtonLink href="/account" size="s">
            {texts.keys}
          </ButtonLink>
        }
      />
      <RequestLogFilters query={query} keys={keys.map(({ id, name }) => ({ id, name }))} />
      <RequestLogTable rows={rows} guest={guest} filtered={filtered} />
      <nav aria-label="페이지" className="flex flex-wrap justify-center gap-2 py-4">
        {cursor && <ButtonLink href={hrefOf(path, filters)}>{texts.newest}</ButtonLink>}
        {nextCursor && <ButtonLink href={hrefOf(path, { ...filters, cursor: nextCursor })}>{texts.older}</ButtonLink>}
      </nav>
    </>
  )
}
