-- Points given without payment, by time, for the legal limits: a few of the ledger's rows among those of all orders.
CREATE INDEX CONCURRENTLY point_entries_gifts_idx ON point_entries (created_at) INCLUDE (delta)
  WHERE kind IN ('CHARGE_BONUS', 'COUPON', 'REFERRAL_REWARD', 'ADJUSTMENT') AND delta > 0;
