import type { Metadata } from 'next'
import { ApiGuide } from '#components/api-keys/api-guide.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { WebhookGuide } from '#components/webhooks/webhook-guide.tsx'
import { apiAddress } from '#lib/reseller/queries.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: 'API' }

export default async function ApiPage() {
  await allow('member', 'guest')
  return (
    <div className="mx-auto grid w-full max-w-text grid-cols-1 gap-4">
      <PageTitle title="API" hint="프로그램에서 바로 주문하세요" />
      <ApiGuide address={apiAddress()} />
      <WebhookGuide />
    </div>
  )
}
