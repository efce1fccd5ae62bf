import type { ReactNode } from 'react'
import { percentChangeText } from '#lib/reports/labels.ts'
import { Amount } from '../../ui/amount.tsx'
import { cx } from '../../ui/class-names.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { TitledCard } from '../titled-card.tsx'

/** Attributes that make the scrollable area of a table focusable, so that it can be scrolled by keyboard. */
const keyboardScrollable = { tabIndex: 0 }

interface ReportCardProps<Row> {
  readonly title: string
  /** Sum over the whole period, formatted. */
  readonly total: string
  /**
   * The sum over the period, and the sum over the same number of days just before it; the card shows the change between
   * the two. Null if the sum is unknown.
   */
  readonly comparison: readonly [now: number, before: number] | null
  /** Note below chart and table, such as what the sum does not contain. */
  readonly note?: string | false
  readonly chart: ReactNode
  /** Shows the table below the chart instead of beside it, because it has many columns. */
  readonly stacked?: boolean
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/** A card of the reports: a sum and its change, a chart, and a table of the same numbers. */
export function ReportCard<Row>(props: ReportCardProps<Row>) {
  const { title, total, comparison, note, chart, stacked = false, columns, rows, rowKey } = props
  const aside = (
    <span className="flex flex-wrap items-baseline justify-end gap-x-2">
      {comparison && <span className="text-s text-ink-3">{percentChangeText(...comparison)}</span>}
      <Amount text={total} size="l" />
    </span>
  )
  return (
    <TitledCard title={title} aside={aside} className="grid gap-4">
      <div
        className={cx(
          'grid grid-cols-1 items-start gap-5',
          !stacked && 'split:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
        )}
      >
        {chart}
        <section
          {...keyboardScrollable}
          aria-label={`${title} 표`}
          className="max-h-[330px] min-w-0 overflow-y-auto rounded-field border border-line"
        >
          <Table caption={title} dense="tight" columns={columns} rows={rows} rowKey={rowKey} empty={null} />
        </section>
      </div>
      {note && <p className="text-s text-ink-2">{note}</p>}
    </TitledCard>
  )
}
