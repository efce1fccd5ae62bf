import type { Webhook, WebhookDeliveryRow } from '#lib/webhooks/schema.ts'
import { Card, CardTitle } from '../ui/card.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { WebhookForm } from './webhook-form.tsx'

interface WebhookCardProps {
  readonly webhook: Webhook
  readonly deliveries: readonly WebhookDeliveryRow[]
  readonly isGuest: boolean
}

/** A member's webhook: its settings and its latest deliveries. */
export function WebhookCard({ webhook, deliveries, isGuest }: WebhookCardProps) {
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>웹훅</CardTitle>
      <p className="text-ink-3">
        주문 상태가 바뀌거나 환불되면 이 주소로 바로 알려 드려요. 서명 키로 보낸 곳을 확인할 수 있어요.
      </p>
      <WebhookForm webhook={webhook} isGuest={isGuest} />
      <DeliveryList deliveries={deliveries} />
    </Card>
  )
}
