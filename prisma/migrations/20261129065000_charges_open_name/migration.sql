-- Open charges are searched by the depositor's name alone too, of which a regular payer has many that are settled.
CREATE INDEX CONCURRENTLY charges_open_name_idx ON charges (normal_name, pay_amount, id)
  WHERE status = 0 OR status = 2 AND outcome = 'EXPIRED';
