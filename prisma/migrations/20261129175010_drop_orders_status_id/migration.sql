-- The index made by the migration before begins with the same columns.
DROP INDEX CONCURRENTLY orders_status_id_idx;
