import { type DeliveryState, deliveryStateLabels } from '#lib/webhooks/labels.ts'
import type { DeliveryRow } from '#lib/webhooks/schema.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { seoulTime } from '../ui/seoul-time.ts'
import { deliveredStatusText, deliveryOutcomeText } from './delivery-text.ts'
import { ResendDeliveryButton } from './resend-button.tsx'

const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  PENDING: 'warn',
  SENDING: 'main',
  DELIVERED: 'good',
  FAILED: 'bad',
}

const isDeliveredOrFailed = ({ state }: DeliveryRow): boolean => state === 'DELIVERED' || state === 'FAILED'

/** The latest webhook deliveries; a delivered or failed one can be sent again. */
export function DeliveryList({ deliveries }: { readonly deliveries: readonly DeliveryRow[] }) {
  if (deliveries.length === 0) return null
  return (
    <section aria-label="웹훅 내역" className="grid gap-1">
      <h3 className="text-s font-semibold text-ink-2">최근 내역</h3>
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="flex min-h-16 items-center gap-3 border-t border-line py-3 first:border-t-0">
            <div className="grid min-w-0 flex-1 gap-0.5">
              <span className="flex flex-wrap items-center gap-2">
                <b className="font-semibold tabular-nums">주문 {delivery.orderId}</b>
                <span className="text-s text-ink-2">{deliveredStatusText(delivery)}</span>
                <Badge tone={deliveryTones[delivery.state]}>{deliveryStateLabels[delivery.state]}</Badge>
              </span>
              <span className="text-s text-ink-3 tabular-nums">
                {seoulTime(delivery.createdAt)} · {deliveryOutcomeText(delivery)}
              </span>
            </div>
            {isDeliveredOrFailed(delivery) && <ResendDeliveryButton id={delivery.id} orderId={delivery.orderId} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
