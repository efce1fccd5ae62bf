import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const orderStatusTones: Record<OrderStatus, Tone> = {
  0: 'neutral',
  4: 'neutral',
  1: 'main',
  2: 'good',
  3: 'warn',
  5: 'bad',
}

export function OrderStatusBadge({ status }: { readonly status: number }) {
  const knownStatus = status as OrderStatus
  return <Badge tone={orderStatusTones[knownStatus]}>{orderStatusLabels[knownStatus]}</Badge>
}
