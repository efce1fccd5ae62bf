import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { SkipLink } from '#components/chrome/skip-link.tsx'
import { ConsoleShell } from '#components/console/shell.tsx'
import { db } from '#lib/core/db.ts'
import { waitingCounts } from '#lib/reports/queries/waiting.ts'
import { settings } from '#lib/settings/queries.ts'
import { savedFiltersOf } from '#lib/staff/queries.ts'
import { allowStaff } from '#lib/web/gate.ts'

export const metadata: Metadata = { title: { default: '운영', template: '%s · 운영' }, robots: { index: false } }

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const staff = await allowStaff()
  const [{ FOOTER_COMPANY }, counts, filters] = await Promise.all([
    settings(db()),
    waitingCounts(db()),
    savedFiltersOf(db(), staff.memberId),
  ])
  return (
    <>
      <SkipLink />
      <ConsoleShell
        company={FOOTER_COMPANY}
        staff={{ id: staff.loginId, role: staff.role }}
        counts={counts}
        filters={filters}
      >
        {children}
      </ConsoleShell>
    </>
  )
}
