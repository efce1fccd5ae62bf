-- A reward that is taken back becomes a debt of the referrer where his balance doesn't hold it, beside the debt that the
-- reversal of the same charge may be to the referred member: a charge has at most one debt of each cause.
ALTER TABLE "debt_recoveries" DROP CONSTRAINT "debt_recoveries_charge_id_fkey";
ALTER TABLE "debts" DROP CONSTRAINT "debts_pkey",
ADD COLUMN     "cause" TEXT NOT NULL DEFAULT 'REVERSAL',
ADD CONSTRAINT "debts_pkey" PRIMARY KEY ("charge_id", "cause");
ALTER TABLE "debt_recoveries" DROP CONSTRAINT "debt_recoveries_pkey",
ADD COLUMN     "cause" TEXT NOT NULL DEFAULT 'REVERSAL',
ADD CONSTRAINT "debt_recoveries_pkey" PRIMARY KEY ("charge_id", "cause", "seq");
ALTER TABLE "debt_recoveries" ADD CONSTRAINT "debt_recoveries_charge_id_cause_fkey" FOREIGN KEY ("charge_id", "cause") REFERENCES "debts"("charge_id", "cause") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "referral_rewards" ADD COLUMN     "reasons" TEXT[] NOT NULL DEFAULT '{}';

ALTER TABLE debts ADD CHECK (cause IN ('REVERSAL', 'REWARD'));

-- As before, and for both causes: the ledger calls the recovery of a reward by refType reward, the referred charge's id.
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
        CASE debt.cause WHEN 'REWARD' THEN 'reward' ELSE 'charge' END, debt.charge_id, debt.recoveries + 1, 'system');
    INSERT INTO debt_recoveries (charge_id, cause, seq, point, credit_kind, credit_ref_type, credit_ref_id, credit_seq)
      VALUES (debt.charge_id, debt.cause, debt.recoveries + 1, taken, NEW.kind, NEW.ref_type, NEW.ref_id, NEW.seq);
    IF debt.cause = 'REVERSAL' AND debt.recovered + debt.waived + taken = debt.amount THEN
      UPDATE tasks SET resolved_at = now()
      WHERE kind = 'CHARGE_REVERSAL' AND ref_type = 'charge' AND ref_id = debt.charge_id AND resolved_at IS NULL;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- A refund request of the referred member that is paid returns some of his charge, one that is declined lets the reward be
-- paid: whoever settles it has the reward looked at again, in the same transaction.
CREATE FUNCTION look_at_reward_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  again integer;
BEGIN
  UPDATE referral_rewards SET due_at = now() WHERE member_id = NEW.member_id AND state IN ('OWED', 'WAITING', 'PAID')
    RETURNING charge_id INTO again;
  IF FOUND THEN
    PERFORM graphile_worker.add_job('pay-reward', json_build_object('id', again), max_attempts := 3,
      job_key := 'reward:' || again);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refund_requests_reward AFTER UPDATE OF status ON refund_requests
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION look_at_reward_of_refund();
