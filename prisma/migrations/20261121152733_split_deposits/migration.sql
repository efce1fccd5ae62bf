-- CreateTable
CREATE TABLE "deposit_splits" (
    "charge_id" INTEGER NOT NULL,
    "deposit_id" INTEGER NOT NULL,

    CONSTRAINT "deposit_splits_pkey" PRIMARY KEY ("charge_id")
);

-- CreateIndex
CREATE INDEX "deposit_splits_deposit_id_idx" ON "deposit_splits"("deposit_id");

-- By hand: what Prisma's schema can't say.
ALTER TABLE deposit_splits
  ADD FOREIGN KEY (deposit_id) REFERENCES deposits (id) ON DELETE RESTRICT,
  ADD FOREIGN KEY (charge_id) REFERENCES charges (id) ON DELETE RESTRICT;
