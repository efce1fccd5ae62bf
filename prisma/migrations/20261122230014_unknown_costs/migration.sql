-- A cost that nobody knows is none, not zero: otherwise all that its orders brought would be margin.
ALTER TABLE "daily_service_reports" ALTER COLUMN "unit_cost" DROP NOT NULL;
ALTER TABLE "daily_provider_reports" ADD COLUMN "unknown" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "monthly_service_reports" ADD COLUMN "unknown" BIGINT NOT NULL DEFAULT 0;
UPDATE daily_service_reports SET unit_cost = NULL WHERE provider_id = 0 OR unit_cost = 0;

-- Costs are rounded once, for each day of a service and its provider, so that sums by day, service and provider are equal.
UPDATE daily_provider_reports p SET cost = s.cost, unknown = s.unknown FROM (
  SELECT day, provider_id, coalesce(sum(round(delivered * unit_cost / 1000.0)), 0) AS cost,
    coalesce(sum(sales - refunded) FILTER (WHERE unit_cost IS NULL), 0) AS unknown
  FROM daily_service_reports GROUP BY day, provider_id
) s WHERE s.day = p.day AND s.provider_id = p.provider_id;
UPDATE monthly_service_reports m SET cost = s.cost, unknown = s.unknown FROM (
  SELECT date_trunc('month', day::timestamp)::date AS month, service_id, coalesce(sum(round(delivered * unit_cost / 1000.0) * 1000), 0) AS cost,
    coalesce(sum(sales - refunded) FILTER (WHERE unit_cost IS NULL), 0) AS unknown
  FROM daily_service_reports GROUP BY 1, 2
) s WHERE s.month = m.month AND s.service_id = m.service_id;

-- What runs of repeating orders come to in a period, which were paid for when the repeating order was placed.
CREATE INDEX orders_runs_idx ON orders (created_at) INCLUDE (price) WHERE auto_order_id IS NOT NULL;
