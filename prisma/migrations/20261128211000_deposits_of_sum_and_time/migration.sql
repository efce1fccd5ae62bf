-- Whether a deposit is reported twice is asked of the deposits of its sum around its time, whatever their names.
CREATE INDEX CONCURRENTLY deposits_amount_at_idx ON deposits (amount, at);
