-- The index made by the migration before begins with the same columns.
DROP INDEX CONCURRENTLY "orders_member_id_id_idx";
