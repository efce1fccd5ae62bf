-- Transfers of the last days, whose money may have come back as a deposit.
CREATE INDEX CONCURRENTLY "transfer_files_created_at_idx" ON "transfer_files"("created_at");
