import type { ReactNode } from 'react'
import { withoutFlags } from '#lib/catalog/rules.ts'
import { pointText, wonText } from '#lib/money/points.ts'
import type { Column, PhonePlace } from '../ui/table.tsx'
import { RowLink, RowTime } from './row-context.tsx'

/** Makes a table column: its head, the content of its cells, where phones show it on a row's card, and class names. */
export const column = <Row,>(
  head: string,
  cell: (row: Row) => ReactNode,
  phone: PhonePlace = 'detail',
  className?: string,
): Column<Row> => ({ key: head, head, cell, phone, className })

/** Like `column`, but right-aligned, for numbers. */
export const rightAlignedColumn = <Row,>(...args: Parameters<typeof column<Row>>): Column<Row> => ({
  ...column(...args),
  align: 'right',
})

/** Class of a column that is hidden below 881px, where the row's detail shows its value. */
export const hiddenOnPhoneClass = 'max-wide:hidden'

/**
 * Class for the `hiddenClass` of a column. It hides the column below 1440px, where the detail panel leaves no room for
 * it; the detail shows its value.
 */
export const hiddenOnNarrowClass = 'max-[1439px]:hidden'

/** Class of small print that a cell shows only below 881px: the value of a column that is hidden there. */
const phoneOnlyClass = 'text-s text-ink-3 wide:hidden'

interface RowWithTime {
  readonly createdAt: string
}

/** Column of the time at which a row was created. If `dated` is true, times of today also show their date. */
export const createdAtColumn = <Row extends RowWithTime>(head: string, dated = false): Column<Row> => ({
  ...column<Row>(
    head,
    ({ createdAt }) => <RowTime at={createdAt} dated={dated} />,
    'line',
    `${hiddenOnPhoneClass} whitespace-nowrap tabular-nums`,
  ),
  key: 'createdAt',
})

/**
 * Column of the time of an event, in grey. On phones it is shown where other lists show the amount. If `dated` is true,
 * times of today also show their date.
 */
export const momentColumn = <Row,>(head: string, momentOf: (row: Row) => string, dated = false): Column<Row> =>
  column(
    head,
    (row) => <RowTime at={momentOf(row)} dated={dated} />,
    'amount',
    'whitespace-nowrap tabular-nums text-ink-3',
  )

/**
 * Column of the member who asked for something. On phones, which hide the time column, the cell also contains the time.
 */
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

/**
 * Column of a row's name, which is the link that selects the row; `below` is shown in the same cell, after the link.
 */
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

/** The first columns of the lists of orders and auto orders: id, time (headed `head`), member and service. */
export const orderColumns = <Row extends OrderedRow>(head: string): readonly Column<Row>[] => [
  titleColumn('번호', ({ id }) => id, 'tabular-nums'),
  createdAtColumn(head, true),
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

/** Makes a column sortable; `key` is its name in the `sort` parameter of the list's URL and API call. */
export const sortableColumn = <Row,>(key: string, sortedColumn: Column<Row>): Column<Row> => ({ ...sortedColumn, key })

/** Column of an amount in won. */
export const wonColumn = <Row,>(head: string, amountOf: (row: Row) => number): Column<Row> =>
  amountColumn(head, (row) => wonText(amountOf(row)))

/** Column of an amount in points, such as a member's balance. */
export const pointsColumn = <Row,>(head: string, amountOf: (row: Row) => number): Column<Row> =>
  amountColumn(head, (row) => pointText(amountOf(row)))

/** Column of the price that the member paid, in points; the list can be sorted by it. */
export const paidPointsColumn = <Row extends { readonly point: number }>(): Column<Row> =>
  sortableColumn(
    'point',
    amountColumn('금액', ({ point }) => pointText(point)),
  )
