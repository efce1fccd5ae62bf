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
  const known = status as OrderStatus
  return <Badge tone={orderStatusTones[known]}>{orderStatusLabels[known]}</Badge>
}
