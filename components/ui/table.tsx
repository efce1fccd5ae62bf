import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { RowMoreButton } from './row-more.tsx'

/**
 * Where a column's cell is on the card that a phone shows for each row. `detail` is hidden until the user opens the
 * card; `noteLeft` and `noteRight` share a small third line; `noteLine` is a fourth line, truncated at its end. `below`
 * and `actions` are below the other texts, unless the cell is empty; `actions` is for a column of buttons that is
 * hidden on wide screens.
 */
export type PhonePlace =
  | 'title'
  | 'badge'
  | 'line'
  | 'amount'
  | 'noteLeft'
  | 'noteRight'
  | 'noteLine'
  | 'detail'
  | 'below'
  | 'actions'

export interface Column<Row> {
  readonly key: string
  readonly head: string
  /** Shown in the table head instead of `head`. */
  readonly headCell?: ReactNode
  /** Direction in which the rows are sorted by this column; `none` if the list can be sorted by it but isn't. */
  readonly sorted?: 'ascending' | 'descending' | 'none'
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'left' | 'right'
  /** Place of the cell on a phone's card; `detail` by default. */
  readonly phone?: PhonePlace
  /**
   * Lets the text of the cells wrap anywhere, for links. In other columns text wraps only between words, and in
   * right-aligned columns not at all.
   */
  readonly breaks?: boolean
  readonly className?: string
  /** Class name that hides the whole column, head and cells, at some window widths. */
  readonly hiddenClass?: string
}

export interface TableProps<Row> {
  /** The table's name for a screen reader. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** Shown in place of the table if there are no rows. */
  readonly empty: ReactNode
  /**
   * Rows of 42px, for the console. `tight` also narrows the space between columns, for many columns beside a detail
   * panel.
   */
  readonly dense?: boolean | 'tight'
  /**
   * Whether a row is selected, for a list with a detail panel. Phones then show no RowMoreButton, because the detail
   * contains the values of the hidden cells.
   */
  readonly isSelected?: (row: Row) => boolean
}

const phonePlaceClasses: Record<PhonePlace, string> = {
  title: 'max-wide:[grid-area:title] max-wide:font-semibold',
  badge: 'max-wide:[grid-area:badge] max-wide:text-right',
  line: 'max-wide:[grid-area:line] max-wide:text-left max-wide:wrap-anywhere max-wide:text-ink-2',
  amount: 'max-wide:[grid-area:amount] max-wide:text-right max-wide:font-semibold',
  noteLeft: 'max-wide:col-start-1 max-wide:row-start-3 max-wide:text-s',
  noteRight:
    'max-wide:col-start-2 max-wide:row-start-3 max-wide:text-right max-wide:text-s max-wide:text-ink-2 max-wide:before:mr-1 max-wide:before:text-ink-3 max-wide:before:content-[attr(data-label)]',
  noteLine:
    'max-wide:col-span-2 max-wide:col-start-1 max-wide:row-start-4 max-wide:-m-1 max-wide:min-w-0 max-wide:truncate max-wide:p-1 max-wide:text-s max-wide:group-data-open:whitespace-normal',
  detail:
    'max-wide:hidden max-wide:col-span-2 max-wide:justify-between max-wide:gap-4 max-wide:text-right max-wide:before:text-ink-3 max-wide:before:content-[attr(data-label)] max-wide:before:[overflow-wrap:normal] max-wide:group-data-open:flex',
  below: 'max-wide:col-span-2 max-wide:empty:hidden',
  actions: 'wide:hidden max-wide:col-span-2 max-wide:empty:hidden',
}

type Density = 'roomy' | 'dense' | 'tight'

const densityOf = (dense: boolean | 'tight'): Density => (dense === 'tight' ? dense : dense ? 'dense' : 'roomy')

const headCellPaddings: Record<Density, string> = {
  roomy: 'px-3 first:pl-5',
  dense: 'px-3',
  tight: 'px-2 first:pl-3',
}

/**
 * Right padding of the last column's cells. `last:` doesn't match them, because the cell with RowMoreButton follows.
 */
const lastCellPaddings: Record<Density, string> = { roomy: 'wide:pr-5', dense: '', tight: 'wide:pr-3' }

const bodyCellPaddings: Record<Density, string> = {
  roomy: 'wide:h-[3.25rem] wide:px-3 wide:py-2 wide:first:pl-5',
  dense: 'wide:h-[2.625rem] wide:px-3',
  tight: 'wide:h-[2.625rem] wide:px-2 wide:first:pl-3',
}

/**
 * Class names that show a row as a card on phones. On a screen narrower than 20rem, such as a phone with text of twice
 * the size, the cells are stacked, and badges and amounts wrap.
 */
const phoneCardClass =
  'max-[20rem]:flex max-[20rem]:flex-col max-[20rem]:wrap-anywhere max-[20rem]:**:whitespace-normal max-wide:grid max-wide:grid-cols-[minmax(0,1fr)_auto] max-wide:gap-x-4 max-wide:gap-y-1.5 max-wide:px-4 max-wide:py-3.5 max-wide:[grid-template-areas:"title_badge"_"line_amount"]'

/** Dims the rows while other rows are loading; the console dims the table and its detail together instead. */
const dimmedWhileLoadingClass =
  'transition-opacity duration-150 [main:has([data-busy])_&]:opacity-60 [main:has([data-busy])_&]:delay-300'

/** Rows of data: a table on screens of 881px and more, cards on phones; the markup is the same. */
export function Table<Row>({ caption, columns, rows, rowKey, empty, dense = false, isSelected }: TableProps<Row>) {
  if (rows.length === 0) return <div className="rounded-card bg-card">{empty}</div>
  const lastShownIndex = columns.findLastIndex(({ phone }) => phone !== 'actions')
  const hasDetails = !isSelected && columns.some((column) => (column.phone ?? 'detail') === 'detail')
  return (
    <div className={cx('relative overflow-x-auto rounded-card bg-card', !dense && dimmedWhileLoadingClass)}>
      <table className={cx('w-full border-collapse outline-none max-wide:block', dense && 'wide:text-s')}>
        <caption className="sr-only">{caption}</caption>
        <thead className="max-wide:sr-only">
          <tr>
            {columns.map((column, at) => (
              <HeadCell key={column.key} column={column} density={densityOf(dense)} isLast={at === lastShownIndex} />
            ))}
            {hasDetails && <td className="wide:hidden" />}
          </tr>
        </thead>
        <tbody className="max-wide:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              data-row={rowKey(row)}
              aria-current={isSelected?.(row) || undefined}
              className={cx(
                'group relative border-t border-line max-wide:first:border-t-0 aria-current:bg-main-soft aria-current:[--ink-3:var(--ink-2)] aria-current:shadow-[inset_3px_0_var(--main)]',
                phoneCardClass,
              )}
            >
              {columns.map((column, at) => (
                <BodyCell
                  key={column.key}
                  column={column}
                  row={row}
                  density={densityOf(dense)}
                  isLast={at === lastShownIndex}
                />
              ))}
              {hasDetails && (
                <td className="max-wide:col-span-2 wide:hidden">
                  <RowMoreButton />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly density: Density
  readonly isLast: boolean
}

function HeadCell<Row>({ column, density, isLast }: CellProps<Row>) {
  return (
    <th
      scope="col"
      aria-sort={column.sorted}
      className={cx(
        'bg-sunken py-2.5 text-s font-semibold whitespace-nowrap text-ink-3',
        headCellPaddings[density],
        isLast && lastCellPaddings[density],
        column.align === 'right' ? 'text-right' : 'text-left',
        column.phone === 'actions' && 'wide:hidden',
        column.hiddenClass,
      )}
    >
      {column.headCell ?? column.head}
    </th>
  )
}

function BodyCell<Row>({ column, row, density, isLast }: CellProps<Row> & { readonly row: Row }) {
  return (
    <td
      data-label={column.head}
      className={cx(
        bodyCellPaddings[density],
        isLast && lastCellPaddings[density],
        column.align === 'right' && 'text-right whitespace-nowrap tabular-nums',
        column.breaks && 'wide:min-w-40 wrap-anywhere',
        phonePlaceClasses[column.phone ?? 'detail'],
        column.className,
        column.hiddenClass,
      )}
    >
      {column.cell(row)}
    </td>
  )
}
