import { type RequestState, requestText } from '#lib/requests/labels.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import type { ListedOrder } from './listed-order.ts'

const requestTones: Readonly<Record<RequestState, Tone>> = {
  ASKED: 'neutral',
  SENT: 'main',
  DONE: 'good',
  REFUSED: 'warn',
}

/** The last request about an order and its state, under the order's own status; nothing if nothing was asked. */
export function RequestBadge({ order }: { readonly order: Pick<ListedOrder, 'asked'> }) {
  const last = order.asked?.requests[0]
  if (!last) return null
  return <Badge tone={requestTones[last.state]}>{requestText(last)}</Badge>
}
