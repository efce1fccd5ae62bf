-- A page of a member's history, and the count of it, are read from the index alone: by the shorter one that it replaces each
-- row was looked up in the table, and for a member with a large share of all orders the whole table was read instead.
CREATE INDEX CONCURRENTLY "orders_member_id_id_created_at_status_idx" ON "orders"("member_id", "id" DESC, "created_at", "status");
