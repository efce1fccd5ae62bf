-- The console's list of requests of one kind, and its count.
CREATE INDEX CONCURRENTLY "order_requests_kind_id_idx" ON "order_requests"("kind", "id" DESC);
