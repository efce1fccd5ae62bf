'use client'

import { ChipLinks } from '../../ui/chip-links.tsx'
import { useToday } from '../../ui/use-now.ts'
import { DayChoice } from '../day-range.tsx'
import { type ReportState, reportDaysHref, reportGroupings, reportHref, reportPresets } from './report-state.ts'

const groupingLabels = { day: '날짜별', service: '상품별', provider: '공급사별' } as const

/**
 * Grouping and days of the reports, both stored in the URL. `loadedOn` is the day in Seoul on which the server rendered
 * the reports.
 */
export function ReportTools({ state, loadedOn }: { readonly state: ReportState; readonly loadedOn: string }) {
  const today = useToday(loadedOn)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ChipLinks
        label="나누는 기준"
        links={reportGroupings.map((by) => ({
          href: reportHref({ ...state, by }),
          label: groupingLabels[by],
          current: by === state.by,
        }))}
        bare
      />
      <DayChoice
        days={state}
        presets={reportPresets(today)}
        today={today}
        max={today}
        hrefOf={(days) => reportDaysHref(state, days, today)}
      />
    </div>
  )
}
