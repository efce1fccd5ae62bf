ALTER TABLE services DROP CONSTRAINT services_type_check;
ALTER TABLE services ADD CONSTRAINT services_type_check CHECK (type IN (
  'Default', 'Package', 'Custom Comments', 'Custom Comments Package', 'Mentions', 'Mentions with Hashtags',
  'Mentions Custom List', 'Mentions Hashtag', 'Mentions User Followers', 'Mentions Media Likers', 'Comment Likes',
  'Comment Replies', 'Poll', 'Invites from Groups', 'SEO', 'Web Traffic', 'Subscriptions'));

-- CreateTable
CREATE TABLE "open_subscriptions" (
    "order_id" INTEGER NOT NULL,
    "expires_on" DATE,
    "last_post_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "asked_at" TIMESTAMPTZ(3),
    "filed_at" TIMESTAMPTZ(3),

    CONSTRAINT "open_subscriptions_pkey" PRIMARY KEY ("order_id")
);

-- AddForeignKey
ALTER TABLE "open_subscriptions" ADD CONSTRAINT "open_subscriptions_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever places a subscription, and through whichever door, its end is watched from then on, until the order ends.
CREATE FUNCTION open_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_subscriptions (order_id, expires_on) VALUES (NEW.id, (NEW.details ->> 'expiry')::date);
  RETURN NULL;
END $$;
CREATE TRIGGER orders_open_subscription AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.service_type = 'Subscriptions')
  EXECUTE FUNCTION open_subscription();

-- Less remains: a post was delivered to. The order has ended: nothing is left to watch, and the task about it is done.
CREATE FUNCTION follow_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status IN (2, 3, 5) THEN
    DELETE FROM open_subscriptions WHERE order_id = NEW.id;
    UPDATE tasks SET resolved_at = now() -- nobody's: resolved_by and action stay null
    WHERE kind = 'SUBSCRIPTION_OPEN' AND ref_type = 'order' AND ref_id = NEW.id AND resolved_at IS NULL;
  ELSE
    UPDATE open_subscriptions SET last_post_at = now() WHERE order_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_follow_subscription AFTER UPDATE OF status, remains ON orders FOR EACH ROW
  WHEN (NEW.service_type = 'Subscriptions' AND OLD.status IN (0, 1, 4) AND (NEW.status IN (2, 3, 5) OR NEW.remains < OLD.remains))
  EXECUTE FUNCTION follow_subscription();
