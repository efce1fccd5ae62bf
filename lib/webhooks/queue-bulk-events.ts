import type { Db } from '#lib/core/db.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { openOrder } from '#lib/orders/rules.ts'

/** Maximum number of events that one run queues, one for each bulk call. */
const MAX_BULKS = 500

const { COMPLETED, PARTIAL, CANCELED } = orderStatus

// `ended`: bulk calls that have rows in ended_bulk_orders and no open order. The statement deletes these rows and
// inserts the events, except for members whose webhook is off. It locks the webhooks, as the foreign key of the events
// does afterwards: if an account is being deleted, it waits, and then finds the webhook gone. Otherwise the foreign key
// would refuse the events of all members. If a correction reopens an order and it ends again, a unique index prevents a
// second event for the call.
const queueStatement = `
  WITH ended AS (
    SELECT e.bulk_order_id, e.member_id FROM ended_bulk_orders e GROUP BY 1, 2
    HAVING NOT EXISTS (SELECT FROM orders o WHERE o.bulk_order_id = e.bulk_order_id AND ${openOrder.sql('o')})
    ORDER BY 1 LIMIT ${MAX_BULKS}
  ), noted AS (
    DELETE FROM ended_bulk_orders WHERE bulk_order_id IN (SELECT bulk_order_id FROM ended)
  ), hooks AS (
    SELECT member_id, paused_until FROM webhooks WHERE enabled AND member_id IN (SELECT member_id FROM ended)
    ORDER BY member_id FOR KEY SHARE
  )
  INSERT INTO webhook_deliveries (member_id, event, summary, next_try_at)
  SELECT ended.member_id, 'bulk.completed', jsonb_build_object('bulkOrderId', ended.bulk_order_id,
      'orderIds', jsonb_agg(o.id ORDER BY o.id), 'completed', count(*) FILTER (WHERE o.status = ${COMPLETED}),
      'partial', count(*) FILTER (WHERE o.status = ${PARTIAL}), 'canceled', count(*) FILTER (WHERE o.status = ${CANCELED})),
    greatest(now(), max(h.paused_until))
  FROM ended JOIN hooks h ON h.member_id = ended.member_id JOIN orders o ON o.bulk_order_id = ended.bulk_order_id
  GROUP BY ended.bulk_order_id, ended.member_id
  ON CONFLICT DO NOTHING
  RETURNING id`

/**
 * Queues one event for each bulk call whose orders have all ended, if the member's webhook is on; at most MAX_BULKS.
 * Returns the number of events.
 */
export const queueBulkEvents = async (db: Db): Promise<number> => (await db.rows(queueStatement)).length
