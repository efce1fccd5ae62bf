-- Whether a member requested a charge with a name and a sum is asked for each deposit that waits; a regular payer has
-- thousands of other sums under his name.
CREATE INDEX CONCURRENTLY charges_normal_name_member_id_status_pay_amount_idx ON charges (normal_name, member_id, status, pay_amount);
