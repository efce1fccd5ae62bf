import { type WebhookDeliveryState, webhookDeliveryStateLabels } from '#lib/webhooks/labels.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const deliveryTones: Readonly<Record<WebhookDeliveryState, Tone>> = {
  PENDING: 'warn',
  SENDING: 'main',
  DELIVERED: 'good',
  FAILED: 'bad',
}

export const DeliveryStateBadge = ({ state }: { readonly state: WebhookDeliveryState }) => (
  <Badge tone={deliveryTones[state]}>{webhookDeliveryStateLabels[state]}</Badge>
)
