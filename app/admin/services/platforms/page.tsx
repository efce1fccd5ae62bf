import type { Metadata } from 'next'
import { PlatformList } from '#components/console/catalog/catalog-lists.tsx'
import { parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ServiceTabs } from '#components/console/services/service-tools.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { platformsForStaff } from '#lib/catalog/queries/list-for-staff.ts'
import { db } from '#lib/core/db.ts'
import { formatCount } from '#lib/money/points.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '플랫폼' }

const platformsListUrl = { path: '/admin/services/platforms', statuses: [], defaultStatus: undefined }

export default async function PlatformsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, platformsListUrl)
  const rows = await platformsForStaff(db())
  const hint = `${formatCount(rows.length)}개 · 상점에 보이는 순서`
  return (
    <>
      <PageTitle title="플랫폼" hint={hint} actions={<ServiceTabs current="플랫폼" />} />
      <PlatformList rows={rows} state={state} mayAct={staff.role !== 'SUPPORT'} />
    </>
  )
}
