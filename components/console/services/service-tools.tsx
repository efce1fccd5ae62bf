import { type SaleState, saleStateLabels, saleStates } from '#lib/catalog/labels.ts'
import type { ServiceFilter } from '#lib/catalog/schema.ts'
import { ChipLinks } from '../../ui/chip-links.tsx'
import type { ListState, ListUrl } from '../list-state.ts'
import { ListTools } from '../list-tools.tsx'

export const serviceListUrl: ListUrl<SaleState> = {
  path: '/admin/services',
  statuses: saleStates,
  defaultStatus: undefined,
  numbers: ['platform', 'category', 'provider'],
  sorts: [
    { key: 'id', labels: ['최신순', '오래된 순'] },
    { key: 'point', labels: ['가격 높은 순', '가격 낮은 순'] },
  ],
}

const saleStateChips = [
  { status: undefined, label: '전체' },
  ...saleStates.map((status) => ({ status, label: saleStateLabels[status] })),
]

/**
 * Converts the filters in the list's URL to the form that the API expects, for the query of the list and for actions on
 * all services that the filters find.
 */
export const toServiceFilter = ({ q, status, numbers }: ListState<SaleState>): ServiceFilter => ({
  q,
  saleState: status,
  ...numbers,
})

type IdAndName = { readonly id: number; readonly text: string }

interface ServiceToolsProps {
  readonly state: ListState<SaleState>
  readonly platforms: readonly IdAndName[]
  readonly categories: readonly (IdAndName & { readonly platform: number; readonly platformText: string })[]
  readonly providers: readonly { readonly id: number; readonly name: string }[]
}

/** Toolbar above the services. Choosing another platform clears the category. */
export function ServiceTools({ state, platforms, categories, providers }: ServiceToolsProps) {
  const platform = state.numbers?.platform
  const categoriesOfPlatform = categories.filter((each) => platform === undefined || each.platform === platform)
  const categoryName = ({ platformText, text }: (typeof categories)[number]) =>
    platform === undefined ? `${platformText} › ${text}` : text
  return (
    <ListTools
      listUrl={serviceListUrl}
      state={state}
      search="상품명, 카테고리, 번호"
      chips={saleStateChips}
      selects={[
        {
          name: 'platform',
          label: '플랫폼',
          all: '모든 플랫폼',
          options: platforms.map(({ id, text }) => [id, text]),
          clears: 'category',
        },
        {
          name: 'category',
          label: '카테고리',
          all: '모든 카테고리',
          options: categoriesOfPlatform.map((each) => [each.id, categoryName(each)]),
        },
        {
          name: 'provider',
          label: '공급',
          all: '모든 공급',
          options: [[0, '직접 처리'], ...providers.map(({ id, name }) => [id, name] as const)],
        },
      ]}
      defaultSortLabel="진열순"
      foldsAll
    />
  )
}

const serviceTabs = [
  { href: '/admin/services', label: '상품' },
  { href: '/admin/services/categories', label: '카테고리' },
  { href: '/admin/services/platforms', label: '플랫폼' },
] as const

/** Tabs that lead to the lists of services, categories and platforms. */
export function ServiceTabs({ current }: { readonly current: (typeof serviceTabs)[number]['label'] }) {
  return (
    <ChipLinks label="상품 관리" links={serviceTabs.map((tab) => ({ ...tab, current: tab.label === current }))} bare />
  )
}
