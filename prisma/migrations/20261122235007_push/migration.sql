-- CreateTable
CREATE TABLE "push_subscriptions" (
    "id" SERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "session_id" UUID NOT NULL,
    "endpoint_hash" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "service" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_ok_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "push_notices" (
    "order_id" INTEGER NOT NULL,
    "member_id" INTEGER NOT NULL,
    "is_auto" BOOLEAN NOT NULL DEFAULT false,
    "status" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "push_notices_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "push_messages" (
    "id" SERIAL NOT NULL,
    "subscription_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "is_auto" BOOLEAN NOT NULL,
    "status" SMALLINT NOT NULL,
    "orders" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscriptions_endpoint_hash_key" ON "push_subscriptions"("endpoint_hash");

-- CreateIndex
CREATE INDEX "push_subscriptions_member_id_created_at_idx" ON "push_subscriptions"("member_id", "created_at");

-- CreateIndex
CREATE INDEX "push_subscriptions_session_id_idx" ON "push_subscriptions"("session_id");

-- CreateIndex
CREATE INDEX "push_notices_member_id_told_at_idx" ON "push_notices"("member_id", "told_at" DESC);

-- CreateIndex
CREATE INDEX "push_notices_created_at_idx" ON "push_notices"("created_at");

-- CreateIndex
CREATE INDEX "push_messages_subscription_id_idx" ON "push_messages"("subscription_id");

-- AddForeignKey
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "push_subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE push_notices ADD CHECK (status IN (2, 3, 5));
ALTER TABLE push_messages
  ADD CHECK (state IN ('PENDING', 'SENDING')),
  ADD CHECK (orders > 0);
-- Notices that wait, by member; messages that are due or under way. Both are few, whatever was told before.
CREATE INDEX push_notices_waiting_idx ON push_notices (member_id, created_at) WHERE told_at IS NULL;
CREATE INDEX push_messages_open_idx ON push_messages (state, next_try_at);

-- Whoever ends an order, its member is told, if he wants to be and didn't end it himself: the row stands or falls with the
-- transition. It is inserted without locking any other row, so that no order waits for what is sent to browsers. Runs of an
-- auto order are not told one by one. A correction of an ended order is no end.
CREATE FUNCTION note_ended_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO push_notices (order_id, member_id, status)
  SELECT o.id, o.member_id, NEW.to_status FROM orders o
  WHERE o.id = NEW.order_id AND o.auto_order_id IS NULL AND NEW.actor <> 'member:' || o.member_id
    AND EXISTS (SELECT FROM push_subscriptions s WHERE s.member_id = o.member_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER order_events_push AFTER INSERT ON order_events FOR EACH ROW
  WHEN (NEW.from_status IN (0, 1, 4) AND NEW.to_status IN (2, 3, 5))
  EXECUTE FUNCTION note_ended_order();

-- The end of an auto order whose runs were all made. Of one that is cancelled its member is told by e-mail.
CREATE FUNCTION note_ended_auto_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO push_notices (order_id, member_id, is_auto, status)
  SELECT NEW.id, NEW.member_id, true, CASE NEW.status WHEN 3 THEN 3 ELSE 2 END
  WHERE EXISTS (SELECT FROM push_subscriptions s WHERE s.member_id = NEW.member_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER auto_orders_push AFTER UPDATE OF status ON auto_orders FOR EACH ROW
  WHEN (OLD.status = 0 AND NEW.status IN (1, 3))
  EXECUTE FUNCTION note_ended_auto_order();

-- A browser gets no more notices of a member who is signed out there, through whichever door: logout, a session ended from
-- another device, a change of password, an account deletion (which deletes the sessions).
CREATE FUNCTION end_push_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE session_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_push AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
  EXECUTE FUNCTION end_push_of_session();

CREATE FUNCTION end_push_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE member_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER members_push AFTER UPDATE OF restriction ON members FOR EACH ROW
  WHEN (NEW.restriction IN ('SUSPENDED', 'BANNED'))
  EXECUTE FUNCTION end_push_of_member();
