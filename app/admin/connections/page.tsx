import type { Metadata } from 'next'
import { ConnectionList } from '#components/console/connections/connection-list.tsx'
import { OtherDepositSources } from '#components/console/connections/other-deposit-sources.tsx'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { PendingChangesNotice } from '#components/console/pending-changes/pending-changes-notice.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { readCardOffer } from '#lib/card-payments/queries.ts'
import { connectionRowId, connectionTexts } from '#lib/connections/labels.ts'
import { areOtherBaseUrlsAllowed, connectionsForStaff } from '#lib/connections/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { otherDepositSources, sourcesForStaff } from '#lib/deposits/sources/queries.ts'
import { waitingChanges } from '#lib/pending-changes/queries.ts'
import { issuersForStaff } from '#lib/receipts/issuing/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: connectionTexts.title }

const connectionsUrl: ListUrl = { path: '/admin/connections', statuses: [], defaultStatus: undefined }

export default async function ConnectionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { role } = await allowStaff()
  const state = parseListState(await searchParams, connectionsUrl)
  if (role === 'SUPPORT')
    return (
      <>
        <PageTitle title={connectionTexts.title} />
        <EmptyState title={connectionTexts.notForSupport} hint={connectionTexts.notForSupportHint} />
      </>
    )
  const [connections, sources, issuers, others, waiting, offer] = await Promise.all([
    connectionsForStaff(db()),
    sourcesForStaff(db()),
    issuersForStaff(db()),
    otherDepositSources(db()),
    waitingChanges(db(), 'CONNECTION'),
    readCardOffer(db()),
  ])
  const rows = connections.map((row) => ({
    ...row,
    id: connectionRowId(row.kind),
    source: sources.find(({ kind }) => kind === row.kind) ?? null,
    issuer: issuers.find(({ kind }) => kind === row.kind) ?? null,
    offer: row.kind === 'portone' ? offer : null,
  }))
  return (
    <>
      <PendingChangesNotice rows={waiting} />
      <ConnectionList
        {...{ rows, state }}
        now={clock.now().getTime()}
        listUrl={connectionsUrl}
        mayAct
        isOwner={role === 'OWNER'}
        allowsOtherAddress={areOtherBaseUrlsAllowed()}
      />
      <OtherDepositSources sources={others} />
    </>
  )
}
