-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "link_turn" BYTEA;

-- AlterTable
ALTER TABLE "services" ADD COLUMN     "can_cancel" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "one_order_per_link" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "refill_days" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "order_requests" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "member_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'ASKED',
    "source" TEXT NOT NULL,
    "provider_id" INTEGER,
    "current_count" INTEGER,
    "remote_id" TEXT,
    "reason" TEXT,
    "next_poll_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "request_attempts" (
    "id" SERIAL NOT NULL,
    "request_id" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "error" TEXT,
    "retry_at" TIMESTAMPTZ(3),

    CONSTRAINT "request_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "order_requests_order_id_idx" ON "order_requests"("order_id");

-- CreateIndex
CREATE INDEX "order_requests_member_id_id_idx" ON "order_requests"("member_id", "id" DESC);

-- CreateIndex
CREATE INDEX "order_requests_state_id_idx" ON "order_requests"("state", "id" DESC);

-- CreateIndex
CREATE INDEX "order_requests_created_at_id_idx" ON "order_requests"("created_at", "id");

-- CreateIndex
CREATE INDEX "request_attempts_request_id_idx" ON "request_attempts"("request_id");

-- AddForeignKey
ALTER TABLE "request_attempts" ADD CONSTRAINT "request_attempts_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "order_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE services ADD CHECK (refill_days BETWEEN 0 AND 3650);
ALTER TABLE order_requests
  ADD FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE RESTRICT,
  ADD FOREIGN KEY (member_id) REFERENCES members (id) ON DELETE RESTRICT,
  ADD FOREIGN KEY (provider_id) REFERENCES providers (id) ON DELETE RESTRICT,
  ADD CHECK (kind IN ('REFILL', 'CANCEL', 'SPEED_UP')),
  ADD CHECK (state IN ('ASKED', 'SENT', 'DONE', 'REFUSED')),
  ADD CHECK (source IN ('WEB', 'API')),
  ADD CHECK ((state IN ('DONE', 'REFUSED')) = (closed_at IS NOT NULL)),
  ADD CHECK (state <> 'REFUSED' OR reason IS NOT NULL);
ALTER TABLE request_attempts
  ADD FOREIGN KEY (provider_id) REFERENCES providers (id) ON DELETE RESTRICT,
  ADD CHECK (outcome IN ('SENT', 'UNKNOWN', 'REFUSED', 'UNSENT'));

-- One open request of a kind, whoever asks twice at once.
CREATE UNIQUE INDEX order_requests_open_idx ON order_requests (order_id, kind) WHERE closed_at IS NULL;
-- One attempt in doubt a request, whatever the code does: a request is never sent twice.
CREATE UNIQUE INDEX request_attempts_doubt_idx ON request_attempts (request_id)
  WHERE outcome IS NULL OR outcome IN ('SENT', 'UNKNOWN');
-- A provider's id of a refill stands for one request.
CREATE UNIQUE INDEX order_requests_remote_idx ON order_requests (provider_id, remote_id) WHERE remote_id IS NOT NULL;
-- What waits to be sent, and what is polled.
CREATE INDEX order_requests_waiting_idx ON order_requests (provider_id, id) WHERE state = 'ASKED';
CREATE INDEX order_requests_polled_idx ON order_requests (provider_id, next_poll_at) WHERE state = 'SENT';
CREATE INDEX request_attempts_running_idx ON request_attempts (started_at) WHERE outcome IS NULL;

-- What the providers' lists said at the last import. A list doesn't say for how many days a refill is given.
UPDATE services s SET can_cancel = p.cancel, refill_days = CASE WHEN p.refill THEN 30 ELSE 0 END
FROM provider_services p
WHERE p.provider_id = s.provider_id AND p.remote_id = s.provider_service_id AND (p.cancel OR p.refill);

-- One order at a time on a link: whichever statement inserts it, a second open one violates the index.
CREATE UNIQUE INDEX orders_link_turn_idx ON orders (link_turn) WHERE link_turn IS NOT NULL AND status IN (0, 1, 4);
-- One link has several forms that a cleaned link keeps: with and without www, and a slash at its end.
CREATE FUNCTION link_turn_of(member integer, service integer, given text, cleaned text) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(member || ' ' || s.category_id || ' ' || rtrim(regexp_replace(coalesce(cleaned, given), '^https?://(www\.|m\.)?', '', 'i'), '/'), 'UTF8'))
  FROM services s WHERE s.id = service AND s.one_order_per_link AND coalesce(cleaned, given) <> ''
$$;
CREATE FUNCTION take_link_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.link_turn := link_turn_of(NEW.member_id, NEW.service_id, NEW.link, NEW.clean_link);
  RETURN NEW;
END $$;
CREATE TRIGGER orders_link_turn BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION take_link_turn();

-- Whoever ends an order, ends what was asked about it. Nothing of it moves points: the transition did that.
CREATE FUNCTION close_order_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_requests SET closed_at = now(), next_poll_at = NULL,
    state = CASE
      WHEN kind = 'CANCEL' AND NEW.to_status IN (3, 5) THEN 'DONE'
      WHEN kind = 'SPEED_UP' AND NEW.to_status IN (2, 3) THEN 'DONE'
      ELSE 'REFUSED' END,
    reason = CASE
      WHEN kind = 'CANCEL' AND NEW.to_status = 2 THEN '취소되기 전에 주문이 완료됐어요.'
      WHEN kind = 'SPEED_UP' AND NEW.to_status = 5 THEN '주문이 취소됐어요.'
      WHEN kind = 'REFILL' THEN '환불된 주문이에요.' END
  WHERE order_id = NEW.order_id AND closed_at IS NULL AND (kind <> 'REFILL' OR NEW.to_status IN (3, 5));
  RETURN NULL;
END $$;
CREATE TRIGGER order_events_requests AFTER INSERT ON order_events FOR EACH ROW
  WHEN (NEW.to_status IN (2, 3, 5) AND NEW.from_status IS DISTINCT FROM NEW.to_status)
  EXECUTE FUNCTION close_order_requests();

-- Points given back for what dropped end the refill that was asked for.
CREATE FUNCTION close_recovered_refill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_requests SET state = 'REFUSED', closed_at = now(), next_poll_at = NULL,
    reason = '리필할 수 없어 포인트로 돌려드렸어요.'
  WHERE order_id = NEW.id AND kind = 'REFILL' AND closed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_recovered AFTER UPDATE OF recovered ON orders FOR EACH ROW
  WHEN (OLD.recovered = 0 AND NEW.recovered > 0) EXECUTE FUNCTION close_recovered_refill();

-- The tasks of a request end with it.
CREATE FUNCTION end_request_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tasks SET resolved_at = now() -- nobody's: resolved_by and action stay null
  WHERE kind IN ('REQUEST', 'REQUEST_UNKNOWN') AND ref_type = 'request' AND ref_id = NEW.id AND resolved_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER order_requests_tasks AFTER UPDATE OF closed_at ON order_requests FOR EACH ROW
  WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL) EXECUTE FUNCTION end_request_tasks();

-- An order that waits because a provider has another one of its link is sent when that one ends, not half an hour later.
CREATE FUNCTION wake_waiting_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE provider_attempts a SET retry_at = 'epoch'
  FROM orders ended JOIN orders o
    ON hashtextextended(coalesce(o.clean_link, o.link), 0) = hashtextextended(coalesce(ended.clean_link, ended.link), 0)
  WHERE ended.id = NEW.order_id AND o.id <> ended.id AND o.status = 0 AND o.sent_at IS NULL AND o.tried_at IS NOT NULL
    AND a.order_id = o.id AND a.outcome = 'UNSENT' AND a.retry_at > now() AND a.error ~* 'duplicate|active order|already|wait until|in progress';
  RETURN NULL;
END $$;
CREATE TRIGGER order_events_wake_link AFTER INSERT ON order_events FOR EACH ROW
  WHEN (NEW.from_status IN (0, 1, 4) AND NEW.to_status IN (2, 3, 5)) EXECUTE FUNCTION wake_waiting_link();
-- Waiting orders by their links: few, whatever was ordered before.
CREATE INDEX orders_waiting_link_idx ON orders (hashtextextended(coalesce(clean_link, link), 0))
  WHERE status = 0 AND sent_at IS NULL AND tried_at IS NOT NULL;
