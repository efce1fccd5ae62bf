import { orderStatus } from '#lib/orders/labels.ts'
import type { OrderDetail } from '#lib/orders/schema.ts'

type TimelineEvent = Pick<OrderDetail['events'][number], 'from' | 'to' | 'remains'>

/**
 * True for a remark: an event that only notes something and doesn't change the order's status. A further partial refund
 * also leads from PARTIAL to PARTIAL, but with another undelivered quantity (`remains`) than the event before.
 */
export const isRemarkEvent = ({ from, to, remains }: TimelineEvent, before: TimelineEvent | undefined): boolean =>
  from === to && (to !== orderStatus.PARTIAL || remains === before?.remains)
