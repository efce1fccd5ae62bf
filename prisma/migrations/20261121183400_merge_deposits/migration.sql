-- CreateTable
CREATE TABLE "deposit_merges" (
    "deposit_id" INTEGER NOT NULL,
    "charge_id" INTEGER NOT NULL,

    CONSTRAINT "deposit_merges_pkey" PRIMARY KEY ("deposit_id")
);

-- CreateIndex
CREATE INDEX "deposit_merges_charge_id_idx" ON "deposit_merges"("charge_id");

-- By hand: what Prisma's schema can't say.
ALTER TABLE deposit_merges
  ADD FOREIGN KEY (deposit_id) REFERENCES deposits (id) ON DELETE RESTRICT,
  ADD FOREIGN KEY (charge_id) REFERENCES charges (id) ON DELETE RESTRICT;
ALTER TABLE deposits
  DROP CONSTRAINT deposits_status_check,
  ADD CONSTRAINT deposits_status_check CHECK (status IN ('WAITING', 'MATCHED', 'SPLIT', 'MERGED', 'RETURNED'));
