import type { Metadata } from 'next'
import { parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ListFooter } from '#components/console/list-tools.tsx'
import { ServiceList } from '#components/console/services/service-list.tsx'
import {
  ServiceTabs,
  ServiceTools,
  serviceListUrl,
  toServiceFilter,
} from '#components/console/services/service-tools.tsx'
import { UndoablePriceChanges } from '#components/console/services/undoable-price-changes.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { saleStateHint } from '#lib/catalog/labels.ts'
import {
  categoriesForStaff,
  platformsForStaff,
  providerNames,
  saleStateCounts,
  servicesForStaff,
} from '#lib/catalog/queries/list-for-staff.ts'
import { priceBatches } from '#lib/catalog/queries/price-changes.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '상품' }

const PAGE_SIZE = 50

export default async function ServicesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, serviceListUrl)
  const filter = toServiceFilter(state)
  const [list, counts, platforms, categories, providers, batches] = await Promise.all([
    servicesForStaff(db(), { ...filter, sort: state.sort ?? 'SHOP', size: PAGE_SIZE, cursor: state.cursor }),
    saleStateCounts(db()),
    platformsForStaff(db()),
    categoriesForStaff(db()),
    providerNames(db()),
    priceBatches(db()),
  ])
  return (
    <>
      <PageTitle title="상품" hint={saleStateHint(counts)} actions={<ServiceTabs current="상품" />} />
      {staff.role !== 'SUPPORT' && <UndoablePriceChanges batches={batches} now={clock.now().getTime()} />}
      <ServiceList
        key={JSON.stringify({ ...state, chosen: undefined })}
        {...list}
        tools={<ServiceTools {...{ state, platforms, categories, providers }} />}
        filter={filter}
        categories={categories}
        providers={providers}
        listUrl={serviceListUrl}
        state={state}
        role={staff.role}
      />
      <ListFooter listUrl={serviceListUrl} state={state} shown={list.rows.length} more="다음 상품 보기" {...list} />
    </>
  )
}
