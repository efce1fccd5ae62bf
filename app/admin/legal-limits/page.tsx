import type { Metadata } from 'next'
import { LegalLimits } from '#components/console/legal-limits/legal-limits.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { legalLimitTexts } from '#lib/legal-limits/labels.ts'
import { legalMeters } from '#lib/legal-limits/queries/meters.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: legalLimitTexts.title }

export default async function LegalLimitsPage() {
  const { role } = await allowStaff()
  if (role === 'SUPPORT')
    return (
      <>
        <PageTitle title={legalLimitTexts.title} />
        <EmptyState title={legalLimitTexts.notForSupport} hint={legalLimitTexts.notForSupportHint} />
      </>
    )
  const { meters, quarters } = await legalMeters(db())
  return (
    <>
      <PageTitle title={legalLimitTexts.title} />
      <LegalLimits {...{ meters, quarters }} now={clock.now()} isOwner={role === 'OWNER'} />
    </>
  )
}
