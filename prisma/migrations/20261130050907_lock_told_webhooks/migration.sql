-- The triggers that queue a webhook's delivery lock the webhook, as the delivery's foreign key does afterwards. While the
-- account of its member is being deleted they then wait, and queue nothing once the webhook is gone. Without the lock
-- they still found it, and the foreign key refused the delivery together with what it was about.
CREATE OR REPLACE FUNCTION tell_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (member_id, order_id, status, remains, start_count, refunded, next_try_at)
  SELECT o.member_id, o.id, NEW.to_status, NEW.remains, o.start_count, o.refunded, greatest(now(), w.paused_until)
  FROM orders o JOIN webhooks w ON w.member_id = o.member_id AND w.enabled
  WHERE o.id = NEW.order_id FOR KEY SHARE OF w;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_webhook_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (member_id, event, order_id, cause, amount, refunded, recovered, next_try_at)
  SELECT NEW.member_id, 'order.refunded', NEW.ref_id, NEW.kind, NEW.delta, given.refunded, given.recovered,
    greatest(now(), w.paused_until)
  FROM webhooks w CROSS JOIN LATERAL (
    SELECT o.refunded, o.recovered FROM orders o WHERE NEW.ref_type = 'order' AND o.id = NEW.ref_id
    UNION ALL SELECT a.refunded, 0 FROM auto_orders a WHERE NEW.ref_type = 'auto-order' AND a.id = NEW.ref_id
  ) AS given
  WHERE w.member_id = NEW.member_id AND w.enabled FOR KEY SHARE OF w;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_webhook_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (member_id, event, order_id, summary, next_try_at)
  SELECT NEW.member_id, 'request.updated', NEW.order_id, jsonb_build_object('requestId', NEW.id, 'request', NEW.kind,
    'state', NEW.state, 'reason', CASE WHEN NEW.state = 'REFUSED' THEN NEW.reason END), greatest(now(), w.paused_until)
  FROM webhooks w WHERE w.member_id = NEW.member_id AND w.enabled FOR KEY SHARE;
  RETURN NULL;
END $$;
