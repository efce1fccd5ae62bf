-- AlterTable
ALTER TABLE "service_syncs" ADD COLUMN     "step" BIGINT NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "take_overs" (
    "id" SERIAL NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "actor_id" INTEGER NOT NULL,
    "rule" TEXT NOT NULL,
    "margin" INTEGER NOT NULL,
    "step" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "take_overs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "take_over_items" (
    "take_over_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "remote_id" TEXT NOT NULL,
    "category_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "unit_price" BIGINT NOT NULL,
    "unit_cost" BIGINT NOT NULL,
    "min" INTEGER NOT NULL,
    "max" INTEGER NOT NULL,
    "outcome" TEXT,

    CONSTRAINT "take_over_items_pkey" PRIMARY KEY ("take_over_id","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "take_over_items_take_over_id_remote_id_key" ON "take_over_items"("take_over_id", "remote_id");

-- By hand.
ALTER TABLE service_syncs ADD CHECK (step >= 1);
ALTER TABLE take_overs
  ADD FOREIGN KEY (provider_id) REFERENCES providers (id) ON DELETE CASCADE,
  ADD FOREIGN KEY (actor_id) REFERENCES members (id) ON DELETE RESTRICT,
  ADD CHECK (rule IN ('FOLLOW', 'FREEZE', 'OFF') AND margin >= 0 AND step >= 1);
-- One act at a time for a provider: a second one would add the same services again.
CREATE UNIQUE INDEX take_overs_open_key ON take_overs (provider_id) WHERE finished_at IS NULL;
ALTER TABLE take_over_items
  ADD FOREIGN KEY (take_over_id) REFERENCES take_overs (id) ON DELETE CASCADE,
  ADD FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE RESTRICT,
  ADD CHECK (outcome IN ('ADDED', 'ON_SALE', 'NO_CATEGORY', 'STOPPED')),
  ADD CHECK (unit_price > 0 AND min >= 1 AND max >= min);
