-- The sums by service, in one statement, so that all of it sees the same rows: what it sees in order_sum_changes is in the
-- orders that it sums up, whatever is committed meanwhile stays for the next roll-up. Days without a change since the last
-- roll-up of the version before are taken over as that one stored them; of the others the unit costs are.
WITH mark AS (
  SELECT coalesce((SELECT at FROM report_marks WHERE name = 'services'), '-infinity') - interval '10 minutes' AS since,
    date_trunc('milliseconds', now()) - interval '10 minutes' AS until
), changed AS MATERIALIZED (
  SELECT DISTINCT (created_at AT TIME ZONE 'Asia/Seoul')::date AS day FROM (
    SELECT created_at FROM orders WHERE created_at > (SELECT since FROM mark)
    UNION ALL SELECT o.created_at FROM order_events e JOIN orders o ON o.id = e.order_id WHERE e.at > (SELECT since FROM mark)
  ) AS o
), noted AS (
  DELETE FROM order_sum_changes
), now_summed AS MATERIALIZED (
  SELECT c.day, o.service_id, coalesce(a.provider_id, 0) AS provider_id, o.created_at < (SELECT until FROM mark) AS over,
    o.status IN (3, 5) OR o.refunded <> 0 OR a.provider_id IS NOT NULL AS has_changed,
    count(*)::int AS orders, sum(o.amount)::bigint AS amount, sum(delivered_amount(o.status, o.amount, o.remains))::bigint AS delivered,
    sum(o.price)::bigint AS sales, sum(o.refunded)::bigint AS refunded
  FROM changed c
    JOIN orders o ON o.created_at >= c.day::timestamp AT TIME ZONE 'Asia/Seoul' AND o.created_at < (c.day + 1)::timestamp AT TIME ZONE 'Asia/Seoul'
    LEFT JOIN provider_attempts a ON a.order_id = o.id AND a.outcome IN ('SENT', 'UNKNOWN')
  GROUP BY 1, 2, 3, 4, 5
), recent AS (
  -- Orders of the last ten minutes are added to the sums as they were placed, by the next roll-up.
  INSERT INTO order_sum_changes (day, service_id, provider_id, orders, amount, delivered, sales, refunded)
  SELECT day, service_id, provider_id, orders, amount, delivered, sales, refunded FROM now_summed WHERE NOT over AND has_changed
  UNION ALL SELECT day, service_id, 0, -orders, -amount, -amount, -sales, 0 FROM now_summed WHERE NOT over AND has_changed
)
INSERT INTO service_day_sums (day, service_id, provider_id, orders, amount, delivered, sales, refunded, unit_cost)
SELECT s.day, s.service_id, s.provider_id, s.orders, s.amount, s.delivered, s.sales, s.refunded,
  coalesce(d.unit_cost, CASE WHEN s.provider_id <> 0 THEN (SELECT unit_cost FROM services WHERE id = s.service_id) END)
FROM (
  SELECT day, service_id, provider_id, sum(orders)::int AS orders, sum(amount)::bigint AS amount, sum(delivered)::bigint AS delivered,
    sum(sales)::bigint AS sales, sum(refunded)::bigint AS refunded
  FROM now_summed WHERE over GROUP BY 1, 2, 3
) AS s LEFT JOIN daily_service_reports d ON d.day = s.day AND d.service_id = s.service_id AND d.provider_id = s.provider_id
UNION ALL
SELECT day, service_id, provider_id, orders, amount, delivered, sales, refunded, unit_cost
FROM daily_service_reports WHERE day NOT IN (SELECT day FROM changed);

INSERT INTO provider_day_sums (day, provider_id, orders, amount, sales, refunded, cost, unknown)
SELECT day, provider_id, sum(orders), sum(amount), sum(sales), sum(refunded), coalesce(sum(round(delivered * unit_cost / 1000.0)), 0),
  coalesce(sum(sales - refunded) FILTER (WHERE unit_cost IS NULL), 0)
FROM service_day_sums GROUP BY 1, 2;

INSERT INTO service_month_sums (month, service_id, orders, amount, sales, refunded, cost, unknown)
SELECT date_trunc('month', day::timestamp)::date, service_id, sum(orders), sum(amount), sum(sales), sum(refunded),
  coalesce(sum(round(delivered * unit_cost / 1000.0) * 1000), 0), coalesce(sum(sales - refunded) FILTER (WHERE unit_cost IS NULL), 0)
FROM service_day_sums GROUP BY 1, 2;

INSERT INTO report_marks (name, at) SELECT 'orders', date_trunc('milliseconds', now()) - interval '10 minutes' WHERE EXISTS (SELECT FROM orders)
ON CONFLICT (name) DO UPDATE SET at = excluded.at;

-- The sums by day: what the version before stored are whole days, and the next roll-up goes on after them.
INSERT INTO day_sums (day, orders, auto_orders, charges, members, charged, sales, refunded, other)
SELECT day, orders, auto_orders, charges, members, charged, sales, refunded, other FROM daily_reports;

INSERT INTO report_marks (name, at)
SELECT 'days', (max(day) + 1)::timestamp AT TIME ZONE 'Asia/Seoul' FROM daily_reports HAVING max(day) IS NOT NULL
ON CONFLICT (name) DO UPDATE SET at = excluded.at;
