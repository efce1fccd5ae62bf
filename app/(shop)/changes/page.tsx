import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ChangeMailSwitch } from '#components/change-notices/change-mail-switch.tsx'
import { changesHref, parseChangesQuery } from '#components/change-notices/changes-query.ts'
import { ServiceChangeFilters } from '#components/change-notices/service-change-filters.tsx'
import { ServiceChangeList } from '#components/change-notices/service-change-list.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { detectDeviceKind } from '#lib/catalog/rules.ts'
import { changeNoticeFilters, changeNoticeTexts } from '#lib/change-notices/labels.ts'
import { changeNotices, isFollowingChanges } from '#lib/change-notices/queries.ts'
import { db } from '#lib/core/db.ts'
import { unreachableChannels } from '#lib/messages/queries.ts'
import { settings } from '#lib/settings/queries.ts'
import { viewer } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: changeNoticeTexts.title, description: changeNoticeTexts.hint }

/** Public page: anybody may see it, signed in or not (docs/product.md#routes). */
export default async function ChangesPage({ searchParams }: PageProps<'/changes'>) {
  const who = await viewer()
  const memberId = who.kind === 'member' ? who.caller.memberId : undefined
  const requestedQuery = parseChangesQuery(await searchParams)
  const query = { ...requestedQuery, mine: requestedQuery.mine && memberId !== undefined }
  const filtered = query.filter !== undefined || query.mine
  const [{ rows, next }, follows, unreachable, site, requestHeaders] = await Promise.all([
    changeNotices(db(), {
      kinds: query.filter && changeNoticeFilters[query.filter].kinds,
      orderedBy: query.mine ? memberId : undefined,
      before: query.before,
    }),
    memberId === undefined ? null : isFollowingChanges(db(), memberId),
    unreachableChannels(db()),
    settings(db()),
    headers(),
  ])
  const device = detectDeviceKind(requestHeaders.get('user-agent') ?? '')
  return (
    <div className="mx-auto grid w-full max-w-text grid-cols-1 gap-4">
      <PageTitle title={changeNoticeTexts.title} />
      <p className="text-ink-2">{changeNoticeTexts.hint}</p>
      {follows !== null && <ChangeMailSwitch initial={follows} canMail={!unreachable.includes('EMAIL')} />}
      <ServiceChangeFilters query={query} isMember={memberId !== undefined} />
      {rows.length > 0 ? (
        <ServiceChangeList rows={rows} display={{ showId: site.ENABLE_VISIBLE_SERVICE_ID, device }} />
      ) : (
        <div className="rounded-card bg-card">
          {filtered ? (
            <EmptyState
              title={changeNoticeTexts.emptyFiltered}
              action={<ButtonLink href={changesHref({ mine: false })}>{changeNoticeTexts.showAll}</ButtonLink>}
            />
          ) : (
            <EmptyState title={changeNoticeTexts.empty} hint={changeNoticeTexts.emptyHint} />
          )}
        </div>
      )}
      <nav aria-label="페이지" className="flex justify-center gap-2">
        {query.before && (
          <ButtonLink href={changesHref({ ...query, before: undefined })}>{changeNoticeTexts.newest}</ButtonLink>
        )}
        {next && <ButtonLink href={changesHref({ ...query, before: next })}>{changeNoticeTexts.older}</ButtonLink>}
      </nav>
    </div>
  )
}
