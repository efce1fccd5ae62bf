import type { Metadata } from 'next'
import { CategoryList } from '#components/console/catalog/catalog-lists.tsx'
import { listHref, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ServiceTabs } from '#components/console/services/service-tools.tsx'
import { ChipLinks } from '#components/ui/chip-links.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { categoriesForStaff, platformsForStaff } from '#lib/catalog/queries/list-for-staff.ts'
import { db } from '#lib/core/db.ts'
import { formatCount } from '#lib/money/points.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '카테고리' }

const categoriesListUrl = {
  path: '/admin/services/categories',
  statuses: [],
  defaultStatus: undefined,
  numbers: ['platform'],
}

export default async function CategoriesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, categoriesListUrl)
  const [all, platforms] = await Promise.all([categoriesForStaff(db()), platformsForStaff(db())])
  const platform = state.numbers?.platform
  const rows = all.filter((row) => platform === undefined || row.platform === platform)
  const hint = `${formatCount(rows.length)}개 · 상점에 보이는 순서`
  const links = [{ id: undefined, text: '전체' }, ...platforms].map(({ id, text }) => ({
    href: listHref(categoriesListUrl, id === undefined ? {} : { numbers: { platform: id } }),
    label: text,
    current: id === platform,
  }))
  return (
    <>
      <PageTitle title="카테고리" hint={hint} actions={<ServiceTabs current="카테고리" />} />
      <CategoryList
        key={platform}
        rows={rows}
        platforms={platforms}
        platform={platform}
        state={state}
        tools={<ChipLinks label="플랫폼" links={links} bare />}
        mayAct={staff.role !== 'SUPPORT'}
      />
    </>
  )
}
