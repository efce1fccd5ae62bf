import type { Metadata } from 'next'
import { daysText } from '#components/console/day-presets.ts'
import type { SearchParams } from '#components/console/list-state.ts'
import { BreakdownCards } from '#components/console/reports/breakdown-cards.tsx'
import { DayCards } from '#components/console/reports/day-cards.tsx'
import { parseReportState } from '#components/console/reports/report-state.ts'
import { ReportTools } from '#components/console/reports/report-tools.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { clock } from '#lib/core/clock.ts'
import { reportMarginHint } from '#lib/reports/labels.ts'
import { periodReport } from '#lib/reports/queries/period-report.ts'
import { allowStaff, databaseForHistory } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '통계' }

export default async function ReportsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await allowStaff()
  const today = seoulDay(clock.now())
  const state = parseReportState(await searchParams, today)
  const { by } = state
  const { days, before, comparedWith, lines, difference } = await periodReport(await databaseForHistory(), state)
  return (
    <>
      <PageTitle title="통계" hint={`${daysText(state)} · 직전 ${daysText(comparedWith)}`} />
      <ReportTools state={state} loadedOn={today} />
      {by === 'day' ? (
        <DayCards days={days} before={before} />
      ) : (
        <BreakdownCards by={by} lines={lines} difference={difference} before={before} />
      )}
      <p className="text-s text-ink-3">{reportMarginHint}</p>
    </>
  )
}
