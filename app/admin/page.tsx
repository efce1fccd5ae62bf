import type { Metadata } from 'next'
import {
  CarrierNotices,
  HealthCard,
  JobErrorCard,
  OwnerEmailNotice,
  ProviderBalancesCard,
  TodayCard,
  WaitingCard,
} from '#components/console/dashboard/dashboard-cards.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulTime } from '#components/ui/seoul-time.ts'
import { contactOf } from '#lib/accounts/queries.ts'
import { readLastBookCheck } from '#lib/books/queries/last-book-check.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { unreachableChannels } from '#lib/messages/queries.ts'
import { backupState } from '#lib/reports/queries/backup-state.ts'
import { jobErrors, providerStates, workerState } from '#lib/reports/queries/system-health.ts'
import { otherWaitingCounts } from '#lib/reports/queries/waiting.ts'
import { dailyReportFor } from '#lib/reports/queries.ts'
import { settings } from '#lib/settings/queries.ts'
import { verificationsWithoutCarrier } from '#lib/settings/rules.ts'
import { allowStaff } from '#lib/web/page-access.ts'
import { readPageWaitingCounts } from '#lib/web/page-reads.ts'

export const metadata: Metadata = { title: '대시보드' }

const WEEK_MS = 7 * 86_400_000

export default async function AdminPage() {
  const { memberId, role } = await allowStaff()
  const now = clock.now().getTime()
  const [counts, otherCounts, days, worker, errors, providers, books, backups, site, unreachable, contact] =
    await Promise.all([
      readPageWaitingCounts(),
      otherWaitingCounts(db()),
      dailyReportFor(db(), { from: seoulTime(now - WEEK_MS).slice(0, 10) }),
      workerState(db()),
      jobErrors(db()),
      providerStates(db()),
      readLastBookCheck(db()),
      backupState(db()),
      settings(db()),
      unreachableChannels(db()),
      contactOf(db(), memberId),
    ])
  return (
    <>
      <PageTitle title="대시보드" hint={`${seoulTime(now).slice(0, 16)} 기준`} />
      <CarrierNotices verifications={verificationsWithoutCarrier(site, unreachable)} unreachable={unreachable} />
      {role === 'OWNER' && !unreachable.includes('EMAIL') && <OwnerEmailNotice email={contact.email} />}
      <WaitingCard counts={counts} {...otherCounts} />
      <TodayCard days={days.rows} />
      <div className="grid grid-cols-1 gap-4 split:grid-cols-2">
        <HealthCard worker={worker} books={books} backups={backups} />
        <ProviderBalancesCard providers={providers} />
        <JobErrorCard errors={errors} now={now} />
      </div>
    </>
  )
}
