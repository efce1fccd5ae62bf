-- AlterTable
ALTER TABLE "changed_services" ADD COLUMN     "floor_before" BIGINT;

-- A changed cost also changes the price of a member whose discount ends at it. Where nobody has prices of his own it
-- changes none.
CREATE OR REPLACE FUNCTION note_unreported_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changed_services AS c (service_id, price_before, min_before, max_before, sold_before, floor_before)
  SELECT o.id, o.unit_price, o.min, o.max, o.withdrawn_at IS NULL AND NOT o.is_read_only,
    coalesce(nullif(o.unit_cost, 0), CASE WHEN o.provider_id IS NULL THEN 0 ELSE o.unit_price END)
  FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE (n.unit_price, n.min, n.max, n.withdrawn_at IS NULL AND NOT n.is_read_only)
    <> (o.unit_price, o.min, o.max, o.withdrawn_at IS NULL AND NOT o.is_read_only)
    OR (n.unit_cost, n.provider_id) IS DISTINCT FROM (o.unit_cost, o.provider_id) AND EXISTS (SELECT FROM member_prices)
  ORDER BY o.id
  ON CONFLICT (service_id) DO UPDATE SET service_id = c.service_id;
  RETURN NULL;
END $$;
