import { monthFileTexts } from '#lib/receipts/labels.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TitledCard } from '../titled-card.tsx'

/** The month before `month`; both are written as `YYYY-MM`. */
const monthBefore = (month: string): string =>
  new Date(Date.parse(`${month}-01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 7)

const fileFormats = [
  ['xlsx', '엑셀'],
  ['csv', 'CSV'],
] as const

/** Links to files for an accountant, for the month of `day` and the month before: sales with supply value and tax. */
export function MonthFileCard({ day }: { readonly day: string }) {
  const month = day.slice(0, 7)
  return (
    <TitledCard title={monthFileTexts.title} className="mb-4 grid content-start gap-3">
      <p className="text-s text-ink-3">{monthFileTexts.supplyTime}</p>
      <div className="flex flex-wrap gap-2">
        {[month, monthBefore(month)].flatMap((each) =>
          fileFormats.map(([format, label]) => (
            <a
              key={`${each} ${format}`}
              href={`/api/admin/receipts/month?month=${each}&form=${format}`}
              download
              className={buttonClass({ size: 's' })}
            >
              {Number(each.slice(0, 4))}년 {Number(each.slice(5))}월 {label}
            </a>
          )),
        )}
      </div>
    </TitledCard>
  )
}
