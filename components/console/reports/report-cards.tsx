import type { ReactNode } from 'react'
import { formatCount, pointText } from '#lib/money/points.ts'
import type { ReportLine } from '#lib/reports/queries/lines.ts'
import { OTHERS } from '#lib/reports/rules.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { DayChart, type Series } from '../../ui/day-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RankChart } from '../../ui/rank-chart.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { column, rightColumn } from '../list-columns.tsx'
import { type ReportDay, rounded, sumOf } from './report-days.ts'

/** Makes a scrollable area focusable, so that it can be scrolled by keyboard. */
const reachable = { tabIndex: 0 }

interface ReportCardProps<Row> {
  readonly title: string
  /** Sum over the whole period. */
  readonly total: string
  readonly chart: ReactNode
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/** A card of the reports: a sum, a chart, and a table of the same numbers. */
function ReportCard<Row>({ title, total, chart, columns, rows, rowKey }: ReportCardProps<Row>) {
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

const dayColumn: Column<ReportDay> = column('날짜', ({ day }) => day, 'title', 'whitespace-nowrap tabular-nums')

const amountColumn = (
  head: string,
  value: (day: ReportDay) => number,
  phone: Column<ReportDay>['phone'] = 'detail',
  text = pointText,
): Column<ReportDay> => ({ key: head, head, cell: (day) => text(value(day)), align: 'right', phone })

const main = { fill: 'fill-main', ground: 'bg-main' }
const bad = { fill: 'fill-bad', ground: 'bg-bad' }

/** Declaration of a card: the values of a day that it shows, and their format. */
interface CardPlan {
  readonly title: string
  readonly series: readonly (Omit<Series, 'values'> & { readonly value: (day: ReportDay) => number })[]
  readonly columns: readonly Column<ReportDay>[]
  readonly text: (value: number) => string
}

const plans: readonly CardPlan[] = [
  {
    title: '매출과 환불',
    series: [
      { label: '매출', ...main, value: (day) => day.sales },
      { label: '환불', ...bad, value: (day) => day.refunded },
    ],
    columns: [
      dayColumn,
      amountColumn(
        '주문',
        (day) => day.orders,
        'line',
        (count) => `${formatCount(count)}건`,
      ),
      amountColumn('매출', (day) => day.sales, 'amount'),
      amountColumn('환불', (day) => day.refunded),
    ],
    text: pointText,
  },
  {
    title: '충전',
    series: [{ label: '충전', ...main, value: (day) => day.charged }],
    columns: [
      dayColumn,
      amountColumn(
        '건수',
        (day) => day.charges,
        'line',
        (count) => `${formatCount(count)}건`,
      ),
      amountColumn('충전', (day) => day.charged, 'amount'),
    ],
    text: pointText,
  },
  {
    title: '마진',
    series: [{ label: '마진', ...main, value: (day) => rounded(day.net - day.cost) }],
    columns: [
      dayColumn,
      amountColumn('환불 뺀 매출', (day) => day.net, 'line'),
      amountColumn('원가', (day) => day.cost),
      amountColumn('마진', (day) => rounded(day.net - day.cost), 'amount'),
    ],
    text: pointText,
  },
  {
    title: '신규 회원',
    series: [{ label: '가입', ...main, value: (day) => day.members }],
    columns: [
      dayColumn,
      amountColumn(
        '가입',
        (day) => day.members,
        'amount',
        (count) => `${formatCount(count)}명`,
      ),
    ],
    text: (count) => `${formatCount(count)}명`,
  },
]

function summaryOf({ title, series, text }: CardPlan, days: readonly ReportDay[]): string {
  const sums = series.map(({ label, value }) => `${label} ${text(sumOf(days, value))}`)
  return `${days[0]?.day ?? ''}부터 ${days.at(-1)?.day ?? ''}까지 ${title}: ${sums.join(', ')}`
}

/** Cards of sales, charges, margin and members, with one bar per day or month. */
export function DayCards({ days }: { readonly days: readonly ReportDay[] }) {
  const isByMonth = days[0]?.day.length === 7
  return plans.map((plan) => {
    const [first] = plan.series
    return (
      <ReportCard
        key={plan.title}
        title={plan.title}
        total={first ? plan.text(sumOf(days, first.value)) : ''}
        chart={
          <DayChart
            title={plan.title}
            text={summaryOf(plan, days)}
            days={days.map(({ day }) => day)}
            series={plan.series.map(({ value, ...series }) => ({ ...series, values: days.map(value) }))}
          />
        }
        columns={plan.columns.map((column) => (isByMonth && column === dayColumn ? { ...column, head: '월' } : column))}
        rows={days.toReversed()}
        rowKey={({ day }) => day}
      />
    )
  })
}

const MOST_BARS = 10

type Line = ReportLine & { readonly name: string; readonly margin: number }

const columnsFor = (head: string): readonly Column<Line>[] => [
  { key: 'name', head, cell: ({ name }) => name, className: 'min-w-[120px] wide:py-1.5!', phone: 'title' },
  rightColumn('주문', ({ orders }) => `${formatCount(orders)}건`, 'line'),
  rightColumn('매출', ({ sales }) => pointText(sales), 'amount'),
  rightColumn('환불', ({ refunded }) => pointText(refunded), 'detail'),
  rightColumn('원가', ({ cost }) => pointText(cost), 'detail'),
  rightColumn('마진', ({ margin }) => pointText(margin), 'detail'),
]

const ways = {
  service: { noun: '상품', nameOf: ({ key, label }: ReportLine) => label || `상품 ${key}` },
  provider: {
    noun: '공급사',
    nameOf: ({ key, label }: ReportLine) => label || (key === '0' ? '직접 처리' : `공급사 ${key}`),
  },
} as const

const charts = [
  { title: '매출', value: ({ sales }: Line) => sales },
  { title: '마진', value: ({ margin }: Line) => margin },
] as const

/** Sales and margin by service or by provider, the largest first. */
export function LineCards({ by, lines }: { readonly by: keyof typeof ways; readonly lines: readonly ReportLine[] }) {
  const { noun, nameOf } = ways[by]
  const isOne = ({ key }: ReportLine) => key !== OTHERS
  if (lines.length === 0) return <EmptyState title="이 기간에는 주문이 없어요." hint="기간을 넓혀 보세요." />
  const named = lines.map((line) => ({
    ...line,
    name: isOne(line) ? nameOf(line) : `그 밖의 ${noun}`,
    margin: rounded(line.sales - line.refunded - line.cost),
  }))
  return charts.map(({ title, value }) => {
    const ranked = named.filter(isOne).toSorted((a, b) => value(b) - value(a))
    const largest = ranked.slice(0, MOST_BARS)
    const parts = largest.map((line) => `${line.name} ${pointText(value(line))}`)
    return (
      <ReportCard
        key={title}
        title={`${noun}별 ${title}`}
        total={pointText(sumOf(named, value))}
        chart={
          <RankChart
            title={`${noun}별 ${title}`}
            text={`많은 차례로 ${parts.join(', ')}`}
            ranks={largest.map((line) => ({
              key: line.key,
              label: line.name,
              value: value(line),
              text: pointText(value(line)),
            }))}
          />
        }
        columns={columnsFor(noun)}
        rows={[...ranked, ...named.filter((line) => !isOne(line))]}
        rowKey={({ key }) => key}
      />
    )
  })
}
