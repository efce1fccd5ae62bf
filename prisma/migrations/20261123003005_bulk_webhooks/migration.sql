-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "summary" JSONB;

-- CreateTable
CREATE TABLE "ended_bulk_orders" (
    "order_id" INTEGER NOT NULL,
    "bulk_order_id" INTEGER NOT NULL,
    "member_id" INTEGER NOT NULL,

    CONSTRAINT "ended_bulk_orders_pkey" PRIMARY KEY ("order_id")
);

-- CreateIndex
CREATE INDEX "ended_bulk_orders_bulk_order_id_idx" ON "ended_bulk_orders"("bulk_order_id");

-- For the event of a bulk call, order_id is the number of the call.
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_check;
ALTER TABLE webhook_deliveries ADD CHECK (CASE event
  WHEN 'order.updated' THEN num_nulls(order_id, status, remains, refunded) = 0
  WHEN 'order.refunded' THEN num_nulls(order_id, cause, amount, refunded, recovered) = 0
  WHEN 'bulk.completed' THEN num_nulls(summary) = 0 AND order_id IS NULL
  WHEN 'webhook.test' THEN order_id IS NULL
  ELSE false END);
-- A bulk call is told of once.
CREATE UNIQUE INDEX webhook_deliveries_bulk_idx ON webhook_deliveries (((summary ->> 'bulkOrderId')::int))
  WHERE event = 'bulk.completed';

-- Each order notes its own end, so that no transition waits for another one's: whether it was the last of its call is found
-- out later, once all of them are committed.
CREATE FUNCTION note_end_in_bulk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ended_bulk_orders (order_id, bulk_order_id, member_id)
  SELECT o.id, o.bulk_order_id, o.member_id FROM orders o JOIN webhooks w ON w.member_id = o.member_id AND w.enabled
  WHERE o.id = NEW.order_id AND o.bulk_order_id IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER order_events_bulk AFTER INSERT ON order_events FOR EACH ROW
  WHEN (NEW.from_status IN (0, 1, 4) AND NEW.to_status IN (2, 3, 5))
  EXECUTE FUNCTION note_end_in_bulk();
