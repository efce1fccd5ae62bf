import type { ReactNode } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { type Column, Table } from '../../ui/table.tsx'

/** What scrolls is reached by the keyboard, too. */
const reachable = { tabIndex: 0 }

interface ReportCardProps<Row> {
  readonly title: string
  /** The period's own sum. */
  readonly total: string
  readonly chart: ReactNode
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/** One question of the reports: its sum, its chart, and the table that says the same in numbers. */
export function ReportCard<Row>({ title, total, chart, columns, rows, rowKey }: ReportCardProps<Row>) {
  return (
    <Card aria-label={title} className="grid gap-4">
      <CardTitle aside={<Amount text={total} size="l" />}>{title}</CardTitle>
      <div className="grid grid-cols-1 items-start gap-5 split:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        {chart}
        <section
          {...reachable}
          aria-label={`${title} 표`}
          className="max-h-[330px] min-w-0 overflow-y-auto rounded-field border border-line"
        >
          <Table caption={title} dense="tight" columns={columns} rows={rows} rowKey={rowKey} empty={null} />
        </section>
      </div>
    </Card>
  )
}
