-- CreateTable
CREATE TABLE "bank_rows" (
    "id" SERIAL NOT NULL,
    "account" TEXT NOT NULL,
    "row_key" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "precision" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "memo" TEXT NOT NULL,
    "paid_in" BIGINT NOT NULL,
    "paid_out" BIGINT NOT NULL,
    "balance" BIGINT,
    "imported_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bank_rows_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bank_rows_account_at_id_idx" ON "bank_rows"("account", "at", "id");

-- CreateIndex
CREATE INDEX "bank_rows_at_idx" ON "bank_rows"("at");

-- CreateIndex
CREATE UNIQUE INDEX "bank_rows_account_row_key_key" ON "bank_rows"("account", "row_key");
