-- A task tells of each debt: CHARGE_REVERSAL (of the charge) of what is missing of a charge, its bonus and its coupon,
-- REWARD_REVERSAL (of the referrer) of rewards. It ends when all debts that it tells of are paid, whoever pays them.
CREATE FUNCTION end_debt_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.cause = 'REWARD' THEN
    UPDATE tasks SET resolved_at = now()
    WHERE kind = 'REWARD_REVERSAL' AND ref_type = 'member' AND ref_id = NEW.member_id AND resolved_at IS NULL
      AND NOT EXISTS (SELECT FROM debts WHERE member_id = NEW.member_id AND recovered + waived < amount AND cause = 'REWARD');
  ELSE
    UPDATE tasks SET resolved_at = now()
    WHERE kind = 'CHARGE_REVERSAL' AND ref_type = 'charge' AND ref_id = NEW.charge_id AND resolved_at IS NULL
      AND NOT EXISTS (SELECT FROM debts WHERE charge_id = NEW.charge_id AND recovered + waived < amount AND cause <> 'REWARD');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER debts_task AFTER UPDATE ON debts
  FOR EACH ROW WHEN (NEW.recovered + NEW.waived = NEW.amount) EXECUTE FUNCTION end_debt_task();

-- As before, but it leaves the tasks to the trigger above.
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
  END LOOP;
  RETURN NULL;
END $$;

-- Debts of before, of which no task was ever filed.
INSERT INTO tasks (kind, ref_type, ref_id, detail)
SELECT 'CHARGE_REVERSAL', 'charge', c.id, jsonb_build_object('memberNo', c.member_id, 'name', c.name, 'point', c.point / 100.0,
  'reversed', coalesce(c.reversed, 0) / 100.0, 'missing', sum(d.amount) / 100.0, 'reason', coalesce(c.reason, ''))
FROM debts d JOIN charges c ON c.id = d.charge_id
WHERE d.cause <> 'REWARD' AND d.recovered + d.waived < d.amount
  AND NOT EXISTS (SELECT FROM tasks t WHERE t.kind = 'CHARGE_REVERSAL' AND t.ref_type = 'charge' AND t.ref_id = c.id)
GROUP BY c.id;
INSERT INTO tasks (kind, ref_type, ref_id, detail)
SELECT 'REWARD_REVERSAL', 'member', member_id, jsonb_build_object('missing', sum(amount - recovered - waived) / 100.0)
FROM debts WHERE cause = 'REWARD' AND recovered + waived < amount GROUP BY member_id;
