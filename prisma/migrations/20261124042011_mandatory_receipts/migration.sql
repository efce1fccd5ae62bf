-- AlterTable
ALTER TABLE "receipts" ADD COLUMN     "is_mandatory" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE receipts ADD CHECK (NOT is_mandatory OR fee_type = 0);

-- Credited charges for which no receipt was asked, by the moment of their credit.
CREATE INDEX charges_without_receipt ON charges (response_at) WHERE status = 1 AND fee_type = 2;
