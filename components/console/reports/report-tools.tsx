import { Button } from '../../ui/button.tsx'
import { ChipLinks } from '../../ui/chip-links.tsx'
import { TextField } from '../../ui/field.tsx'
import { type ReportState, reportGroupings, reportHref, reportPeriods } from './report-state.ts'

const groupingLabels = { day: '날짜별', service: '상품별', provider: '공급사별' } as const
const periodLabels: Readonly<Record<number, string>> = { 7: '7일', 30: '30일', 90: '90일', 365: '1년' }

const dayLabels = { from: '시작일', to: '종료일' } as const

/** Grouping and days of the reports, both stored in the URL. */
export function ReportTools({ state, today }: { readonly state: ReportState; readonly today: string }) {
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <ChipLinks
        label="나누는 기준"
        links={reportGroupings.map((by) => ({
          href: reportHref({ ...state, by }),
          label: groupingLabels[by],
          current: by === state.by,
        }))}
        bare
      />
      <ChipLinks
        label="기간"
        links={reportPeriods.map((period) => ({
          href: reportHref({ ...state, period }),
          label: periodLabels[period] ?? '',
          current: period === state.period,
        }))}
        bare
      />
      <form action="/admin/reports" className="flex flex-wrap items-end gap-2">
        {state.by !== 'day' && <input type="hidden" name="by" value={state.by} />}
        {(['from', 'to'] as const).map((name) => (
          <TextField
            key={`${name} ${state[name]}`}
            dense
            label={dayLabels[name]}
            labelHidden
            type="date"
            name={name}
            defaultValue={state[name]}
            max={today}
          />
        ))}
        <Button type="submit" size="s">
          보기
        </Button>
      </form>
    </div>
  )
}
