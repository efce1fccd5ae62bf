import { formatCount } from '#lib/money/points.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LinkBusy } from '../ui/link-busy.tsx'
import { type ListPlace, type ListState, type ListStatus, listHref } from './list-state.ts'

interface ListPagesProps {
  readonly place: ListPlace<ListStatus>
  readonly state: ListState<ListStatus>
  readonly shown: number
  readonly total: number
  readonly nextCursor: number | null
  /** What leads on; older rows unless said. */
  readonly more?: string
}

/** Counts are exact up to here (docs/contract.md#staff-lists). */
const MOST_COUNTED = 10_000

/** How much there is, and the way to older rows and back. */
export function ListPages({ place, state, shown, total, nextCursor, more = '이전 내역 더 보기' }: ListPagesProps) {
  if (total === 0 && state.cursor === undefined) return null
  const { cursor } = state
  const first = { ...state, cursor: undefined, chosen: undefined }
  return (
    <nav aria-label="페이지" className="flex flex-wrap items-center gap-2">
      <p className="text-s tabular-nums text-ink-3">
        전체 {formatCount(total)}
        {total >= MOST_COUNTED && '+'}건 중 {formatCount(shown)}건
      </p>
      <span className="ml-auto flex gap-2">
        {cursor !== undefined && (
          <ButtonLink size="s" href={listHref(place, first)}>
            처음으로
            <LinkBusy />
          </ButtonLink>
        )}
        {nextCursor !== null && (
          <ButtonLink size="s" href={listHref(place, { ...first, cursor: nextCursor })}>
            {more}
            <LinkBusy />
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}
