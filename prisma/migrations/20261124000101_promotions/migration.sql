-- Bonuses on charges and coupons (docs/decisions/0052-bonuses-and-coupons.md).
CREATE TABLE promotions (
  id SERIAL NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('BONUS', 'COUPON')),
  name TEXT NOT NULL,
  code TEXT,
  percent INTEGER CHECK (percent BETWEEN 1 AND 10000),
  point BIGINT CHECK (point > 0),
  max_point BIGINT CHECK (max_point > 0),
  min_charge BIGINT NOT NULL DEFAULT 0 CHECK (min_charge >= 0),
  once BOOLEAN NOT NULL,
  starts_at TIMESTAMPTZ(3) NOT NULL,
  ends_at TIMESTAMPTZ(3) NOT NULL,
  budget BIGINT NOT NULL CHECK (budget > 0),
  max_grants INTEGER CHECK (max_grants > 0),
  given BIGINT NOT NULL DEFAULT 0,
  grant_count INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'ACTIVE', 'STOPPED', 'REFUSED')),
  created_by INTEGER NOT NULL REFERENCES members (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  activated_at TIMESTAMPTZ(3),
  stopped_at TIMESTAMPTZ(3),
  stopped_by INTEGER REFERENCES members (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CHECK ((kind = 'COUPON') = (code IS NOT NULL)),
  CHECK (kind = 'BONUS' OR (once AND point IS NOT NULL)),
  CHECK (num_nonnulls(percent, point) = 1),
  CHECK (max_point IS NULL OR percent IS NOT NULL),
  CHECK (starts_at < ends_at),
  CHECK (given BETWEEN 0 AND budget),
  CHECK (grant_count >= 0 AND (max_grants IS NULL OR grant_count <= max_grants)),
  CHECK ((state IN ('ACTIVE', 'STOPPED')) = (activated_at IS NOT NULL)),
  CHECK ((state = 'STOPPED') = (stopped_at IS NOT NULL))
);
CREATE UNIQUE INDEX promotions_code_key ON promotions (code);

CREATE TABLE promotion_grants (
  id SERIAL NOT NULL PRIMARY KEY,
  promotion_id INTEGER NOT NULL REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('BONUS', 'COUPON')),
  once BOOLEAN NOT NULL,
  charge_id INTEGER REFERENCES charges (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  point BIGINT NOT NULL CHECK (point > 0),
  state TEXT NOT NULL CHECK (state IN ('HELD', 'CREDITED')),
  taken_back BIGINT NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  credited_at TIMESTAMPTZ(3),
  CHECK (taken_back BETWEEN 0 AND point),
  CHECK (taken_back = 0 OR charge_id IS NOT NULL),
  CHECK (kind = 'COUPON' OR charge_id IS NOT NULL),
  CHECK ((state = 'CREDITED') = (credited_at IS NOT NULL)),
  CHECK (state = 'CREDITED' OR charge_id IS NULL)
);
CREATE UNIQUE INDEX promotion_grants_charge_id_kind_key ON promotion_grants (charge_id, kind);
CREATE INDEX promotion_grants_promotion_id_id_idx ON promotion_grants (promotion_id, id DESC);
CREATE INDEX promotion_grants_member_id_id_idx ON promotion_grants (member_id, id DESC);
-- Once per member, also of two requests at the same moment.
CREATE UNIQUE INDEX promotion_grants_once_key ON promotion_grants (promotion_id, member_id) WHERE once;
CREATE INDEX promotion_grants_held_idx ON promotion_grants (member_id, id) WHERE state = 'HELD';
-- Promotions that may still give something, among all that ever were.
CREATE INDEX promotions_active_idx ON promotions (ends_at) WHERE state = 'ACTIVE';

-- What a reversal doesn't find of a bonus or coupon is a debt of the charge's member, beside that of the charge.
ALTER TABLE debts DROP CONSTRAINT debts_cause_check, ADD CONSTRAINT debts_cause_check CHECK (cause IN ('REVERSAL', 'REWARD', 'BONUS', 'COUPON'));

-- As before, and for bonuses and coupons: the ledger calls their recovery by refType bonus or coupon, the charge's id.
CREATE OR REPLACE FUNCTION recover_debts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  debt debts;
  available bigint;
  taken bigint;
BEGIN
  FOR debt IN
    SELECT * FROM debts WHERE member_id = NEW.member_id AND recovered + waived < amount ORDER BY created_at, charge_id, cause
  LOOP
    SELECT point INTO available FROM balances WHERE member_id = NEW.member_id FOR UPDATE;
    taken := least(available, debt.amount - debt.recovered - debt.waived);
    EXIT WHEN taken IS NULL OR taken <= 0;
    UPDATE balances SET point = point - taken WHERE member_id = NEW.member_id;
    UPDATE debts SET recovered = recovered + taken, recoveries = recoveries + 1
      WHERE charge_id = debt.charge_id AND cause = debt.cause;
    INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, seq, actor)
      VALUES (NEW.member_id, 'DEBT_RECOVERY', -taken, available - taken,
        CASE debt.cause WHEN 'REVERSAL' THEN 'charge' ELSE lower(debt.cause) END, debt.charge_id, debt.recoveries + 1, 'system');
    INSERT INTO debt_recoveries (charge_id, cause, seq, point, credit_kind, credit_ref_type, credit_ref_id, credit_seq)
      VALUES (debt.charge_id, debt.cause, debt.recoveries + 1, taken, NEW.kind, NEW.ref_type, NEW.ref_id, NEW.seq);
    IF debt.cause = 'REVERSAL' AND debt.recovered + debt.waived + taken = debt.amount THEN
      UPDATE tasks SET resolved_at = now()
      WHERE kind = 'CHARGE_REVERSAL' AND ref_type = 'charge' AND ref_id = debt.charge_id AND resolved_at IS NULL;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
