import type { Metadata } from 'next'
import { BulkOrderScreen } from '#components/bulk-orders/bulk-order-screen.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { bulkTexts } from '#lib/orders/bulk/labels.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: bulkTexts.title }

export default async function BulkOrderPage() {
  const who = await allow('member', 'guest')
  return (
    <>
      <PageTitle title={bulkTexts.title} hint={bulkTexts.hint} />
      <BulkOrderScreen memberId={who.kind === 'member' ? who.caller.memberId : null} />
    </>
  )
}
