import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { SkipLink } from '#components/chrome/skip-link.tsx'
import { ConsoleShell } from '#components/console/shell.tsx'
import { openRefunds } from '#lib/charges/queries/refunds.ts'
import { pendingCharges } from '#lib/charges/queries.ts'
import { db } from '#lib/core/db.ts'
import { waitingDeposits } from '#lib/deposits/queries.ts'
import { openOrderCounts } from '#lib/orders/queries/list-for-staff.ts'
import { openReceipts } from '#lib/receipts/queries.ts'
import { settings } from '#lib/settings/queries.ts'
import { savedFiltersOf } from '#lib/staff/queries.ts'
import { openTaskCounts } from '#lib/tasks/queries.ts'
import { allowStaff } from '#lib/web/gate.ts'

export const metadata: Metadata = { title: { default: '운영', template: '%s · 운영' }, robots: { index: false } }

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const staff = await allowStaff()
  const [{ FOOTER_COMPANY }, charges, deposits, refunds, receipts, orders, tasks, filters] = await Promise.all([
    settings(db()),
    pendingCharges(db()),
    waitingDeposits(db()),
    openRefunds(db()),
    openReceipts(db()),
    openOrderCounts(db()),
    openTaskCounts(db()),
    savedFiltersOf(db(), staff.memberId),
  ])
  const received = orders.find(({ status }) => status === 0)?.count ?? 0
  return (
    <>
      <SkipLink />
      <ConsoleShell
        company={FOOTER_COMPANY}
        staff={{ id: staff.loginId, role: staff.role }}
        counts={{
          tasks: tasks.reduce((sum, { count }) => sum + count, 0),
          charges: charges.count,
          deposits: deposits.count,
          refunds: refunds.count,
          receipts: receipts.count,
          orders: received,
        }}
        filters={filters}
      >
        {children}
      </ConsoleShell>
    </>
  )
}
