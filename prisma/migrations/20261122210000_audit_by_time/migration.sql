-- A past day's page of the audit trail: the order within days, which the BRIN index on the time can't give.
CREATE INDEX "audit_entries_at_id_idx" ON "audit_entries"("at", "id");
DROP INDEX audit_entries_at_idx;
