-- Kinds of ledger entries: bonuses, coupons, bulk orders, card charges, rewards taken back, debts recovered.
ALTER TABLE point_entries
  DROP CONSTRAINT point_entries_kind_check,
  ADD CONSTRAINT point_entries_kind_check CHECK (kind IN ('CHARGE', 'CARD_CHARGE', 'CHARGE_BONUS', 'COUPON', 'CHARGE_REVERSAL',
    'CASH_REFUND', 'ORDER', 'ORDER_REFUND', 'BULK_ORDER', 'AUTO_ORDER', 'AUTO_ORDER_REFUND', 'REFERRAL_REWARD',
    'REWARD_REVERSAL', 'ADJUSTMENT', 'UNFOLLOW_RECOVERY', 'DEBT_RECOVERY', 'FORFEIT'));
