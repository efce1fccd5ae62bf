import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { PageMemberRecorder } from '#components/chrome/page-member-recorder.tsx'
import { SkipLink } from '#components/chrome/skip-link.tsx'
import { ConsoleShell } from '#components/console/shell.tsx'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { readReauthWays } from '#lib/sns/queries.ts'
import { listSavedFilters } from '#lib/staff/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'
import { readPageWaitingCounts } from '#lib/web/page-reads.ts'

export const metadata: Metadata = { title: { default: '운영', template: '%s · 운영' }, robots: { index: false } }

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const staff = await allowStaff()
  const site = await settings(db())
  const [counts, filters, ways] = await Promise.all([
    readPageWaitingCounts(),
    listSavedFilters(staff.memberId),
    readReauthWays(db(), staff.memberId, site),
  ])
  return (
    <>
      <SkipLink />
      <PageMemberRecorder id={staff.memberId} />
      <ConsoleShell
        company={site.FOOTER_COMPANY}
        staff={{ id: staff.loginId, role: staff.role }}
        counts={counts}
        filters={filters}
        reauthWays={ways}
      >
        {children}
      </ConsoleShell>
    </>
  )
}
