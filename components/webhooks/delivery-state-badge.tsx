import { type DeliveryState, deliveryStateLabels } from '#lib/webhooks/labels.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  PENDING: 'warn',
  SENDING: 'main',
  DELIVERED: 'good',
  FAILED: 'bad',
}

export const DeliveryStateBadge = ({ state }: { readonly state: DeliveryState }) => (
  <Badge tone={deliveryTones[state]}>{deliveryStateLabels[state]}</Badge>
)
