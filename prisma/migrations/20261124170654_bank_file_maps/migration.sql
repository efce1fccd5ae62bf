-- CreateTable
CREATE TABLE "bank_file_maps" (
    "id" SERIAL NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "headings" TEXT[],
    "columns" TEXT[],
    "made_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_by" INTEGER,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "bank_file_maps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "bank_file_maps_fingerprint_key" ON "bank_file_maps"("fingerprint");
