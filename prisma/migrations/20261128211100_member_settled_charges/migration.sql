-- Whether another report has paid for a member is asked of his charges settled lately, of which a reseller has many more.
CREATE INDEX CONCURRENTLY charges_member_id_response_at_idx ON charges (member_id, response_at);
