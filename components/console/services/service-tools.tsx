import type { SaleState } from '#lib/catalog/labels.ts'
import type { ListState } from '../list-state.ts'
import { listHref } from '../list-state.ts'
import { ListTools } from '../list-tools.tsx'
import { type FilterOption, SelectFilter } from '../select-filter.tsx'
import { serviceOrders, servicePlace, shelfChips } from './service-place.ts'

type Named = { readonly id: number; readonly text: string }

interface ServiceToolsProps {
  readonly state: ListState<SaleState>
  readonly platforms: readonly Named[]
  readonly categories: readonly (Named & { readonly platform: number; readonly platformText: string })[]
  readonly providers: readonly { readonly id: number; readonly name: string }[]
}

type Place = { platform?: number; category?: number; provider?: number }

/** The address of the list with these filters in place of its own; nothing else of it is left. */
function hrefWith(state: ListState<SaleState>, numbers: Place): string {
  const given = Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== undefined)
  return listHref(servicePlace, { ...state, cursor: undefined, chosen: undefined, numbers: Object.fromEntries(given) })
}

const optionsOf = (
  all: string,
  rows: readonly Named[],
  current: number | undefined,
  to: (id?: number) => string,
): readonly FilterOption[] => [
  { href: to(), label: all, current: current === undefined },
  ...rows.map((row) => ({ href: to(row.id), label: row.text, current: row.id === current })),
]

/** What stands over the services; another platform leaves the category of the one before. */
export function ServiceTools({ state, platforms, categories, providers }: ServiceToolsProps) {
  const { platform, category, provider }: Place = state.numbers ?? {}
  const href = (numbers: Place) => hrefWith(state, { platform, category, provider, ...numbers })
  const within = categories
    .filter((each) => platform === undefined || each.platform === platform)
    .map((each) => ({ id: each.id, text: platform === undefined ? `${each.platformText} › ${each.text}` : each.text }))
  const supplies = [{ id: 0, text: '직접 처리' }, ...providers.map(({ id, name }) => ({ id, text: name }))]
  return (
    <ListTools
      place={servicePlace}
      state={state}
      search="상품명, 카테고리, 번호"
      chips={shelfChips}
      filters={{ label: '순서', chips: serviceOrders }}
      order={null}
    >
      <SelectFilter
        label="플랫폼"
        options={optionsOf('모든 플랫폼', platforms, platform, (id) => href({ platform: id, category: undefined }))}
      />
      <SelectFilter
        label="카테고리"
        options={optionsOf('모든 카테고리', within, category, (id) => href({ category: id }))}
      />
      <SelectFilter label="공급" options={optionsOf('모든 공급', supplies, provider, (id) => href({ provider: id }))} />
    </ListTools>
  )
}
