-- CreateTable
CREATE TABLE "refund_request_charges" (
    "refund_id" INTEGER NOT NULL,
    "charge_id" INTEGER NOT NULL,
    "point" BIGINT NOT NULL,

    CONSTRAINT "refund_request_charges_pkey" PRIMARY KEY ("refund_id","charge_id")
);

-- CreateTable
CREATE TABLE "debts" (
    "charge_id" INTEGER NOT NULL,
    "member_id" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "recovered" BIGINT NOT NULL DEFAULT 0,
    "waived" BIGINT NOT NULL DEFAULT 0,
    "recoveries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "debts_pkey" PRIMARY KEY ("charge_id")
);

-- CreateTable
CREATE TABLE "debt_recoveries" (
    "charge_id" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "point" BIGINT NOT NULL,
    "credit_kind" TEXT NOT NULL,
    "credit_ref_type" TEXT NOT NULL,
    "credit_ref_id" INTEGER NOT NULL,
    "credit_seq" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "debt_recoveries_pkey" PRIMARY KEY ("charge_id","seq")
);

-- CreateIndex
CREATE INDEX "refund_request_charges_charge_id_idx" ON "refund_request_charges"("charge_id");

-- CreateIndex
CREATE INDEX "debt_recoveries_credit_ref_type_credit_ref_id_idx" ON "debt_recoveries"("credit_ref_type", "credit_ref_id");

-- AddForeignKey
ALTER TABLE "refund_request_charges" ADD CONSTRAINT "refund_request_charges_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refund_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund_request_charges" ADD CONSTRAINT "refund_request_charges_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "debts" ADD CONSTRAINT "debts_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "debt_recoveries" ADD CONSTRAINT "debt_recoveries_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "debts"("charge_id") ON DELETE RESTRICT ON UPDATE CASCADE;


ALTER TABLE refund_request_charges ADD CHECK (point > 0);
ALTER TABLE debts
  ADD CHECK (amount > 0),
  ADD CHECK (recovered >= 0 AND waived >= 0 AND recovered + waived <= amount),
  ADD CHECK (recoveries >= 0);
ALTER TABLE debt_recoveries ADD CHECK (point > 0);
CREATE INDEX debts_open_idx ON debts (member_id, charge_id) WHERE recovered + waived < amount;
CREATE TRIGGER debt_recoveries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON debt_recoveries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A credit pays its member's debts first, oldest first, within its own statement: whatever writes credits needs to know
-- nothing of debts. All balances of the statement are already moved when this runs, and all its ledger rows have their
-- numbers, so the rows added here follow them. Concurrent credits and reversals hold the same balance row.
CREATE FUNCTION recover_debts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  debt debts;
  available bigint;
  taken bigint;
BEGIN
  FOR debt IN
    SELECT * FROM debts WHERE member_id = NEW.member_id AND recovered + waived < amount ORDER BY charge_id
  LOOP
    SELECT point INTO available FROM balances WHERE member_id = NEW.member_id FOR UPDATE;
    taken := least(available, debt.amount - debt.recovered - debt.waived);
    EXIT WHEN taken IS NULL OR taken <= 0;
    UPDATE balances SET point = point - taken WHERE member_id = NEW.member_id;
    UPDATE debts SET recovered = recovered + taken, recoveries = recoveries + 1 WHERE charge_id = debt.charge_id;
    INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, seq, actor)
      VALUES (NEW.member_id, 'DEBT_RECOVERY', -taken, available - taken, 'charge', debt.charge_id, debt.recoveries + 1, 'system');
    INSERT INTO debt_recoveries (charge_id, seq, point, credit_kind, credit_ref_type, credit_ref_id, credit_seq)
      VALUES (debt.charge_id, debt.recoveries + 1, taken, NEW.kind, NEW.ref_type, NEW.ref_id, NEW.seq);
    IF debt.recovered + debt.waived + taken = debt.amount THEN
      UPDATE tasks SET resolved_at = now()
      WHERE kind = 'CHARGE_REVERSAL' AND ref_type = 'charge' AND ref_id = debt.charge_id AND resolved_at IS NULL;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER point_entries_debts AFTER INSERT ON point_entries
  FOR EACH ROW WHEN (NEW.delta > 0) EXECUTE FUNCTION recover_debts();

-- Refunds from before this table rest on the newest charges of the 72 hours before them, as far as these reach; one that
-- doesn't fit into them whole keeps no rows.
DO $$
DECLARE
  refund refund_requests;
BEGIN
  FOR refund IN SELECT * FROM refund_requests WHERE status IN (0, 1) ORDER BY id LOOP
    INSERT INTO refund_request_charges (refund_id, charge_id, point)
    SELECT refund.id, id, least(capacity, refund.point - before)
    FROM (
      SELECT id, capacity, total, coalesce(sum(capacity) OVER (ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint AS before
      FROM (
        SELECT c.id, f.capacity, sum(f.capacity) OVER () AS total
        FROM charges c CROSS JOIN LATERAL (
          SELECT c.point - coalesce(c.reversed, 0) - coalesce(sum(p.point), 0)::bigint AS capacity
          FROM refund_request_charges p WHERE p.charge_id = c.id
        ) f
        WHERE c.member_id = refund.member_id AND c.status = 1 AND f.capacity > 0
          AND c.response_at BETWEEN refund.created_at - interval '72 hours' AND refund.created_at
      ) fitting
    ) ordered
    WHERE total >= refund.point AND before < refund.point;
  END LOOP;
END $$;

-- What reversals before this table didn't find was left to staff as a task, not to later credits.
INSERT INTO debts (charge_id, member_id, amount, waived)
  SELECT c.id, c.member_id, f.missing, f.missing
  FROM charges c CROSS JOIN LATERAL (
    SELECT c.point - c.reversed - coalesce(sum(p.point), 0)::bigint AS missing
    FROM refund_request_charges p JOIN refund_requests r ON r.id = p.refund_id AND r.status = 1 WHERE p.charge_id = c.id
  ) f
  WHERE c.reversed_at IS NOT NULL AND f.missing > 0;
