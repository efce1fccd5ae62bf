-- CreateTable
CREATE TABLE "approvals" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "member_id" INTEGER,
    "amount" BIGINT NOT NULL DEFAULT 0,
    "payload" JSONB NOT NULL DEFAULT '{}',
    "why" TEXT NOT NULL,
    "needs" TEXT NOT NULL DEFAULT 'MANAGER',
    "excluded" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "reason" TEXT NOT NULL DEFAULT '',
    "asked_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" TEXT NOT NULL DEFAULT 'WAITING',
    "decided_by" INTEGER,
    "decided_at" TIMESTAMPTZ(3),
    "note" TEXT NOT NULL DEFAULT '',
    "alone" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_day_totals" (
    "member_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "staff_day_totals_pkey" PRIMARY KEY ("member_id","day")
);

-- CreateIndex
CREATE INDEX "approvals_subject_type_subject_id_idx" ON "approvals"("subject_type", "subject_id");

-- CreateIndex
CREATE INDEX "approvals_state_id_idx" ON "approvals"("state", "id" DESC);

ALTER TABLE approvals
  ADD CHECK (state IN ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN', 'LAPSED')),
  ADD CHECK ((state = 'WAITING') = (decided_at IS NULL)),
  ADD CHECK (needs IN ('MANAGER', 'OWNER')),
  ADD CHECK (amount >= 0);
CREATE UNIQUE INDEX approvals_waiting_key ON approvals (kind, subject_type, subject_id) WHERE state = 'WAITING';
ALTER TABLE staff_day_totals ADD CHECK (amount >= 0);

-- What was settled otherwise needs no second person any more. An expired charge can still be approved.
CREATE FUNCTION lapse_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE approvals SET state = 'LAPSED', decided_at = now()
  WHERE subject_type = TG_ARGV[0] AND subject_id = NEW.id AND state = 'WAITING';
  RETURN NULL;
END $$;
CREATE TRIGGER charges_approvals AFTER UPDATE OF status ON charges
  FOR EACH ROW WHEN (NEW.status = 1 OR (NEW.status = 2 AND NEW.outcome IS DISTINCT FROM 'EXPIRED'))
  EXECUTE FUNCTION lapse_approvals('charge');
CREATE TRIGGER refund_requests_approvals AFTER UPDATE OF status ON refund_requests
  FOR EACH ROW WHEN (NEW.status <> 0) EXECUTE FUNCTION lapse_approvals('refund');
CREATE TRIGGER deposits_approvals AFTER UPDATE OF status ON deposits
  FOR EACH ROW WHEN (OLD.status = 'WAITING' AND NEW.status <> 'WAITING') EXECUTE FUNCTION lapse_approvals('deposit');

-- The task of an approval ends with it, however it ends.
CREATE FUNCTION end_approval_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tasks SET resolved_at = now(), resolved_by = NEW.decided_by, note = nullif(NEW.note, '')
  WHERE kind = 'APPROVAL' AND ref_type = 'approval' AND ref_id = NEW.id AND resolved_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER approvals_task AFTER UPDATE OF state ON approvals
  FOR EACH ROW WHEN (OLD.state = 'WAITING' AND NEW.state <> 'WAITING') EXECUTE FUNCTION end_approval_task();

-- Adjustments that waited for a second owner wait here now, and their tasks with them.
INSERT INTO approvals (kind, subject_type, subject_id, member_id, amount, why, needs, reason, asked_by, created_at)
  SELECT 'ADJUSTMENT', 'adjustment', id, member_id, abs(delta), 'LIMIT', 'OWNER', reason, asked_by, created_at
  FROM adjustments WHERE status = 'WAITING' ORDER BY id;
UPDATE tasks t SET kind = 'APPROVAL', ref_type = 'approval', ref_id = a.id,
  detail = jsonb_build_object('kind', a.kind, 'amount', a.amount / 100.0, 'why', a.why, 'reason', a.reason,
    'askedBy', t.detail ->> 'askedBy')
FROM approvals a
WHERE t.kind = 'ADJUSTMENT' AND t.ref_type = 'adjustment' AND t.resolved_at IS NULL AND a.subject_type = 'adjustment'
  AND a.subject_id = t.ref_id;
