-- When an order ends, one order that waits for its link is sent at each provider, the oldest; the others wait on. They
-- were all sent together before, and only the provider kept the second one from starting beside the first. An order that
-- is due already, but not sent yet, keeps its turn: an end after it wakes nobody else.
CREATE OR REPLACE FUNCTION wake_waiting_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE provider_attempts a SET retry_at = 'epoch'
  FROM (
    SELECT DISTINCT ON (w.provider_id) w.id
    FROM orders ended JOIN orders o
      ON hashtextextended(coalesce(o.clean_link, o.link), 0) = hashtextextended(coalesce(ended.clean_link, ended.link), 0)
      JOIN provider_attempts w ON w.order_id = o.id
    WHERE ended.id = NEW.order_id AND o.id <> ended.id AND o.status = 0 AND o.sent_at IS NULL AND o.tried_at IS NOT NULL
      AND w.outcome = 'UNSENT' AND w.error ~* 'duplicate|active order|already|wait until|in progress'
    ORDER BY w.provider_id, o.id, w.id DESC
  ) AS next
  WHERE a.id = next.id AND a.retry_at > now();
  RETURN NULL;
END $$;
