-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "disputed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "charges_normal_name_member_id_status_idx" ON "charges"("normal_name", "member_id", "status");

-- CreateIndex
CREATE INDEX "deposits_normal_name_amount_at_idx" ON "deposits"("normal_name", "amount", "at");

-- DUPLICATE: the same bank line as another deposit, reported under another id.
ALTER TABLE deposits
  DROP CONSTRAINT deposits_status_check,
  ADD CONSTRAINT deposits_status_check
    CHECK (status IN ('WAITING', 'MATCHED', 'SPLIT', 'MERGED', 'RETURNED', 'UNCONFIRMED', 'DUPLICATE'));

-- Charges that a deposit of their name and sum may still pay, oldest first.
CREATE INDEX charges_fitting_idx ON charges (pay_amount, normal_name, id)
  WHERE status = 0 OR (status = 2 AND outcome = 'EXPIRED');
DROP INDEX charges_open_idx;
