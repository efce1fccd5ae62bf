import { formatCount } from '#lib/money/points.ts'
import type { ReportLine } from '#lib/reports/queries/lines.ts'
import { OTHERS } from '#lib/reports/rules.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Column } from '../../ui/table.tsx'
import { pointText } from '../amounts.ts'
import { rightColumn } from '../list-columns.tsx'
import { RankChart } from './rank-chart.tsx'
import { ReportCard } from './report-card.tsx'
import { rounded, sumOf } from './report-days.ts'

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
    const words = largest.map((line) => `${line.name} ${pointText(value(line))}`)
    return (
      <ReportCard
        key={title}
        title={`${noun}별 ${title}`}
        total={pointText(sumOf(named, value))}
        chart={
          <RankChart
            title={`${noun}별 ${title}`}
            text={`많은 차례로 ${words.join(', ')}`}
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
