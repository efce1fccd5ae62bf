import type { Db } from '#lib/core/db.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { seoulDaySql } from '../sum-days.ts'

/** Sums of the orders of one day, service and provider. A provider id of 0 means no provider. */
export type OrderSum = { day: string; serviceId: number; providerId: number } & Record<
  'orders' | 'amount' | 'delivered' | 'sales' | 'refunded',
  bigint
>

/** The sums of all orders by day, service and provider, computed from the orders; the stored sums must equal them. */
export const countOrderSums = (db: Db): Promise<OrderSum[]> =>
  db.rows<OrderSum>(`
    SELECT ${seoulDaySql('o.created_at')}::text AS day, o.service_id, coalesce(a.provider_id, 0) AS provider_id, count(*) AS orders,
      sum(o.amount)::bigint AS amount,
      sum(CASE o.status WHEN ${orderStatus.CANCELED} THEN 0 WHEN ${orderStatus.PARTIAL} THEN o.amount - o.remains ELSE o.amount END)::bigint AS delivered,
      sum(o.price)::bigint AS sales, sum(o.refunded)::bigint AS refunded
    FROM orders o LEFT JOIN provider_attempts a ON a.order_id = o.id AND a.outcome IN ('SENT', 'UNKNOWN')
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)

/** The stored sums, without rows that have become zero. */
export const storedOrderSums = (db: Db): Promise<OrderSum[]> =>
  db.rows<OrderSum>(`
    SELECT day::text, service_id, provider_id, orders::bigint AS orders, amount, delivered, sales, refunded
    FROM service_day_sums WHERE (orders, amount, delivered, sales, refunded) <> (0, 0, 0, 0, 0) ORDER BY 1, 2, 3`)
