-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "issues_by" INTEGER,
ADD COLUMN     "issues_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "receipts" ADD COLUMN     "sum_checked" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "sum_revision" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "receipt_documents" (
    "id" SERIAL NOT NULL,
    "receipt_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "connection" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'WAITING',
    "number" TEXT,
    "day" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "issued_at" TIMESTAMPTZ(3),
    "task_at" TIMESTAMPTZ(3),

    CONSTRAINT "receipt_documents_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "receipt_documents_key_key" ON "receipt_documents"("key");

-- CreateIndex
CREATE INDEX "receipt_documents_receipt_id_idx" ON "receipt_documents"("receipt_id");

-- AddForeignKey
ALTER TABLE "receipt_documents" ADD CONSTRAINT "receipt_documents_receipt_id_fkey" FOREIGN KEY ("receipt_id") REFERENCES "receipts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE receipt_documents
  ADD CHECK (kind IN ('ISSUE', 'CORRECTION')),
  ADD CHECK (state IN ('WAITING', 'ISSUED', 'FILED', 'FAILED', 'REJECTED', 'DROPPED', 'BY_HAND')),
  ADD CHECK (amount > 0 AND amount % 100 = 0),
  ADD CHECK (state NOT IN ('ISSUED', 'FILED') OR (number IS NOT NULL AND day IS NOT NULL AND issued_at IS NOT NULL)),
  -- What may have arrived at the service is never dropped.
  ADD CHECK (state <> 'DROPPED' OR number IS NULL);

-- A receipt has one document that issues it, and one correction at a time: whoever plans twice plans once.
CREATE UNIQUE INDEX receipt_documents_one_issue ON receipt_documents (receipt_id)
  WHERE kind = 'ISSUE' AND state NOT IN ('REJECTED', 'DROPPED');
CREATE UNIQUE INDEX receipt_documents_one_correction ON receipt_documents (receipt_id)
  WHERE kind = 'CORRECTION' AND state IN ('WAITING', 'FAILED');
-- What the worker has to send, or to ask about.
CREATE INDEX receipt_documents_due ON receipt_documents (next_try_at) WHERE state IN ('WAITING', 'ISSUED');
-- Receipts whose sum has changed since their documents were found right.
CREATE INDEX receipts_changed ON receipts (id) WHERE sum_revision <> sum_checked;
-- Two services that both issue would issue each receipt twice.
CREATE UNIQUE INDEX connections_one_issuer ON connections ((issues_since IS NOT NULL)) WHERE issues_since IS NOT NULL;

-- Whatever takes money back from a charge has its receipt's documents looked at again, in the same transaction.
CREATE FUNCTION note_receipt_of_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts SET sum_revision = sum_revision + 1 WHERE charge_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER charges_receipt_sum AFTER UPDATE OF reversed_at ON charges
  FOR EACH ROW WHEN (OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL) EXECUTE FUNCTION note_receipt_of_charge();

CREATE FUNCTION note_receipts_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts SET sum_revision = sum_revision + 1
  WHERE charge_id IN (SELECT charge_id FROM refund_request_charges WHERE refund_id = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER refund_requests_receipt_sum AFTER UPDATE OF status ON refund_requests
  FOR EACH ROW WHEN (OLD.status <> 1 AND NEW.status = 1) EXECUTE FUNCTION note_receipts_of_refund();
