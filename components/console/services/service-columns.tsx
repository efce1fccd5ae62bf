import { saleStateLabels } from '#lib/catalog/labels.ts'
import { withoutFlags } from '#lib/catalog/rules.ts'
import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { RowLink } from '../row-link.tsx'
import { isBelowCost, marginText, priceText, shelfTones } from './service-text.ts'

export function ShelfBadge({ shelf }: Pick<AdminServiceRow, 'shelf'>) {
  return <Badge tone={shelfTones[shelf]}>{saleStateLabels[shelf]}</Badge>
}

export function Margin({ point, cost }: Pick<AdminServiceRow, 'point' | 'cost'>) {
  const text = marginText(point, cost)
  if (text === null) return <span className="text-ink-3">—</span>
  return <span className={isBelowCost(point, cost) ? 'font-semibold text-bad' : 'text-ink-2'}>{text}</span>
}

export function serviceColumns(hrefOfRow: (id: number) => string): readonly Column<AdminServiceRow>[] {
  return [
    {
      key: 'id',
      head: '번호',
      cell: ({ id }) => id,
      className: 'max-wide:hidden text-ink-3 tabular-nums',
      phone: 'line',
    },
    {
      key: 'name',
      head: '상품',
      cell: (row) => (
        <>
          <RowLink href={hrefOfRow(row.id)}>
            <span className="line-clamp-2 leading-[1.3] font-semibold wrap-anywhere">
              {withoutFlags(row.text, 'mobile')}
            </span>
          </RowLink>
          <span className="line-clamp-1 text-ink-3">
            {row.platformText} · {row.categoryText}
            {row.providerName && ` · ${row.providerName}`}
          </span>
        </>
      ),
      className: 'wide:w-full wide:min-w-[160px] wide:py-1.5',
      phone: 'title',
    },
    {
      key: 'point',
      head: '가격',
      cell: ({ point }) => <b className="font-semibold">{priceText(point)}</b>,
      align: 'right',
      phone: 'amount',
    },
    { key: 'margin', head: '마진', cell: Margin, align: 'right', className: 'max-wide:hidden', phone: 'line' },
    { key: 'shelf', head: '상태', cell: ShelfBadge, phone: 'badge' },
  ]
}
