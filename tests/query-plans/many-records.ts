import { orderStatus } from '#lib/orders/labels.ts'
import { createdAtSql, FIRST_ORDER_ID, phoneSql, RESELLER_ID, type Volume } from './volume.ts'

/** Statements that insert tasks, of which the last five hundred are open. */
const insertTasks = (n: number) => [
  `INSERT INTO tasks (kind, ref_type, ref_id, detail, due_at, created_at, resolved_at, resolved_by)
   SELECT (ARRAY['DELIVERY_LATE','ORDER_STUCK','DELIVERY_UNKNOWN','DELIVERY_REFUSED'])[1 + i % 4], 'order', ${FIRST_ORDER_ID} + i, '{}', ${createdAtSql(n)}, ${createdAtSql(n)},
     CASE WHEN i <= ${n - 500} THEN ${createdAtSql(n)} END, CASE WHEN i <= ${n - 500} THEN 2 END FROM generate_series(1, ${n}) AS i`,
]

const insertMessages = (n: number, members: number) => [
  `INSERT INTO outbox_messages (channel, "to", subject, body, status, created_at, sent_at)
   SELECT CASE WHEN i % 3 = 0 THEN 'SMS' ELSE 'EMAIL' END, CASE WHEN i % 3 = 0 THEN ${phoneSql('m')} ELSE 'user' || m || '@example.com' END,
     '자동주문 안내 ' || i % 100, '', CASE WHEN i > ${n - 100} THEN 'PENDING' WHEN i % 500 = 0 THEN 'FAILED' ELSE 'SENT' END, ${createdAtSql(n)},
     CASE WHEN i <= ${n - 100} AND i % 500 <> 0 THEN ${createdAtSql(n)} END FROM generate_series(1, ${n}) AS i, LATERAL (SELECT 1 + (i::bigint * 7919) % ${members} AS m) AS whose`,
  `INSERT INTO webhooks (member_id, url, secret) VALUES (${RESELLER_ID}, 'https://reseller.example', '')`,
  `INSERT INTO webhook_deliveries (member_id, order_id, status, remains, refunded, state, created_at, delivered_at)
   SELECT ${RESELLER_ID}, ${FIRST_ORDER_ID} + i, ${orderStatus.COMPLETED}, 0, 0, 'DELIVERED', ${createdAtSql(n)}, ${createdAtSql(n)} FROM generate_series(1, ${n}) AS i`,
]

const insertAuditEntries = (n: number) => [
  `INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, before, after, reason, address, at)
   SELECT 2 + i % 8, (ARRAY['charge.approve','order.transition','member.memo','settings.save'])[1 + i % 4], (ARRAY['charge','order','member','settings'])[1 + i % 4],
     CASE i % 4 WHEN 3 THEN '-' ELSE i::text END, '{}', '{}', CASE WHEN i % 10 = 0 THEN '고객 요청 ' || i % 100 END, '192.0.2.' || i % 20, ${createdAtSql(n)}
   FROM generate_series(1, ${n}) AS i`,
  `INSERT INTO audit_links (seq, entry_id, content, hash) SELECT id, id, sha256(id::text::bytea), sha256(id::text::bytea) FROM audit_entries`,
]

/**
 * Statements that insert the stored sums of reports, computed from the orders: one row for each day and each service
 * ordered on it. Rows are inserted day after day and month after month, as the roll-up does, so that the rows of a
 * period are stored close together.
 */
export const reportSumInserts = [
  `INSERT INTO day_sums (day, orders, auto_orders, charges, members, charged, sales, refunded, other)
   SELECT (created_at AT TIME ZONE 'Asia/Seoul')::date, count(*), 100, 100, 100, 1000000, sum(price), sum(refunded), 0 FROM orders
   WHERE created_at < date_trunc('milliseconds', now()) - interval '2 days' GROUP BY 1`,
  `INSERT INTO issue_days (day, paid, free, balance)
   SELECT (created_at AT TIME ZONE 'Asia/Seoul')::date, 1000000, 1000, 50000000 FROM orders WHERE created_at < now() - interval '2 days' GROUP BY 1`,
  `INSERT INTO service_day_sums (day, service_id, provider_id, orders, amount, delivered, sales, refunded, unit_cost)
   SELECT (created_at AT TIME ZONE 'Asia/Seoul')::date, service_id, 1 - service_id % 2, count(*), sum(amount), sum(amount - remains), sum(price), sum(refunded), 500000
   FROM orders GROUP BY 1, 2 ORDER BY 1`,
  `INSERT INTO provider_day_sums (day, provider_id, orders, amount, sales, refunded, cost, unknown)
   SELECT day, provider_id, sum(orders), sum(amount), sum(sales), sum(refunded), sum(delivered * unit_cost) / 1000, 0 FROM service_day_sums GROUP BY 1, 2`,
  `INSERT INTO service_month_sums (month, service_id, orders, amount, sales, refunded, cost, unknown)
   SELECT date_trunc('month', day::timestamp)::date, service_id, sum(orders), sum(amount), sum(sales), sum(refunded), sum(delivered * unit_cost), 0
   FROM service_day_sums GROUP BY 1, 2 ORDER BY 1`,
  `INSERT INTO report_marks (name, at) VALUES ('orders', date_trunc('milliseconds', now())), ('days', date_trunc('milliseconds', now()) - interval '2 days')`,
]

/**
 * Statements that insert all records other than orders and money: tasks, messages, audit entries, and the sums of
 * reports.
 */
export function buildRecordInserts({ orders, members }: Volume): string[] {
  const n = Math.round(orders * 0.3)
  return [...insertTasks(orders / 4), ...insertMessages(n, members), ...insertAuditEntries(n), ...reportSumInserts]
}
