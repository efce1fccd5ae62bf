import type { ReactNode } from 'react'
import { formatCount, pointText } from '#lib/money/points.ts'
import type { ReportLine } from '#lib/reports/queries/lines.ts'
import { OTHERS_KEY, type ReportDay, rounded, sumOf } from '#lib/reports/rules.ts'
import { Amount } from '../../ui/amount.tsx'
import { DayChart } from '../../ui/day-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RankChart } from '../../ui/rank-chart.tsx'
import { type Column, type PhonePlace, Table } from '../../ui/table.tsx'
import { column, rightColumn } from '../list-columns.tsx'
import { TitledCard } from '../titled-card.tsx'

/** Makes a scrollable area focusable, so that it can be scrolled by keyboard. */
const keyboardScrollable = { tabIndex: 0 }

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
    <TitledCard title={title} aside={<Amount text={total} size="l" />} className="grid gap-4">
      <div className="grid grid-cols-1 items-start gap-5 split:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        {chart}
        <section
          {...keyboardScrollable}
          aria-label={`${title} 표`}
          className="max-h-[330px] min-w-0 overflow-y-auto rounded-field border border-line"
        >
          <Table caption={title} dense="tight" columns={columns} rows={rows} rowKey={rowKey} empty={null} />
        </section>
      </div>
    </TitledCard>
  )
}

/** A figure of a day: its name, its value, its place on a phone's card, and its unit, which is points by default. */
type DayFigure = readonly [
  name: string,
  value: (day: ReportDay) => number,
  phone?: PhonePlace,
  text?: (value: number) => string,
]

const orderCountText = (count: number): string => `${formatCount(count)}건`
const peopleCountText = (count: number): string => `${formatCount(count)}명`

const salesFigure: DayFigure = ['매출', (day) => day.sales, 'amount']
const refundsFigure: DayFigure = ['환불', (day) => day.refunded]
const chargedFigure: DayFigure = ['충전', (day) => day.charged, 'amount']
const marginFigure: DayFigure = ['마진', (day) => rounded(day.net - day.cost), 'amount']
const joinedFigure: DayFigure = ['가입', (day) => day.members, 'amount', peopleCountText]

/**
 * Declaration of a card: the figures that its chart shows as bars (the sum of the first one is in the title), and those
 * in its table.
 */
interface CardPlan {
  readonly title: string
  readonly bars: readonly [DayFigure, ...DayFigure[]]
  readonly table: readonly DayFigure[]
}

const cardPlans: readonly CardPlan[] = [
  {
    title: '매출과 환불',
    bars: [salesFigure, refundsFigure],
    table: [['주문', (day) => day.orders, 'line', orderCountText], salesFigure, refundsFigure],
  },
  {
    title: '충전',
    bars: [chargedFigure],
    table: [['건수', (day) => day.charges, 'line', orderCountText], chargedFigure],
  },
  {
    title: '마진',
    bars: [marginFigure],
    table: [['환불 뺀 매출', (day) => day.net, 'line'], ['원가', (day) => day.cost], marginFigure],
  },
  { title: '신규 회원', bars: [joinedFigure], table: [joinedFigure] },
]

const barColours = [
  { fill: 'fill-main', background: 'bg-main' },
  { fill: 'fill-bad', background: 'bg-bad' },
] as const

const sumText = (days: readonly ReportDay[], [, value, , text = pointText]: DayFigure): string =>
  text(sumOf(days, value))

function chartSummaryOf({ title, bars }: CardPlan, days: readonly ReportDay[]): string {
  const sums = bars.map((bar) => `${bar[0]} ${sumText(days, bar)}`)
  return `${days[0]?.day ?? ''}부터 ${days.at(-1)?.day ?? ''}까지 ${title}: ${sums.join(', ')}`
}

/** Cards of sales, charges, margin and members, with one bar per day or month. */
export function DayCards({ days }: { readonly days: readonly ReportDay[] }) {
  const head = days[0]?.day.length === 7 ? '월' : '날짜'
  const dayColumn = column<ReportDay>(head, ({ day }) => day, 'title', 'whitespace-nowrap tabular-nums')
  return cardPlans.map((plan) => (
    <ReportCard
      key={plan.title}
      title={plan.title}
      total={sumText(days, plan.bars[0])}
      chart={
        <DayChart
          title={plan.title}
          text={chartSummaryOf(plan, days)}
          days={days.map(({ day }) => day)}
          series={plan.bars.map(([label, value], at) => ({
            ...(barColours[at] ?? barColours[0]),
            label,
            values: days.map(value),
          }))}
        />
      }
      columns={[
        dayColumn,
        ...plan.table.map(([name, value, phone, text = pointText]) =>
          rightColumn<ReportDay>(name, (day) => text(value(day)), phone),
        ),
      ]}
      rows={days.toReversed()}
      rowKey={({ day }) => day}
    />
  ))
}

const MAX_BARS = 10

type LineWithMargin = ReportLine & { readonly name: string; readonly margin: number }

const lineColumnsFor = (head: string): readonly Column<LineWithMargin>[] => [
  { key: 'name', head, cell: ({ name }) => name, className: 'min-w-[120px] wide:py-1.5!', phone: 'title' },
  rightColumn('주문', (line) => orderCountText(line.orders), 'line'),
  rightColumn('매출', ({ sales }) => pointText(sales), 'amount'),
  rightColumn('환불', ({ refunded }) => pointText(refunded)),
  rightColumn('원가', ({ cost }) => pointText(cost)),
  rightColumn('마진', ({ margin }) => pointText(margin)),
]

const groupings = {
  service: { noun: '상품', nameOf: ({ key, label }: ReportLine) => label || `상품 ${key}` },
  provider: {
    noun: '공급사',
    nameOf: ({ key, label }: ReportLine) => label || (key === '0' ? '직접 처리' : `공급사 ${key}`),
  },
} as const

const lineCharts = [
  { title: '매출', value: ({ sales }: LineWithMargin) => sales },
  { title: '마진', value: ({ margin }: LineWithMargin) => margin },
] as const

/** Sales and margin by service or by provider, the largest first. */
export function LineCards({
  by,
  lines,
}: {
  readonly by: keyof typeof groupings
  readonly lines: readonly ReportLine[]
}) {
  const { noun, nameOf } = groupings[by]
  const isOne = ({ key }: ReportLine) => key !== OTHERS_KEY
  if (lines.length === 0) return <EmptyState title="이 기간에는 주문이 없어요." hint="기간을 넓혀 보세요." />
  const named = lines.map((line) => ({
    ...line,
    name: isOne(line) ? nameOf(line) : `그 밖의 ${noun}`,
    margin: rounded(line.sales - line.refunded - line.cost),
  }))
  return lineCharts.map(({ title, value }) => {
    const ranked = named.filter(isOne).toSorted((a, b) => value(b) - value(a))
    const ranks = ranked
      .slice(0, MAX_BARS)
      .map((line) => ({ key: line.key, label: line.name, value: value(line), text: pointText(value(line)) }))
    const parts = ranks.map(({ label, text }) => `${label} ${text}`)
    return (
      <ReportCard
        key={title}
        title={`${noun}별 ${title}`}
        total={pointText(sumOf(named, value))}
        chart={<RankChart title={`${noun}별 ${title}`} text={`많은 차례로 ${parts.join(', ')}`} ranks={ranks} />}
        columns={lineColumnsFor(noun)}
        rows={[...ranked, ...named.filter((line) => !isOne(line))]}
        rowKey={({ key }) => key}
      />
    )
  })
}
