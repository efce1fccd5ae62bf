-- The index made by the migration before begins with the same columns.
DROP INDEX CONCURRENTLY charges_normal_name_member_id_status_idx;
