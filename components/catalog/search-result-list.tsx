import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatUnitPrice, unitPriceFromNumber } from '#lib/money/prices.ts'
import { moreServicesText, notOrderableMessage } from '#lib/orders/labels.ts'
import { FavoriteMark } from '../favorites/favorite-mark.tsx'
import { productHref } from './product-list.tsx'
import type { FoundService } from './use-service-search.ts'
import { wholeRowsHeight } from './whole-rows.ts'

interface SearchResultListProps {
  readonly id: string
  readonly rows: readonly FoundService[]
  readonly favorites: readonly number[] | undefined
  /** Number of services found, of which `rows` are the first. */
  readonly total: number
  /** Index of the highlighted row. */
  readonly active: number
  /** Id of the element of the row at an index. */
  readonly optionId: (at: number) => string
  readonly onChoose: (id: number) => void
  /** Text shown if no service was found. */
  readonly emptyText: string
}

/**
 * Results of the service search, shown below the search field. Pressing a result keeps the focus in the field: losing
 * it would close the list before the click.
 */
export function SearchResultList({
  id,
  rows,
  favorites,
  total,
  active,
  optionId,
  onChoose,
  emptyText,
}: SearchResultListProps) {
  const { list, isCut } = useWholeRows(rows)
  return (
    <div
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-20 mt-1.5 overflow-hidden rounded-tile bg-card shadow-float dark:ring-1 dark:ring-line"
    >
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="검색 결과"
        className="relative max-h-[min(340px,46dvh)] overflow-y-auto overscroll-contain"
      >
        {rows.map((row, at) => (
          <SearchResultRow
            key={row.id}
            row={row}
            favorite={favorites?.includes(row.id)}
            id={optionId(at)}
            active={at === active}
            onChoose={onChoose}
          />
        ))}
      </div>
      {isCut && (
        <p aria-hidden="true" className="border-t border-line bg-sunken px-3.5 py-2 text-center text-s text-ink-2">
          {moreServicesText(total)}
        </p>
      )}
      {rows.length === 0 && (
        <div className="px-4 py-5 text-center">
          <p className="font-semibold wrap-anywhere">{emptyText}</p>
          <p className="text-s text-ink-3">이름, 서비스, 플랫폼, 상품번호, 초성으로 찾을 수 있어요.</p>
        </div>
      )}
    </div>
  )
}

/**
 * Limits the height of the scrolling list so that its last visible row isn't cut off. `isCut`: more rows follow below.
 */
function useWholeRows(rows: readonly FoundService[]) {
  const list = useRef<HTMLDivElement>(null)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const box = list.current
    if (!box || rows.length === 0) return setIsCut(false)
    box.style.maxHeight = ''
    const limit = Number.parseFloat(getComputedStyle(box).maxHeight)
    const bottoms = [...box.children].map((row) => (row as HTMLElement).offsetTop + (row as HTMLElement).offsetHeight)
    const height = wholeRowsHeight(bottoms, limit)
    box.style.maxHeight = `${height}px`
    setIsCut((bottoms.at(-1) ?? 0) > height)
  }, [rows])
  return { list, isCut }
}

const scrollToActive = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

function SearchResultRow({
  row: { id: serviceId, text, platform, category, point, orderable },
  favorite,
  id,
  active,
  onChoose,
}: {
  readonly row: FoundService
  readonly favorite: boolean | undefined
  readonly id: string
  readonly active: boolean
  readonly onChoose: (id: number) => void
}) {
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onChoose(serviceId)
  }
  return (
    <a
      ref={active ? scrollToActive : undefined}
      id={id}
      href={productHref(serviceId)}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={choose}
      className="grid text-ink no-underline grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-line px-3.5 py-2.5 not-first:border-t hover:bg-sunken aria-selected:bg-main-soft aria-selected:[--ink-3:var(--ink-2)]"
    >
      <span className={orderable ? 'font-semibold' : 'font-semibold text-ink-3'}>
        {favorite && <FavoriteMark />}
        {text}
      </span>
      <span className="text-right font-semibold tabular-nums">{formatUnitPrice(unitPriceFromNumber(point) ?? 0n)}</span>
      <span className="text-s text-ink-3">
        {platform} · {category}
        {!orderable && ` · ${notOrderableMessage}`}
      </span>
    </a>
  )
}
