-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "service_changes" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "changed_services" (
    "service_id" INTEGER NOT NULL,
    "price_before" BIGINT NOT NULL,
    "min_before" INTEGER NOT NULL,
    "max_before" INTEGER NOT NULL,
    "sold_before" BOOLEAN NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "changed_services_pkey" PRIMARY KEY ("service_id")
);

-- AddForeignKey
ALTER TABLE "changed_services" ADD CONSTRAINT "changed_services_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_check;
ALTER TABLE webhook_deliveries ADD CHECK (CASE event
  WHEN 'order.updated' THEN num_nulls(order_id, status, remains, refunded) = 0
  WHEN 'order.refunded' THEN num_nulls(order_id, cause, amount, refunded, recovered) = 0
  WHEN 'request.updated' THEN num_nulls(order_id, summary) = 0
  WHEN 'bulk.completed' THEN num_nulls(summary) = 0 AND order_id IS NULL
  WHEN 'services.changed' THEN num_nulls(summary) = 0 AND order_id IS NULL
  WHEN 'webhook.test' THEN order_id IS NULL
  ELSE false END);

-- A service keeps what it was before its first change that wasn't reported. The update of a row that is there locks it
-- until the change commits, so that the row isn't taken for an event that doesn't know of the change.
CREATE FUNCTION note_unreported_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changed_services AS c (service_id, price_before, min_before, max_before, sold_before)
  SELECT o.id, o.unit_price, o.min, o.max, o.withdrawn_at IS NULL AND NOT o.is_read_only
  FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE (n.unit_price, n.min, n.max, n.withdrawn_at IS NULL AND NOT n.is_read_only)
    <> (o.unit_price, o.min, o.max, o.withdrawn_at IS NULL AND NOT o.is_read_only)
  ORDER BY o.id
  ON CONFLICT (service_id) DO UPDATE SET service_id = c.service_id;
  RETURN NULL;
END $$;
CREATE TRIGGER services_unreported AFTER UPDATE ON services REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION note_unreported_services();
