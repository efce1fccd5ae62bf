-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "former_secret" BYTEA,
ADD COLUMN     "former_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "amount" BIGINT,
ADD COLUMN     "answer" TEXT,
ADD COLUMN     "cause" TEXT,
ADD COLUMN     "duration" INTEGER,
ADD COLUMN     "event" TEXT NOT NULL DEFAULT 'order.updated',
ADD COLUMN     "recovered" BIGINT,
ADD COLUMN     "tries" JSONB NOT NULL DEFAULT '[]',
ALTER COLUMN "order_id" DROP NOT NULL,
ALTER COLUMN "status" DROP NOT NULL,
ALTER COLUMN "remains" DROP NOT NULL,
ALTER COLUMN "refunded" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "webhook_deliveries_member_id_order_id_idx" ON "webhook_deliveries"("member_id", "order_id");

ALTER TABLE webhooks ADD CHECK ((former_secret IS NULL) = (former_until IS NULL));
ALTER TABLE webhook_deliveries ADD CHECK (CASE event
  WHEN 'order.updated' THEN num_nulls(order_id, status, remains, refunded) = 0
  WHEN 'order.refunded' THEN num_nulls(order_id, cause, amount, refunded, recovered) = 0
  WHEN 'webhook.test' THEN order_id IS NULL
  ELSE false END);
-- A list of failed deliveries is found without reading the delivered ones.
CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (member_id, id DESC) WHERE state = 'FAILED';
-- One test event of a member is under way at a time.
CREATE UNIQUE INDEX webhook_deliveries_test_idx ON webhook_deliveries (member_id)
  WHERE event = 'webhook.test' AND state IN ('PENDING', 'SENDING');

-- Whoever gives points back for an order, its reseller hears of it: the row stands or falls with the ledger entry. The sums
-- are those after it, because the trigger runs once the whole statement is done.
CREATE FUNCTION tell_webhook_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (member_id, event, order_id, cause, amount, refunded, recovered, next_try_at)
  SELECT NEW.member_id, 'order.refunded', NEW.ref_id, NEW.kind, NEW.delta, given.refunded, given.recovered,
    greatest(now(), w.paused_until)
  FROM webhooks w CROSS JOIN LATERAL (
    SELECT o.refunded, o.recovered FROM orders o WHERE NEW.ref_type = 'order' AND o.id = NEW.ref_id
    UNION ALL SELECT a.refunded, 0 FROM auto_orders a WHERE NEW.ref_type = 'auto-order' AND a.id = NEW.ref_id
  ) AS given
  WHERE w.member_id = NEW.member_id AND w.enabled;
  RETURN NULL;
END $$;
CREATE TRIGGER point_entries_webhook AFTER INSERT ON point_entries FOR EACH ROW
  WHEN (NEW.kind IN ('ORDER_REFUND', 'UNFOLLOW_RECOVERY', 'AUTO_ORDER_REFUND'))
  EXECUTE FUNCTION tell_webhook_of_refund();
