import type { MouseEvent } from 'react'
import { formatUnitPrice, unitPriceFromNumber } from '#lib/money/prices.ts'
import { notOrderableMessage } from '#lib/orders/labels.ts'
import { productHref } from './product-list.tsx'
import type { FoundService } from './use-service-search.ts'

interface SearchResultListProps {
  readonly id: string
  readonly shown: boolean
  readonly rows: readonly FoundService[]
  readonly active: number
  readonly optionId: (at: number) => string
  readonly onChoose: (id: number) => void
  readonly nothing: string
}

/**
 * Results of the service search, below its field. A press on a result doesn't take the focus out of the field, which
 * would close the list before the click.
 */
export function SearchResultList({ id, shown, rows, active, optionId, onChoose, nothing }: SearchResultListProps) {
  return (
    <div
      hidden={!shown}
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-[min(380px,52dvh)] overflow-y-auto overscroll-contain rounded-tile bg-card shadow-float dark:ring-1 dark:ring-line"
    >
      <div id={id} role="listbox" aria-label="검색 결과">
        {rows.map((row, at) => (
          <SearchResultRow key={row.id} row={row} id={optionId(at)} active={at === active} onChoose={onChoose} />
        ))}
      </div>
      {rows.length === 0 && (
        <div className="px-4 py-5 text-center">
          <p className="font-semibold wrap-anywhere">{nothing}</p>
          <p className="text-s text-ink-3">이름, 서비스, 플랫폼, 상품번호, 초성으로 찾을 수 있어요.</p>
        </div>
      )}
    </div>
  )
}

const scrollToActive = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

function SearchResultRow({
  row: { id: serviceId, text, platform, category, point, orderable },
  id,
  active,
  onChoose,
}: {
  readonly row: FoundService
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
      <span className={orderable ? 'font-semibold' : 'font-semibold text-ink-3'}>{text}</span>
      <span className="text-right font-semibold tabular-nums">{formatUnitPrice(unitPriceFromNumber(point) ?? 0n)}</span>
      <span className="text-s text-ink-3">
        {platform} · {category}
        {!orderable && ` · ${notOrderableMessage}`}
      </span>
    </a>
  )
}
