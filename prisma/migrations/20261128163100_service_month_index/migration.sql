-- A report of a year reads the sums of 12 months by all services: from an index, in which the rows of a month are together,
-- it reads an eighth of the pages. Each roll-up writes the index for the services ordered since the one before.
CREATE INDEX CONCURRENTLY service_month_sums_totals_idx ON service_month_sums (month)
  INCLUDE (service_id, orders, amount, sales, refunded, cost, unknown);
