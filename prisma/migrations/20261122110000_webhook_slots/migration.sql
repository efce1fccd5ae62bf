-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "prompt" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "tried_at" TIMESTAMPTZ(3);

-- What was being sent while this migration runs is sent again: a delivery arrives at least once.
UPDATE webhook_deliveries SET state = 'PENDING' WHERE state = 'SENDING';

-- The budget of a member: one delivery under way, in any number of processes.
CREATE UNIQUE INDEX webhook_deliveries_sending_idx ON webhook_deliveries (member_id) WHERE state = 'SENDING';
-- The next delivery of each member that has one, found without reading the others of that member.
CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries (member_id, next_try_at, id) WHERE state = 'PENDING';
DROP INDEX webhook_deliveries_open_idx;

-- The row is the delivery's only queue: a loop of its own claims it, so that no job of it stands among those of money.
CREATE OR REPLACE FUNCTION tell_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (member_id, order_id, status, remains, start_count, refunded, next_try_at)
  SELECT o.member_id, o.id, NEW.to_status, NEW.remains, o.start_count, o.refunded, greatest(now(), w.paused_until)
  FROM orders o JOIN webhooks w ON w.member_id = o.member_id AND w.enabled
  WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;

-- Jobs of deliveries that an older version queued. Before the first start there is no queue yet.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    PERFORM graphile_worker.remove_job('webhook:' || id) FROM webhook_deliveries WHERE state = 'PENDING';
  END IF;
END $$;
