import Link from 'next/link'
import { formatCount } from '#lib/money/points.ts'
import { Amount, Facts } from '../../ui/amount.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { pointText } from '../amounts.ts'
import type { Figure } from './figures.ts'

const textOf = (value: number, unit: Figure['unit']): string =>
  unit === 'P' ? pointText(value) : `${formatCount(value)}${unit}`

/** What came in today so far, beside the whole of yesterday and of the same weekday a week ago. */
export function TodayCard({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <Card aria-label="오늘" className="grid gap-4">
      <CardTitle
        aside={
          <Link href="/admin/reports" prefetch={false} className="text-s text-main-text no-underline hover:underline">
            통계
          </Link>
        }
      >
        오늘
      </CardTitle>
      <div className="grid grid-cols-1 gap-5 wide:grid-cols-2 split:grid-cols-4">
        {figures.map(({ label, unit, today, yesterday, weekAgo }) => (
          <div key={label} className="grid content-start gap-1">
            <h3 className="text-s font-semibold text-ink-3">{label}</h3>
            <Amount text={textOf(today, unit)} size="xl" />
            <Facts
              className="text-s tabular-nums [&_dd]:font-normal"
              facts={[
                { term: '어제', value: textOf(yesterday, unit) },
                { term: '지난주 같은 요일', value: textOf(weekAgo, unit) },
              ]}
            />
          </div>
        ))}
      </div>
    </Card>
  )
}
