import { formatCount, pointText } from '#lib/money/points.ts'
import { unknownCostText, unknownMarginText } from '#lib/reports/labels.ts'
import { knownMargin, type ReportDay, sumOfPoints } from '#lib/reports/rules.ts'
import { DayChart } from '../../ui/day-chart.tsx'
import type { PhonePlace } from '../../ui/table.tsx'
import { column, rightAlignedColumn } from '../list-columns.tsx'
import { ReportCard } from './report-card.tsx'

/**
 * A figure of each day in the reports: its name, its value, its place on a row's card on phones, and its text (by
 * default an amount of points).
 */
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
const marginFigure: DayFigure = ['마진', knownMargin, 'amount']
const membersFigure: DayFigure = ['가입', (day) => day.members, 'amount', peopleCountText]

/**
 * Declaration of a card of the reports: the figures that its chart shows as bars (the title states the sum of the first
 * one), and the figures in its table.
 */
interface DayCardPlan {
  readonly title: string
  readonly bars: readonly [DayFigure, ...DayFigure[]]
  readonly table: readonly DayFigure[]
  readonly note?: (days: readonly ReportDay[]) => string | false
}

/**
 * Note that states the sales of unknown cost, which are not included in the margin of these days; false if there are
 * none.
 */
export function unknownCostNote(days: readonly { readonly unknown: number }[]): string | false {
  const unknown = sumOfPoints(days, (day) => day.unknown)
  return unknown !== 0 && unknownCostText(pointText(unknown))
}

const dayCardPlans: readonly DayCardPlan[] = [
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
    table: [
      ['환불 뺀 매출', (day) => day.net, 'line'],
      ['원가', (day) => day.cost],
      ['원가 모름', (day) => day.unknown],
      marginFigure,
    ],
    note: unknownCostNote,
  },
  { title: '신규 회원', bars: [membersFigure], table: [membersFigure] },
]

const barColours = [
  { fill: 'fill-main', background: 'bg-main' },
  { fill: 'fill-bad', background: 'bg-bad' },
] as const

const sumFigure = (days: readonly ReportDay[], [, value]: DayFigure): number => sumOfPoints(days, value)

const sumText = (days: readonly ReportDay[], figure: DayFigure): string =>
  (figure[3] ?? pointText)(sumFigure(days, figure))

/** True if the sum in the title of a card is unknown: the sum is a margin, and the cost of all sales is unknown. */
const hasUnknownSum = ({ bars }: DayCardPlan, days: readonly ReportDay[]): boolean => {
  const unknown = sumOfPoints(days, (day) => day.unknown)
  const isAllUnknown =
    unknown !== 0 && unknown === sumOfPoints(days, (day) => day.net) && sumOfPoints(days, (day) => day.cost) === 0
  return bars[0] === marginFigure && isAllUnknown
}

function chartSummaryOf({ title, bars }: DayCardPlan, days: readonly ReportDay[]): string {
  const sums = bars.map((bar) => `${bar[0]} ${sumText(days, bar)}`)
  return `${days[0]?.day ?? ''}부터 ${days.at(-1)?.day ?? ''}까지 ${title}: ${sums.join(', ')}`
}

interface DayCardsProps {
  readonly days: readonly ReportDay[]
  /** The same number of days just before `days`, whose sums the cards compare with those of `days`. */
  readonly before: readonly ReportDay[]
}

/** Cards of sales and refunds, charges, margin and new members, each with a chart and a table of the days or months. */
export function DayCards({ days, before }: DayCardsProps) {
  const head = days[0]?.day.length === 7 ? '월' : '날짜'
  const dayColumn = column<ReportDay>(head, ({ day }) => day, 'title', 'whitespace-nowrap tabular-nums')
  return dayCardPlans.map((plan) => (
    <ReportCard
      key={plan.title}
      title={plan.title}
      total={hasUnknownSum(plan, days) ? unknownMarginText : sumText(days, plan.bars[0])}
      comparison={hasUnknownSum(plan, days) ? null : [sumFigure(days, plan.bars[0]), sumFigure(before, plan.bars[0])]}
      note={plan.note?.(days)}
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
          rightAlignedColumn<ReportDay>(name, (day) => text(value(day)), phone),
        ),
      ]}
      rows={days.toReversed()}
      rowKey={({ day }) => day}
    />
  ))
}
