-- CreateTable
CREATE TABLE "service_outcomes" (
    "order_id" INTEGER NOT NULL,
    "service_id" INTEGER NOT NULL,
    "status" SMALLINT NOT NULL,
    "started_in" INTEGER,
    "ended_in" INTEGER NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_outcomes_pkey" PRIMARY KEY ("order_id")
);

-- CreateIndex
CREATE INDEX "service_outcomes_service_id_ended_at_order_id_idx" ON "service_outcomes"("service_id", "ended_at" DESC, "order_id" DESC);

-- How an order went, once it has ended: its delivery started with the first event that says so. What its own member
-- cancelled before it was sent says nothing about the service. A later correction changes the status alone.
CREATE FUNCTION note_service_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.from_status IN (0, 1, 4) THEN
    INSERT INTO service_outcomes (order_id, service_id, status, started_in, ended_in, ended_at)
    SELECT o.id, o.service_id, NEW.to_status,
      (SELECT extract(epoch FROM min(e.at) - o.created_at)::int FROM order_events e WHERE e.order_id = o.id AND e.to_status IN (1, 2, 3)),
      greatest(extract(epoch FROM NEW.at - o.created_at)::int, 0), NEW.at
    FROM orders o WHERE o.id = NEW.order_id AND NEW.actor <> 'member:' || o.member_id
    ON CONFLICT DO NOTHING;
  ELSE
    UPDATE service_outcomes SET status = NEW.to_status WHERE order_id = NEW.order_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER order_events_outcome AFTER INSERT ON order_events FOR EACH ROW
  WHEN (NEW.to_status IN (2, 3, 5))
  EXECUTE FUNCTION note_service_outcome();
