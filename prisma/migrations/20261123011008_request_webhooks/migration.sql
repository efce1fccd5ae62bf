-- For the event of a request, summary says which and how it stands.
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_check;
ALTER TABLE webhook_deliveries ADD CHECK (CASE event
  WHEN 'order.updated' THEN num_nulls(order_id, status, remains, refunded) = 0
  WHEN 'order.refunded' THEN num_nulls(order_id, cause, amount, refunded, recovered) = 0
  WHEN 'request.updated' THEN num_nulls(order_id, summary) = 0
  WHEN 'bulk.completed' THEN num_nulls(summary) = 0 AND order_id IS NULL
  WHEN 'webhook.test' THEN order_id IS NULL
  ELSE false END);

-- Whoever moves a request on, its reseller hears of it: the row stands or falls with the change.
CREATE FUNCTION tell_webhook_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (member_id, event, order_id, summary, next_try_at)
  SELECT NEW.member_id, 'request.updated', NEW.order_id, jsonb_build_object('requestId', NEW.id, 'request', NEW.kind,
    'state', NEW.state, 'reason', CASE WHEN NEW.state = 'REFUSED' THEN NEW.reason END), greatest(now(), w.paused_until)
  FROM webhooks w WHERE w.member_id = NEW.member_id AND w.enabled;
  RETURN NULL;
END $$;
CREATE TRIGGER order_requests_webhook AFTER UPDATE OF state ON order_requests FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION tell_webhook_of_request();
