-- By hand: one more outcome of a service of a take-over.
ALTER TABLE take_over_items DROP CONSTRAINT take_over_items_outcome_check;
ALTER TABLE take_over_items ADD CONSTRAINT take_over_items_outcome_check
  CHECK (outcome IN ('ADDED', 'ON_SALE', 'NO_CATEGORY', 'CHANGED', 'STOPPED'));
