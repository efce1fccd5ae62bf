-- The console's list of receipts of one kind, and its count.
CREATE INDEX CONCURRENTLY "receipts_fee_type_id_idx" ON "receipts"("fee_type", "id" DESC);
