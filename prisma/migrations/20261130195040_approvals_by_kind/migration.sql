-- The console's list of requests for approval of one kind, and its count.
CREATE INDEX CONCURRENTLY "approvals_kind_id_idx" ON "approvals"("kind", "id" DESC);
