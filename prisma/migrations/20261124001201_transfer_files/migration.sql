-- Where the money of a refund is that goes out with a bulk-transfer file; NULL for all others, and for those before.
ALTER TABLE "refund_requests" ADD COLUMN "transfer" TEXT;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_transfer_check"
  CHECK ("transfer" IS NULL OR ("transfer" IN ('READY', 'IN_FILE', 'SENT', 'FAILED') AND "status" = 1));

CREATE TABLE "transfer_files" (
    "id" SERIAL NOT NULL,
    "bank" TEXT NOT NULL,
    "total" BIGINT NOT NULL,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transfer_files_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "transfer_items" (
    "file_id" INTEGER NOT NULL,
    "refund_id" INTEGER NOT NULL,
    "result" TEXT,
    "resulted_by" INTEGER,
    "resulted_at" TIMESTAMPTZ(3),

    CONSTRAINT "transfer_items_pkey" PRIMARY KEY ("file_id","refund_id")
);

ALTER TABLE "transfer_items" ADD CONSTRAINT "transfer_items_result_check"
  CHECK (("result" IS NULL AND "resulted_by" IS NULL AND "resulted_at" IS NULL)
    OR ("result" IN ('SENT', 'FAILED') AND "resulted_by" IS NOT NULL AND "resulted_at" IS NOT NULL));

-- A refund stands in one file at a time: another may take it only once the bank has failed to transfer it.
CREATE UNIQUE INDEX "transfer_items_one_file_key" ON "transfer_items"("refund_id") WHERE "result" IS DISTINCT FROM 'FAILED';
CREATE INDEX "transfer_items_refund_id_idx" ON "transfer_items"("refund_id");

ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "transfer_items" ADD CONSTRAINT "transfer_items_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "transfer_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "transfer_items" ADD CONSTRAINT "transfer_items_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refund_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "transfer_items" ADD CONSTRAINT "transfer_items_resulted_by_fkey" FOREIGN KEY ("resulted_by") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
