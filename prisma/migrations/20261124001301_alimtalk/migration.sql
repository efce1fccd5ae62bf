-- AlterTable
ALTER TABLE "members" ADD COLUMN     "phone_verified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "outbox_messages" ADD COLUMN     "ask_at" TIMESTAMPTZ(3),
ADD COLUMN     "ask_count" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "cost" INTEGER,
ADD COLUMN     "group_id" TEXT,
ADD COLUMN     "member_id" INTEGER,
ADD COLUMN     "result" TEXT,
ADD COLUMN     "sent_as" TEXT,
ADD COLUMN     "template" TEXT,
ADD COLUMN     "variables" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "member_alerts" (
    "member_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "sent_day" DATE,
    "sent" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "member_alerts_pkey" PRIMARY KEY ("member_id","kind")
);

-- CreateTable
CREATE TABLE "alert_notices" (
    "id" BIGSERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "ref_id" INTEGER NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "alert_notices_created_at_idx" ON "alert_notices"("created_at");

ALTER TABLE member_alerts
  ADD CHECK (kind IN ('CHARGE', 'HOLD', 'ORDER')),
  ADD CHECK (sent >= 0);
ALTER TABLE alert_notices ADD CHECK (kind IN ('CHARGE', 'HOLD', 'ORDER'));
ALTER TABLE outbox_messages
  ADD CHECK (template IN ('CODE', 'CHARGE', 'HOLD', 'ORDER')),
  ADD CHECK (sent_as IN ('ALIMTALK', 'SMS', 'LMS')),
  ADD CHECK (result IN ('ARRIVED', 'LOST')),
  ADD CHECK (cost >= 0);
-- A charge is credited once and an order told of once; an auto order may be held again, and is told of once at a time.
CREATE UNIQUE INDEX alert_notices_once ON alert_notices (kind, ref_id) WHERE kind <> 'HOLD';
CREATE UNIQUE INDEX alert_notices_held ON alert_notices (ref_id) WHERE kind = 'HOLD' AND told_at IS NULL;
-- Notices that wait, by member and kind; messages that the service is still asked about, and those that wait to be sent to
-- a member who chose them. All are few, whatever was told before.
CREATE INDEX alert_notices_waiting_idx ON alert_notices (member_id, kind, created_at) WHERE told_at IS NULL;
CREATE INDEX outbox_messages_ask_idx ON outbox_messages (ask_at) WHERE ask_at IS NOT NULL;
CREATE INDEX outbox_messages_chosen_idx ON outbox_messages (member_id) WHERE status = 'PENDING' AND member_id IS NOT NULL;
CREATE INDEX outbox_messages_cost_idx ON outbox_messages (created_at) INCLUDE (sent_as, cost) WHERE cost IS NOT NULL;

-- A number counts as verified when it is stored by the transaction that used a code sent to it.
CREATE FUNCTION note_verified_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.phone IS DISTINCT FROM OLD.phone THEN
    NEW.phone_verified_at := (
      SELECT now() FROM verification_codes
      WHERE channel = 'PHONE' AND target = NEW.phone AND used_at = now()::timestamptz(3) LIMIT 1);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER members_verified_phone BEFORE INSERT OR UPDATE OF phone ON members FOR EACH ROW
  EXECUTE FUNCTION note_verified_phone();
UPDATE members m SET phone_verified_at = now() WHERE phone IS NOT NULL AND EXISTS (
  SELECT FROM verification_codes v WHERE v.channel = 'PHONE' AND v.target = m.phone AND v.used_at IS NOT NULL);

-- What a member chose to be told of is noted by the transaction in which it happens, whoever causes it. It is inserted
-- without locking any other row: two charges or orders of one member never wait for each other.
CREATE FUNCTION note_credited_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_notices (member_id, kind, ref_id)
  SELECT NEW.member_id, 'CHARGE', NEW.id
  WHERE EXISTS (SELECT FROM member_alerts a WHERE a.member_id = NEW.member_id AND a.kind = 'CHARGE' AND a.is_on)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER charges_alert AFTER UPDATE OF status ON charges FOR EACH ROW
  WHEN (OLD.status <> 1 AND NEW.status = 1)
  EXECUTE FUNCTION note_credited_charge();

CREATE FUNCTION note_held_auto_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_notices (member_id, kind, ref_id)
  SELECT NEW.member_id, 'HOLD', NEW.id
  WHERE EXISTS (SELECT FROM member_alerts a WHERE a.member_id = NEW.member_id AND a.kind = 'HOLD' AND a.is_on)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER auto_orders_alert AFTER UPDATE OF held_at ON auto_orders FOR EACH ROW
  WHEN (OLD.held_at IS NULL AND NEW.held_at IS NOT NULL)
  EXECUTE FUNCTION note_held_auto_order();

-- Runs of an auto order aren't told of one by one, nor what the member ended himself.
CREATE FUNCTION note_order_for_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_notices (member_id, kind, ref_id, status)
  SELECT o.member_id, 'ORDER', o.id, NEW.to_status FROM orders o
  WHERE o.id = NEW.order_id AND o.auto_order_id IS NULL AND NEW.actor <> 'member:' || o.member_id
    AND EXISTS (SELECT FROM member_alerts a WHERE a.member_id = o.member_id AND a.kind = 'ORDER' AND a.is_on)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER order_events_alert AFTER INSERT ON order_events FOR EACH ROW
  WHEN (NEW.from_status IN (0, 1, 4) AND NEW.to_status IN (2, 3, 5))
  EXECUTE FUNCTION note_order_for_alert();

-- What waits to be sent to a member isn't sent once he doesn't want it, has another number, is restricted or is gone.
CREATE FUNCTION withdraw_alerts(of_member INTEGER, of_kind TEXT) RETURNS void LANGUAGE sql AS $$
  UPDATE outbox_messages SET status = 'EXPIRED', fault = 'WITHDRAWN', body = '', variables = ''
  WHERE member_id = of_member AND status = 'PENDING' AND (of_kind IS NULL OR template = of_kind);
$$;
CREATE FUNCTION end_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM withdraw_alerts(NEW.member_id, NEW.kind);
  DELETE FROM alert_notices WHERE member_id = NEW.member_id AND kind = NEW.kind AND told_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER member_alerts_end AFTER UPDATE OF is_on ON member_alerts FOR EACH ROW
  WHEN (OLD.is_on AND NOT NEW.is_on)
  EXECUTE FUNCTION end_alert();
CREATE FUNCTION end_alerts_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM withdraw_alerts(NEW.id, NULL);
  IF NEW.deleted_at IS NOT NULL THEN
    DELETE FROM alert_notices WHERE member_id = NEW.id;
    DELETE FROM member_alerts WHERE member_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER members_alerts AFTER UPDATE OF phone, restriction, deleted_at ON members FOR EACH ROW
  WHEN (NEW.phone IS DISTINCT FROM OLD.phone OR NEW.restriction IN ('SUSPENDED', 'BANNED') OR NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION end_alerts_of_member();
