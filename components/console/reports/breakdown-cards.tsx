import { formatCount, pointText } from '#lib/money/points.ts'
import { noMarginText, reportDifferenceHint, reportDifferenceLabels, unknownMarginText } from '#lib/reports/labels.ts'
import type { ReportLine } from '#lib/reports/queries/lines.ts'
import {
  knownMargin,
  type LedgerDifference,
  OTHERS_KEY,
  type ReportDay,
  roundPoints,
  sumOfPoints,
} from '#lib/reports/rules.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RankChart } from '../../ui/rank-chart.tsx'
import type { Column } from '../../ui/table.tsx'
import { rightAlignedColumn } from '../list-columns.tsx'
import { unknownCostNote } from './day-cards.tsx'
import { ReportCard } from './report-card.tsx'

const MAX_BARS = 10

/**
 * A row of the table: a service, a provider, or one of the last rows such as the total. Figures that the row does not
 * have are null.
 */
interface BreakdownRow {
  readonly key: string
  readonly name: string
  readonly orders: number | null
  readonly sales: number
  readonly refunded: number
  readonly cost: number | null
  /** Sales whose cost is unknown. */
  readonly unknown: number | null
  readonly margin: number | null
}

const pointsOrDash = (value: number | null): string => (value === null ? '—' : pointText(value))

const lineColumnsFor = (head: string): readonly Column<BreakdownRow>[] => [
  { key: 'name', head, cell: ({ name }) => name, className: 'min-w-[120px] wide:w-full wide:py-1.5!', phone: 'title' },
  rightAlignedColumn('주문', ({ orders }) => (orders === null ? '—' : `${formatCount(orders)}건`), 'line'),
  rightAlignedColumn('매출', ({ sales }) => pointText(sales), 'amount'),
  rightAlignedColumn('환불', ({ refunded }) => pointText(refunded)),
  rightAlignedColumn('원가', ({ cost }) => pointsOrDash(cost)),
  rightAlignedColumn('원가 모름', ({ unknown }) => pointsOrDash(unknown)),
  rightAlignedColumn('마진', ({ margin }) => pointsOrDash(margin)),
]

const groupings = {
  service: { noun: '상품', nameOf: ({ key, label }: ReportLine) => label || `상품 ${key}` },
  provider: {
    noun: '공급사',
    nameOf: ({ key, label }: ReportLine) => label || (key === '0' ? '직접 처리, 보내기 전' : `공급사 ${key}`),
  },
} as const

/** Margin of a service or provider; null if the cost of all its sales is unknown. */
function marginOfLine({ sales, refunded, cost, unknown }: ReportLine): number | null {
  const net = roundPoints(sales - refunded)
  return unknown !== 0 && unknown === net && cost === 0 ? null : knownMargin({ net, cost, unknown })
}

const noFigures = { orders: null, cost: null, unknown: null, margin: null }

/**
 * The last rows of the table: for each cause, the amount by which the lines above differ from the sums of the ledger;
 * then these sums as the total.
 */
function closingRows(lines: readonly BreakdownRow[], { prepaid, shifted, rest }: LedgerDifference): BreakdownRow[] {
  const rows = [
    { key: 'prepaid', name: reportDifferenceLabels.prepaid, sales: prepaid, refunded: 0 },
    { key: 'shifted', name: reportDifferenceLabels.shifted, sales: 0, refunded: shifted },
    { key: 'rest', name: reportDifferenceLabels.rest, sales: rest, refunded: 0 },
  ].filter(({ sales, refunded }) => sales !== 0 || refunded !== 0)
  const all = [...lines, ...rows.map((row) => ({ ...noFigures, ...row }))]
  const total = (value: (row: BreakdownRow) => number | null) => sumOfPoints(all, (row) => value(row) ?? 0)
  const isMarginKnown = lines.some(({ margin }) => margin !== null)
  return [
    ...all.slice(lines.length),
    {
      ...{ key: 'total', name: '합계', orders: total(({ orders }) => orders) },
      ...{ sales: total(({ sales }) => sales), refunded: total(({ refunded }) => refunded) },
      ...{ cost: total(({ cost }) => cost), unknown: total(({ unknown }) => unknown) },
      margin: isMarginKnown ? total(({ margin }) => margin) : null,
    },
  ]
}

const lineCharts = [
  { title: '매출', value: ({ sales }: BreakdownRow) => sales, dayValue: ({ sales }: ReportDay) => sales },
  { title: '마진', value: ({ margin }: BreakdownRow) => margin, dayValue: knownMargin },
] as const

interface BreakdownCardsProps {
  /** Whether the lines are services or providers. */
  readonly by: keyof typeof groupings
  readonly lines: readonly ReportLine[]
  /** Amounts by which the sums of `lines` differ from the sums of the ledger, by cause. */
  readonly difference: LedgerDifference
  /** The same number of days just before the shown period, for the comparison of the sums. */
  readonly before: readonly ReportDay[]
}

/** Two cards, one with sales and one with margin, by service or by provider, the largest first. */
export function BreakdownCards({ by, lines, difference, before }: BreakdownCardsProps) {
  const { noun, nameOf } = groupings[by]
  const isSingle = ({ key }: { key: string }) => key !== OTHERS_KEY
  if (lines.length === 0) return <EmptyState title="이 기간에는 주문이 없어요." hint="기간을 넓혀 보세요." />
  const namedLines: BreakdownRow[] = lines.map((line) => ({
    ...line,
    name: isSingle(line) ? nameOf(line) : `그 밖의 ${noun}`,
    margin: marginOfLine(line),
  }))
  const closing = closingRows(namedLines, difference)
  const total = closing.at(-1)
  const isReconciled = closing.length > 1
  return lineCharts.map(({ title, value, dayValue }) => {
    const rankOf = (line: BreakdownRow) => value(line) ?? Number.NEGATIVE_INFINITY
    const ranked = namedLines.filter(isSingle).toSorted((a, b) => rankOf(b) - rankOf(a) || b.sales - a.sales)
    const ranks = ranked.slice(0, MAX_BARS).flatMap((line) => {
      const points = value(line)
      return points === null ? [] : [{ key: line.key, label: line.name, value: points, text: pointText(points) }]
    })
    const rankTexts = ranks.map(({ label, text }) => `${label} ${text}`)
    const sum = total ? value(total) : 0
    const chart =
      ranks.length > 0 ? (
        <RankChart title={`${noun}별 ${title}`} text={`많은 차례로 ${rankTexts.join(', ')}`} ranks={ranks} />
      ) : (
        <p className="text-s text-ink-3">{noMarginText}</p>
      )
    const note = title === '마진' ? unknownCostNote(lines) : isReconciled && reportDifferenceHint
    return (
      <ReportCard
        key={title}
        title={`${noun}별 ${title}`}
        total={sum === null ? unknownMarginText : pointText(sum)}
        comparison={sum === null ? null : [sum, sumOfPoints(before, dayValue)]}
        note={note}
        chart={chart}
        stacked
        columns={lineColumnsFor(noun)}
        rows={[...ranked, ...namedLines.filter((line) => !isSingle(line)), ...closing]}
        rowKey={({ key }) => key}
      />
    )
  })
}
