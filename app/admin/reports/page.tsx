import type { Metadata } from 'next'
import type { SearchParams } from '#components/console/list-state.ts'
import { DayCards, LineCards } from '#components/console/reports/report-cards.tsx'
import { reportState } from '#components/console/reports/report-state.ts'
import { ReportTools } from '#components/console/reports/report-tools.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulTime } from '#components/ui/seoul-time.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { reportLines } from '#lib/reports/queries/lines.ts'
import { dailyReportFor } from '#lib/reports/queries.ts'
import { reportDays } from '#lib/reports/rules.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '통계' }

export default async function ReportsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await allowStaff()
  const today = seoulTime(clock.now()).slice(0, 10)
  const state = reportState(await searchParams, today)
  const { by, from, to } = state
  const [lines, daily] = await Promise.all([
    reportLines(db(), { by, from, to, today }),
    by === 'day' ? dailyReportFor(db(), { from, to }) : null,
  ])
  return (
    <>
      <PageTitle title="통계" hint={`${from} – ${to}`} />
      <ReportTools state={state} today={today} />
      {by === 'day' ? <DayCards days={reportDays(daily?.rows ?? [], lines)} /> : <LineCards by={by} lines={lines} />}
      <p className="text-s text-ink-3">
        원가는 주문을 보낸 공급사의 단가로 셈해요. 상품별, 공급사별 매출과 마진은 주문한 날의 것이고, 나중의 환불도
        그날에서 빼요.
      </p>
    </>
  )
}
