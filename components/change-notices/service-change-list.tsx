import Link from 'next/link'
import { type DisplayOptions, displayName } from '#lib/catalog/rules.ts'
import { type ChangeKind, changeKindLabels, dayHeading, priceChangeText } from '#lib/change-notices/labels.ts'
import type { ServiceChangeNotice } from '#lib/change-notices/queries.ts'
import { formatUnitPrice } from '#lib/money/prices.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { cx } from '../ui/class-names.ts'

const toneOfKind: Record<ChangeKind, Tone> = { NEW: 'good', BACK: 'good', ENDED: 'neutral', PRICE: 'main' }

/**
 * The price after the change. If the price changed, also the former price, struck through, and the difference. Renders
 * nothing for a service that has ended.
 */
function ChangedPrice({ kind, priceBefore, priceAfter }: ServiceChangeNotice) {
  if (kind === 'ENDED') return null
  const isPriceChange = kind === 'PRICE' && priceBefore !== null
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
      {isPriceChange && (
        <del className="text-s text-ink-3">
          <span className="sr-only">이전 가격 </span>
          {formatUnitPrice(priceBefore)}
        </del>
      )}
      <span className="font-semibold">{formatUnitPrice(priceAfter)}</span>
      {isPriceChange && (
        <span className={cx('text-s', priceAfter > priceBefore ? 'text-bad' : 'text-good')}>
          {priceChangeText(priceBefore, priceAfter)}
        </span>
      )}
    </p>
  )
}

function ChangeRow({ notice, display }: { readonly notice: ServiceChangeNotice; readonly display: DisplayOptions }) {
  const name = displayName({ id: notice.serviceId, text: notice.text }, display)
  return (
    <li className="relative grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1 px-4 py-3.5 wide:grid-cols-[88px_1fr_auto] wide:items-center wide:gap-4 wide:px-5">
      <div>
        <Badge tone={toneOfKind[notice.kind]}>{changeKindLabels[notice.kind]}</Badge>
      </div>
      <div className="order-last col-span-2 min-w-0 wide:order-none wide:col-span-1">
        <p className="text-s text-ink-3">
          {notice.platform} · {notice.category}
        </p>
        {notice.onSale ? (
          <Link
            href={`/order?service=${notice.serviceId}`}
            prefetch={false}
            className="break-words after:absolute after:inset-0 hover:underline"
          >
            {name}
          </Link>
        ) : (
          <p className="break-words">{name}</p>
        )}
      </div>
      <ChangedPrice {...notice} />
    </li>
  )
}

interface ChangeListProps {
  readonly rows: readonly ServiceChangeNotice[]
  /** How the names of services are displayed, as on the order screen. */
  readonly display: DisplayOptions
}

/** Changes of services, grouped by day. */
export function ServiceChangeList({ rows, display }: ChangeListProps) {
  const days = [...new Set(rows.map(({ day }) => day))]
  return days.map((day) => (
    <section key={day} aria-labelledby={`day-${day}`} className="grid gap-2">
      <h2 id={`day-${day}`} className="px-1 font-semibold">
        <time dateTime={day}>{dayHeading(day)}</time>
      </h2>
      <ul className="divide-y divide-line rounded-card bg-card">
        {rows
          .filter((row) => row.day === day)
          .map((row) => (
            <ChangeRow key={row.serviceId} notice={row} display={display} />
          ))}
      </ul>
    </section>
  ))
}
