import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { WebhookEvent } from './labels.ts'
import type { BulkSummary, RequestSummary, ServicesSummary, WebhookDeliveryContent } from './rules.ts'

/** Content of a stored delivery (see `WebhookDeliveryContent`). Which fields are set depends on its event. */
export type StoredDeliveryContent = {
  id: number
  event: WebhookEvent
  orderId: number | null
  autoOrderId: number | null
  status: number | null
  remains: number | null
  startCount: number | null
  cause: string | null
  amount: Points | null
  refunded: Points | null
  recovered: Points | null
  summary: BulkSummary | RequestSummary | ServicesSummary | null
  createdAt: Date
}

/**
 * Columns of `webhook_deliveries` that hold a delivery's content, and the id of the auto order that its order belongs
 * to.
 */
export const deliveryContentColumns = `d.id, d.event, d.order_id, d.status, d.remains, d.start_count, d.cause, d.amount, d.refunded, d.recovered,
  d.summary, d.created_at, (SELECT o.auto_order_id FROM orders o WHERE o.id = d.order_id) AS auto_order_id`

/** Converts the Points of stored content to numbers. */
export function toWebhookDeliveryContent({
  amount,
  refunded,
  recovered,
  ...rest
}: StoredDeliveryContent): WebhookDeliveryContent {
  const numberOf = (points: Points | null) => (points === null ? null : pointsToNumber(points))
  return { ...rest, amount: numberOf(amount), refunded: numberOf(refunded), recovered: numberOf(recovered) }
}
