import { ButtonLink } from '../../ui/button-link.tsx'
import { type ListState, type ListUrl, listHref, type SearchParams } from '../list-state.ts'
import { ListTools } from '../list-tools.tsx'

/** Whether a service was in the provider's list at the last sync (LISTED) or was no longer in it (GONE). */
type ListedStatus = 'LISTED' | 'GONE'

export const providerServiceListUrl = (providerId: number): ListUrl<ListedStatus> => ({
  path: `/admin/providers/${providerId}`,
  statuses: ['LISTED', 'GONE'],
  defaultStatus: 'LISTED',
})

const listedStatusChips = [
  { status: 'LISTED', label: '목록에 있음' },
  { status: 'GONE', label: '사라짐' },
  { status: undefined, label: '전체' },
] as const

/**
 * The `after` parameter of the URL: the provider's id of the service after which the page begins; undefined if it is
 * missing or invalid. It is used instead of `cursor`, which is a number, because providers' ids are texts.
 */
export function parseAfterServiceId(params: SearchParams): string | undefined {
  const { after } = params
  return typeof after === 'string' && /^[\w.:-]{1,64}$/.test(after) ? after : undefined
}

interface ProviderServiceListProps {
  readonly state: ListState<ListedStatus>
  readonly providerId: number
}

/** Toolbar above a provider's services. */
export function ProviderServiceTools({ state, providerId }: ProviderServiceListProps) {
  return (
    <ListTools
      listUrl={providerServiceListUrl(providerId)}
      state={state}
      search="공급 상품 이름, 번호"
      chips={listedStatusChips}
      defaultSortLabel="공급사 번호순"
    />
  )
}

/** Links to the next page of a provider's services and back to the first one. */
export function ProviderServicePages({
  state,
  providerId,
  after,
  next,
}: ProviderServiceListProps & { readonly after: string | undefined; readonly next: string | null }) {
  if (!after && !next) return null
  const start = listHref(providerServiceListUrl(providerId), state)
  return (
    <nav aria-label="페이지" className="flex justify-end gap-2">
      {after && (
        <ButtonLink size="s" href={start}>
          처음으로
        </ButtonLink>
      )}
      {next && (
        <ButtonLink size="s" href={`${start}${start.includes('?') ? '&' : '?'}after=${encodeURIComponent(next)}`}>
          다음 공급 상품 보기
        </ButtonLink>
      )}
    </nav>
  )
}
