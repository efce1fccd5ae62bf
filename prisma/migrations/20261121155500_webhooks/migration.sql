-- CreateTable
CREATE TABLE "webhooks" (
    "member_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "paused_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("member_id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" SERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "status" SMALLINT NOT NULL,
    "remains" INTEGER NOT NULL,
    "start_count" INTEGER,
    "refunded" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_at" TIMESTAMPTZ(3),
    "http_status" INTEGER,
    "fault" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_deliveries_member_id_id_idx" ON "webhook_deliveries"("member_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "webhooks"("member_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE webhook_deliveries
  ADD CHECK (state IN ('PENDING', 'SENDING', 'DELIVERED', 'FAILED')),
  ADD CHECK (status BETWEEN 0 AND 5);
CREATE INDEX webhook_deliveries_open_idx ON webhook_deliveries (next_try_at) WHERE state IN ('PENDING', 'SENDING');

-- Whoever moves an order, its reseller hears of it: the row stands or falls with the transition.
CREATE FUNCTION tell_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told webhook_deliveries;
BEGIN
  INSERT INTO webhook_deliveries (member_id, order_id, status, remains, start_count, refunded, next_try_at)
  SELECT o.member_id, o.id, NEW.to_status, NEW.remains, o.start_count, o.refunded, greatest(now(), w.paused_until)
  FROM orders o JOIN webhooks w ON w.member_id = o.member_id AND w.enabled
  WHERE o.id = NEW.order_id
  RETURNING * INTO told;
  IF FOUND THEN
    PERFORM graphile_worker.add_job('deliver-webhook', json_build_object('id', told.id),
      run_at := told.next_try_at, max_attempts := 1, job_key := 'webhook:' || told.id);
  END IF;
  RETURN NULL;
END $$;
-- PARTIAL to PARTIAL gives more back; any other event from a status to itself is a note.
CREATE TRIGGER order_events_webhook AFTER INSERT ON order_events FOR EACH ROW
  WHEN (NEW.from_status IS NOT NULL AND (NEW.from_status <> NEW.to_status OR NEW.to_status = 3))
  EXECUTE FUNCTION tell_webhook();
