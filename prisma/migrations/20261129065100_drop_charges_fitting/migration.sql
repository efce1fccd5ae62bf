-- The index made by the migration before has the same columns in another sequence, and the same rows.
DROP INDEX CONCURRENTLY charges_fitting_idx;
