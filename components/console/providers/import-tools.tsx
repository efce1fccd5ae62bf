import { ButtonLink } from '../../ui/button.tsx'
import { type ListPlace, type ListState, listHref, type SearchParams } from '../list-state.ts'
import { ListTools } from '../list-tools.tsx'

/** A provider's list: `gone` is what has left it. */
type ListedStatus = 'LISTED' | 'GONE'

export const importPlace = (providerId: number): ListPlace<ListedStatus> => ({
  path: `/admin/providers/${providerId}`,
  statuses: ['LISTED', 'GONE'],
  preset: 'LISTED',
})

const importChips = [
  { status: 'LISTED', label: '목록에 있음' },
  { status: 'GONE', label: '사라짐' },
  { status: undefined, label: '전체' },
] as const

/** Providers' own ids are texts, and so is where their page goes on. */
export function afterOf(params: SearchParams): string | undefined {
  const { after } = params
  return typeof after === 'string' && /^[\w.:-]{1,64}$/.test(after) ? after : undefined
}

interface ImportListProps {
  readonly state: ListState<ListedStatus>
  readonly providerId: number
}

/** What stands over a provider's list. */
export function ImportTools({ state, providerId }: ImportListProps) {
  return (
    <ListTools
      place={importPlace(providerId)}
      state={state}
      search="공급 상품 이름, 번호"
      chips={importChips}
      order="공급사 번호순"
    />
  )
}

/** The way on in a list whose rows have texts for ids, and back to its start. */
export function ImportPages({
  state,
  providerId,
  after,
  next,
}: ImportListProps & { readonly after: string | undefined; readonly next: string | null }) {
  if (!after && !next) return null
  const start = listHref(importPlace(providerId), state)
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
