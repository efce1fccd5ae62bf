import type { Metadata } from 'next'
import { BulkOrderScreen } from '#components/bulk-orders/bulk-order-screen.tsx'
import { parseRepeatedOrderIds } from '#components/orders/history-query.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { catalog } from '#lib/catalog/queries.ts'
import { db } from '#lib/core/db.ts'
import { bulkTexts } from '#lib/orders/bulk/labels.ts'
import { buildRepeatedList } from '#lib/orders/bulk/queries.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: bulkTexts.title }

export default async function BulkOrderPage({ searchParams }: PageProps<'/bulk-order'>) {
  const who = await allow('member', 'guest')
  const orders = parseRepeatedOrderIds(await searchParams)
  const memberId = who.kind === 'member' ? who.caller.memberId : null
  const repeated = memberId !== null && orders.length > 0 ? await buildRepeatedList(db(), memberId, orders) : ''
  const platforms = (await catalog(db())).platforms.map(({ id, text }) => ({ id, text }))
  return (
    <>
      <PageTitle title={bulkTexts.title} hint={bulkTexts.hint} />
      <BulkOrderScreen memberId={memberId} repeated={repeated} platforms={platforms} />
    </>
  )
}
