-- CreateTable
CREATE TABLE "price_batches" (
    "id" SERIAL NOT NULL,
    "actor_id" INTEGER NOT NULL,
    "changed" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),
    "restored" INTEGER,
    "skipped" INTEGER,

    CONSTRAINT "price_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_changes" (
    "id" SERIAL NOT NULL,
    "service_id" INTEGER NOT NULL,
    "price_from" BIGINT NOT NULL,
    "price_to" BIGINT NOT NULL,
    "cause" TEXT NOT NULL,
    "actor_id" INTEGER,
    "batch_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "price_batches_created_at_idx" ON "price_batches"("created_at");

-- CreateIndex
CREATE INDEX "price_changes_service_id_id_idx" ON "price_changes"("service_id", "id" DESC);

-- CreateIndex
CREATE INDEX "price_changes_batch_id_idx" ON "price_changes"("batch_id");

-- By hand.
ALTER TABLE price_batches
  ADD FOREIGN KEY (actor_id) REFERENCES members (id) ON DELETE RESTRICT,
  ADD CHECK ((undone_at IS NULL) = (restored IS NULL) AND (undone_at IS NULL) = (skipped IS NULL)),
  ADD CHECK (restored + skipped = changed);
ALTER TABLE price_changes
  ADD FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE,
  ADD FOREIGN KEY (actor_id) REFERENCES members (id) ON DELETE RESTRICT,
  ADD FOREIGN KEY (batch_id) REFERENCES price_batches (id) ON DELETE RESTRICT,
  ADD CHECK (cause IN ('EDIT', 'BULK', 'UNDO', 'SYNC')),
  ADD CHECK (price_from <> price_to AND price_from >= 0 AND price_to >= 0);
