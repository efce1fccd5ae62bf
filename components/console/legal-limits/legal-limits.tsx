import { amountMeterKeys, legalLimitTexts } from '#lib/legal-limits/labels.ts'
import type { Meter } from '#lib/legal-limits/queries/meters.ts'
import { formatWon, type Points } from '#lib/money/points.ts'
import { Notice } from '../../ui/badge.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { column, rightAlignedColumn } from '../list-columns.tsx'
import { TitledCard } from '../titled-card.tsx'
import { MeterCard } from './meter-card.tsx'

type QuarterEnd = { readonly day: string; readonly balance: Points }

const quarterColumns: readonly Column<QuarterEnd>[] = [
  column(legalLimitTexts.quarterEnd, ({ day }) => day, 'title', 'tabular-nums'),
  rightAlignedColumn(legalLimitTexts.balance, ({ balance }) => formatWon((balance / 100n) * 100n), 'amount'),
]

interface LegalLimitsProps {
  readonly meters: readonly Meter[]
  readonly quarters: readonly QuarterEnd[]
  readonly now: Date
  readonly isOwner: boolean
}

const sectionClass = 'grid gap-4'
const cardsClass = 'grid grid-cols-1 gap-4 split:grid-cols-2'
const headingClass = 'text-l font-semibold'

/**
 * The figures that laws limit: first the deadlines, then the points issued, with the balance at the end of each
 * quarter.
 */
export function LegalLimits({ meters, quarters, ...cardProps }: LegalLimitsProps) {
  const isAmount = ({ key }: Meter) => (amountMeterKeys as readonly string[]).includes(key)
  const cardsOf = (shown: readonly Meter[]) => (
    <div className={cardsClass}>
      {shown.map((meter) => (
        <MeterCard key={meter.key} meter={meter} {...cardProps} />
      ))}
    </div>
  )
  return (
    <>
      <Notice tone="warn" className="grid gap-1 text-s">
        <p className="font-semibold">{legalLimitTexts.noAdvice}</p>
        <p className="text-ink-2">{legalLimitTexts.readOn}</p>
      </Notice>
      <section className={sectionClass} aria-labelledby="deadlines">
        <h2 id="deadlines" className={headingClass}>
          {legalLimitTexts.deadlineTitle}
        </h2>
        {cardsOf(meters.filter((meter) => !isAmount(meter)))}
      </section>
      <section className={sectionClass} aria-labelledby="issue">
        <h2 id="issue" className={headingClass}>
          {legalLimitTexts.issueTitle}
        </h2>
        <p className="text-s text-ink-2">{legalLimitTexts.issueHint}</p>
        {cardsOf(meters.filter(isAmount))}
        <p className="text-s text-ink-2">{legalLimitTexts.definition}</p>
        <TitledCard title={legalLimitTexts.quartersTitle} className="grid gap-3">
          <Table
            caption={legalLimitTexts.quartersTitle}
            columns={quarterColumns}
            rows={quarters}
            rowKey={({ day }) => day}
            empty={<p className="text-s text-ink-3">{legalLimitTexts.noQuarters}</p>}
            dense
          />
        </TitledCard>
      </section>
    </>
  )
}
