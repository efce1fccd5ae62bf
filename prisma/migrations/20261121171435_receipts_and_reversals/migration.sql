-- AlterTable
ALTER TABLE "charges" ADD COLUMN     "reversed" BIGINT,
ADD COLUMN     "reversed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "receipts" (
    "id" SERIAL NOT NULL,
    "charge_id" INTEGER NOT NULL,
    "fee_type" SMALLINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'REQUESTED',
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "settled_by" INTEGER,

    CONSTRAINT "receipts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "receipts_charge_id_key" ON "receipts"("charge_id");

-- CreateIndex
CREATE INDEX "receipts_status_id_idx" ON "receipts"("status", "id" DESC);

-- CreateIndex
CREATE INDEX "charges_normal_name_created_at_idx" ON "charges"("normal_name", "created_at");

-- AddForeignKey
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Only what was accepted is taken back, and never more than was credited (decisions 3).
ALTER TABLE charges
  ADD CHECK ((reversed_at IS NULL) = (reversed IS NULL)),
  ADD CHECK (reversed IS NULL OR (status = 1 AND reversed BETWEEN 0 AND point));

-- What a deposit may pay for, by its sum.
CREATE INDEX charges_payable_idx ON charges (pay_amount, created_at)
  WHERE status = 0 OR (status = 2 AND outcome = 'EXPIRED');

ALTER TABLE receipts
  ADD CHECK (fee_type IN (0, 1)),
  ADD CHECK (status IN ('REQUESTED', 'ISSUED', 'FAILED')),
  ADD CHECK ((status = 'REQUESTED') = (settled_at IS NULL));

-- Whatever accepts a charge files its receipt, in the same transaction: none is missed, and none is filed twice.
CREATE FUNCTION file_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO receipts (charge_id, fee_type) VALUES (NEW.id, NEW.fee_type) ON CONFLICT (charge_id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER charges_receipt AFTER INSERT OR UPDATE OF status ON charges
  FOR EACH ROW WHEN (NEW.status = 1 AND NEW.fee_type IN (0, 1)) EXECUTE FUNCTION file_receipt();
INSERT INTO receipts (charge_id, fee_type, created_at)
  SELECT id, fee_type, response_at FROM charges WHERE status = 1 AND fee_type IN (0, 1) ORDER BY response_at, id;

-- What a charge's money may be waiting as, by its depositor's name.
CREATE INDEX deposits_waiting_name_idx ON deposits (normal_name) WHERE status = 'WAITING';
