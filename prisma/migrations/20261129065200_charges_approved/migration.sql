-- Charges that staff approved without a deposit are searched by name and sum for each deposit that waits, also for an old
-- one, after which the same person paid many times.
CREATE INDEX CONCURRENTLY charges_approved_idx ON charges (normal_name, pay_amount, response_at)
  WHERE status = 1 AND outcome = 'APPROVED';
