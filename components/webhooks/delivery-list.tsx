import { webhookDeliveryTexts } from '#lib/webhooks/labels.ts'
import type { WebhookDeliveryRow } from '#lib/webhooks/schema.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { seoulTime } from '../ui/seoul-time.ts'
import { DeliveryDetailButton } from './delivery-detail.tsx'
import { DeliveryStateBadge } from './delivery-state-badge.tsx'
import { deliveryContentText, deliveryOutcomeText } from './delivery-text.ts'

/** The latest webhook deliveries, and a link to all of them. */
export function DeliveryList({ deliveries }: { readonly deliveries: readonly WebhookDeliveryRow[] }) {
  if (deliveries.length === 0) return null
  return (
    <section aria-label="웹훅 내역" className="grid gap-1">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-s font-semibold text-ink-2">최근 내역</h3>
        <ButtonLink href="/account/webhooks" size="s">
          {webhookDeliveryTexts.all}
        </ButtonLink>
      </div>
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="flex min-h-16 items-center gap-3 border-t border-line py-3 first:border-t-0">
            <div className="grid min-w-0 flex-1 gap-0.5">
              <span className="flex flex-wrap items-center gap-2">
                {delivery.orderId !== null && <b className="font-semibold tabular-nums">주문 {delivery.orderId}</b>}
                <span className="text-s text-ink-2">{deliveryContentText(delivery)}</span>
                <DeliveryStateBadge state={delivery.state} />
              </span>
              <span className="text-s text-ink-3 tabular-nums">
                {seoulTime(delivery.createdAt)} · {deliveryOutcomeText(delivery)}
              </span>
            </div>
            <DeliveryDetailButton id={delivery.id} />
          </li>
        ))}
      </ul>
    </section>
  )
}
