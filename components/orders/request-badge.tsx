import { type RequestState, requestText } from '#lib/requests/labels.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import type { ListedOrder } from './listed-order.ts'

const requestTones: Readonly<Record<RequestState, Tone>> = {
  ASKED: 'neutral',
  SENT: 'main',
  DONE: 'good',
  REFUSED: 'warn',
}

/**
 * Badge with the kind and state of the newest request about an order, below the badge of the order's status. Renders
 * nothing without a request.
 */
export function RequestBadge({ order }: { readonly order: Pick<ListedOrder, 'requestInfo'> }) {
  const newest = order.requestInfo?.requests[0]
  if (!newest) return null
  return <Badge tone={requestTones[newest.state]}>{requestText(newest)}</Badge>
}
