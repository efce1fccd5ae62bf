import { withoutFlags } from '#lib/catalog/rules.ts'
import { seoulTime } from '../ui/seoul-time.ts'
import type { Column } from '../ui/table.tsx'
import { pointText } from './amounts.ts'
import { shortMoment } from './moments.ts'
import { RowLink } from './row-link.tsx'

/** Of a column that phones and tablets leave to the story. */
export const inDetail = 'max-wide:hidden'

interface Made {
  readonly createdAt: string
}

interface Ordered extends Made {
  readonly id: number
  readonly memberId: string
  readonly serviceText: string
}

/** When a row was made, from `now` in milliseconds. */
export const madeColumn = <Row extends Made>(head: string, now: number): Column<Row> => ({
  key: 'at',
  head,
  cell: ({ createdAt }) => <time title={seoulTime(createdAt)}>{shortMoment(createdAt, now)}</time>,
  className: `${inDetail} whitespace-nowrap tabular-nums`,
  phone: 'line',
})

/** Who asked for it, with the moment where that has no column. */
export const askerColumn = <Row extends Made & { readonly memberId: string }>(
  now: number,
  className: string,
): Column<Row> => ({
  key: 'member',
  head: '회원',
  cell: ({ memberId, createdAt }) => (
    <>
      <b className="font-semibold">{memberId}</b>
      <span className="text-s text-ink-3 wide:hidden"> · {shortMoment(createdAt, now)}</span>
    </>
  ),
  className,
  phone: 'line',
})

/** What an order and a repeating one begin with: number, moment, member and product. */
export const orderedColumns = <Row extends Ordered>(
  head: string,
  now: number,
  hrefOfRow: (id: number) => string,
): readonly Column<Row>[] => [
  {
    key: 'id',
    head: '번호',
    cell: ({ id }) => <RowLink href={hrefOfRow(id)}>{id}</RowLink>,
    className: 'tabular-nums',
    phone: 'title',
  },
  madeColumn(head, now),
  {
    key: 'member',
    head: '회원',
    cell: ({ memberId }) => <b className="font-semibold">{memberId}</b>,
    className: `${inDetail} max-w-[100px] truncate`,
    phone: 'line',
  },
  {
    key: 'product',
    head: '상품',
    cell: ({ serviceText, memberId }) => (
      <>
        <span className="line-clamp-2 leading-[1.3]" title={serviceText}>
          {withoutFlags(serviceText, 'mobile')}
        </span>
        <span className="text-s text-ink-3 wide:hidden">{memberId}</span>
      </>
    ),
    className: 'wide:w-full wide:min-w-[104px]',
    phone: 'line',
  },
]

/** What was paid for it. */
export const pointColumn = <Row extends { readonly point: number }>(): Column<Row> => ({
  key: 'point',
  head: '금액',
  cell: ({ point }) => <b className="font-semibold whitespace-nowrap">{pointText(point)}</b>,
  align: 'right',
  phone: 'amount',
})
