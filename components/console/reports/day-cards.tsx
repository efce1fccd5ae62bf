import { formatCount } from '#lib/money/points.ts'
import type { Column } from '../../ui/table.tsx'
import { pointText } from '../amounts.ts'
import { column } from '../list-columns.tsx'
import { DayChart, type Series } from './day-chart.tsx'
import { ReportCard } from './report-card.tsx'
import { type ReportDay, rounded, sumOf } from './report-days.ts'

const dayColumn: Column<ReportDay> = column('날짜', ({ day }) => day, 'title', 'whitespace-nowrap tabular-nums')

const amountColumn = (
  head: string,
  value: (day: ReportDay) => number,
  phone: Column<ReportDay>['phone'] = 'detail',
  text = pointText,
): Column<ReportDay> => ({ key: head, head, cell: (day) => text(value(day)), align: 'right', phone })

const main = { fill: 'fill-main', ground: 'bg-main' }
const bad = { fill: 'fill-bad', ground: 'bg-bad' }

/** What of a day a card tells, and how its numbers are written. */
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

function told({ title, series, text }: CardPlan, days: readonly ReportDay[]): string {
  const sums = series.map(({ label, value }) => `${label} ${text(sumOf(days, value))}`)
  return `${days[0]?.day ?? ''}부터 ${days.at(-1)?.day ?? ''}까지 ${title}: ${sums.join(', ')}`
}

/** Sales, charges, margin and members, a bar a day or a month. */
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
            text={told(plan, days)}
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
