-- The same charges are searched by member too, whatever name they were requested with.
CREATE INDEX CONCURRENTLY charges_approved_members_idx ON charges (member_id, pay_amount, response_at)
  WHERE status = 1 AND outcome = 'APPROVED';
