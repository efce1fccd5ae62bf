import type { SaleState } from '#lib/catalog/labels.ts'
import { type ListState, listHref } from '../list-state.ts'
import { ListTools, ValueFilter } from '../list-tools.tsx'
import { saleStateChips, serviceOrders, servicePlace } from './service-place.ts'

type Named = { readonly id: number; readonly text: string }

interface ServiceToolsProps {
  readonly state: ListState<SaleState>
  readonly platforms: readonly Named[]
  readonly categories: readonly (Named & { readonly platform: number; readonly platformText: string })[]
  readonly providers: readonly { readonly id: number; readonly name: string }[]
}

type Numbers = { platform?: number | undefined; category?: number | undefined; provider?: number | undefined }

/** Toolbar above the services. Choosing another platform clears the category. */
export function ServiceTools({ state, platforms, categories, providers }: ServiceToolsProps) {
  const { platform, category, provider }: Numbers = state.numbers ?? {}
  const hrefWith = (change: Numbers) => {
    const given = Object.entries({ platform, category, provider, ...change }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    )
    const numbers = Object.fromEntries(given)
    return listHref(servicePlace, { ...state, cursor: undefined, chosen: undefined, numbers })
  }
  const within = categories.filter((each) => platform === undefined || each.platform === platform)
  const categoryName = ({ platformText, text }: (typeof categories)[number]) =>
    platform === undefined ? `${platformText} › ${text}` : text
  return (
    <ListTools
      place={servicePlace}
      state={state}
      search="상품명, 카테고리, 번호"
      chips={saleStateChips}
      filters={{ label: '순서', chips: serviceOrders }}
      order={null}
    >
      <ValueFilter
        label="플랫폼"
        all="모든 플랫폼"
        options={platforms.map(({ id, text }) => [id, text])}
        current={platform}
        hrefOf={(id) => hrefWith({ platform: id, category: undefined })}
      />
      <ValueFilter
        label="카테고리"
        all="모든 카테고리"
        options={within.map((each) => [each.id, categoryName(each)])}
        current={category}
        hrefOf={(id) => hrefWith({ category: id })}
      />
      <ValueFilter
        label="공급"
        all="모든 공급"
        options={[[0, '직접 처리'], ...providers.map(({ id, name }) => [id, name] as const)]}
        current={provider}
        hrefOf={(id) => hrefWith({ provider: id })}
      />
    </ListTools>
  )
}
