import type { ReactNode } from 'react'
import { withoutFlags } from '#lib/catalog/rules.ts'
import { pointText, wonText } from '#lib/money/points.ts'
import type { Column, PhonePlace } from '../ui/table.tsx'
import { RowLink, RowTime } from './row-context.tsx'

/** Makes a column from its head, its cell, its place on a phone's card, and its class names. */
export const column = <Row,>(
  head: string,
  cell: (row: Row) => ReactNode,
  phone: PhonePlace = 'detail',
  className?: string,
): Column<Row> => ({ key: head, head, cell, phone, className })

/** A right-aligned column, for numbers. */
export const rightColumn = <Row,>(...args: Parameters<typeof column<Row>>): Column<Row> => ({
  ...column(...args),
  align: 'right',
})

/** Class of a column that is hidden below 881px, where only the detail contains its value. */
export const hiddenOnPhoneClass = 'max-wide:hidden'

/** Class of small print in a cell that is shown below 881px only, for a value whose column is hidden there. */
const phoneOnlyClass = 'text-s text-ink-3 wide:hidden'

interface RowWithTime {
  readonly createdAt: string
}

/** Column of the time at which a row was created. */
export const createdAtColumn = <Row extends RowWithTime>(head: string): Column<Row> => ({
  ...column<Row>(
    head,
    ({ createdAt }) => <RowTime at={createdAt} />,
    'line',
    `${hiddenOnPhoneClass} whitespace-nowrap tabular-nums`,
  ),
  key: 'createdAt',
})

/** Column of the time of an event, in small print; a phone's card shows it in the place of the amount. */
export const momentColumn = <Row,>(head: string, momentOf: (row: Row) => string): Column<Row> =>
  column(head, (row) => <RowTime at={momentOf(row)} />, 'amount', 'whitespace-nowrap tabular-nums text-ink-3')

/** Column of the member who made a request; where the time's own column is hidden, the cell also shows the time. */
export const requesterColumn = <Row extends RowWithTime & { readonly memberId: string }>(
  className: string,
): Column<Row> =>
  column(
    '회원',
    ({ memberId, createdAt }) => (
      <>
        <b className="font-semibold">{memberId}</b>
        <span className={phoneOnlyClass}>
          {' '}
          · <RowTime at={createdAt} />
        </span>
      </>
    ),
    'line',
    className,
  )

/** Column of a row's name, which is also the link that selects the row; `below` follows the link. */
export const titleColumn = <Row extends { readonly id: number }>(
  head: string,
  titleOf: (row: Row) => ReactNode,
  className?: string,
  below?: (row: Row) => ReactNode,
): Column<Row> =>
  column(
    head,
    (row) => (
      <>
        <RowLink id={row.id}>{titleOf(row)}</RowLink>
        {below?.(row)}
      </>
    ),
    'title',
    className,
  )

interface OrderedRow extends RowWithTime {
  readonly id: number
  readonly memberId: string
  readonly serviceText: string
}

/** The first columns of orders and auto orders: number, time, member and product. */
export const orderColumns = <Row extends OrderedRow>(head: string): readonly Column<Row>[] => [
  titleColumn('번호', ({ id }) => id, 'tabular-nums'),
  createdAtColumn(head),
  column(
    '회원',
    ({ memberId }) => <b className="font-semibold">{memberId}</b>,
    'line',
    `${hiddenOnPhoneClass} max-w-[100px] truncate`,
  ),
  column(
    '상품',
    ({ serviceText, memberId }) => (
      <>
        <span className="line-clamp-2 leading-[1.3]" title={serviceText}>
          {withoutFlags(serviceText, 'mobile')}
        </span>
        <span className={phoneOnlyClass}>{memberId}</span>
      </>
    ),
    'line',
    'wide:w-full wide:min-w-[104px]',
  ),
]

const amountColumn = <Row,>(head: string, textOf: (row: Row) => string): Column<Row> => ({
  ...column(head, (row) => <b className="font-semibold whitespace-nowrap">{textOf(row)}</b>, 'amount'),
  align: 'right',
})

/** A column that the list can be sorted by, under the name that it has in the list's call. */
export const sortable = <Row,>(key: string, sortedColumn: Column<Row>): Column<Row> => ({ ...sortedColumn, key })

/** Column of an amount in won. */
export const wonColumn = <Row,>(head: string, amountOf: (row: Row) => number): Column<Row> =>
  amountColumn(head, (row) => wonText(amountOf(row)))

/** Column of the price that was paid, in points. */
export const pointColumn = <Row extends { readonly point: number }>(): Column<Row> =>
  sortable(
    'point',
    amountColumn('금액', ({ point }) => pointText(point)),
  )
