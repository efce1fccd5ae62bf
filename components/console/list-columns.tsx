import type { ReactNode } from 'react'
import { withoutFlags } from '#lib/catalog/rules.ts'
import type { Column, PhonePlace } from '../ui/table.tsx'
import { pointText, wonText } from './format.ts'
import { RowLink, RowTime } from './row-context.tsx'

/** A column: its head, its cell, where it stands on a phone's card, and its look. */
export const column = <Row,>(
  head: string,
  cell: (row: Row) => ReactNode,
  phone: PhonePlace = 'detail',
  className?: string,
): Column<Row> => ({ key: head, head, cell, phone, className })

/** A column of numbers. */
export const rightColumn = <Row,>(...args: Parameters<typeof column<Row>>): Column<Row> => ({
  ...column(...args),
  align: 'right',
})

/** Class of a column that phones and tablets show in the detail only. */
export const inDetail = 'max-wide:hidden'

/** The small print under a cell on phones, which have no column for it. */
const phoneOnly = 'text-s text-ink-3 wide:hidden'

interface Made {
  readonly createdAt: string
}

/** When a row was made. */
export const madeColumn = <Row extends Made>(head: string): Column<Row> => ({
  key: 'at',
  head,
  cell: ({ createdAt }) => <RowTime at={createdAt} />,
  className: `${inDetail} whitespace-nowrap tabular-nums`,
  phone: 'line',
})

/** When something happened, in small print; on phones in the place of an amount. */
export const momentColumn = <Row,>(head: string, momentOf: (row: Row) => string): Column<Row> => ({
  key: 'at',
  head,
  cell: (row) => <RowTime at={momentOf(row)} />,
  className: 'whitespace-nowrap tabular-nums text-ink-3',
  phone: 'amount',
})

/** Who asked for it, with the moment where that has no column. */
export const askerColumn = <Row extends Made & { readonly memberId: string }>(className: string): Column<Row> => ({
  key: 'member',
  head: '회원',
  cell: ({ memberId, createdAt }) => (
    <>
      <b className="font-semibold">{memberId}</b>
      <span className={phoneOnly}>
        {' '}
        · <RowTime at={createdAt} />
      </span>
    </>
  ),
  className,
  phone: 'line',
})

/** What names a row and selects it. */
export const titleColumn = <Row extends { readonly id: number }>(
  head: string,
  titleOf: (row: Row) => string | number,
  className?: string,
): Column<Row> => ({
  key: 'title',
  head,
  cell: (row) => <RowLink id={row.id}>{titleOf(row)}</RowLink>,
  className,
  phone: 'title',
})

interface Ordered extends Made {
  readonly id: number
  readonly memberId: string
  readonly serviceText: string
}

/** What an order and a repeating one begin with: number, moment, member and product. */
export const orderedColumns = <Row extends Ordered>(head: string): readonly Column<Row>[] => [
  titleColumn('번호', ({ id }) => id, 'tabular-nums'),
  madeColumn(head),
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
        <span className={phoneOnly}>{memberId}</span>
      </>
    ),
    className: 'wide:w-full wide:min-w-[104px]',
    phone: 'line',
  },
]

const amountColumn = <Row,>(head: string, textOf: (row: Row) => string): Column<Row> => ({
  key: 'amount',
  head,
  cell: (row) => <b className="font-semibold whitespace-nowrap">{textOf(row)}</b>,
  align: 'right',
  phone: 'amount',
})

/** An amount in won. */
export const wonColumn = <Row,>(head: string, amountOf: (row: Row) => number): Column<Row> =>
  amountColumn(head, (row) => wonText(amountOf(row)))

/** What was paid for it, in points. */
export const pointColumn = <Row extends { readonly point: number }>(): Column<Row> =>
  amountColumn('금액', ({ point }) => pointText(point))
