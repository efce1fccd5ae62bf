-- AlterTable
ALTER TABLE "referral_rewards" ADD COLUMN     "decided_by" INTEGER,
ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "held_at" TIMESTAMPTZ(3),
ADD COLUMN     "paid" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "taken_back" BIGINT NOT NULL DEFAULT 0;

-- A reward is no longer paid at once (docs/decisions/0023). due_at is when the worker looks at a row next, null when there is
-- nothing to look at; held_at is when it began to wait for staff.
UPDATE referral_rewards SET paid = reward WHERE state = 'PAID';
UPDATE referral_rewards SET due_at = now() WHERE state = 'OWED';
ALTER TABLE referral_rewards
  DROP CONSTRAINT referral_rewards_state_check,
  DROP CONSTRAINT referral_rewards_check1,
  ADD CHECK (state IN ('NONE', 'OWED', 'WAITING', 'PAID', 'CANCELED', 'REFUSED')),
  ADD CHECK ((state IN ('NONE', 'OWED', 'WAITING')) = (settled_at IS NULL)),
  ADD CHECK (paid BETWEEN 0 AND reward AND (state = 'PAID') = (paid > 0)),
  ADD CHECK (taken_back BETWEEN 0 AND paid),
  ADD CHECK (state <> 'WAITING' OR held_at IS NOT NULL),
  ADD CHECK (state <> 'REFUSED' OR decided_by IS NOT NULL),
  ADD CHECK (due_at IS NULL OR state IN ('OWED', 'WAITING', 'PAID')),
  ADD CHECK (due_at IS NOT NULL OR state NOT IN ('OWED', 'WAITING'));
DROP INDEX referral_rewards_owed_idx;
CREATE INDEX referral_rewards_due_idx ON referral_rewards (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX referral_rewards_referrer_id_idx ON referral_rewards (referrer_id, charge_id DESC);

-- As before, but the row is first looked at by the job, which knows the deposit's time once the matching has committed.
CREATE OR REPLACE FUNCTION file_referral_reward() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  filed referral_rewards;
BEGIN
  INSERT INTO referral_rewards (charge_id, member_id, referrer_id, reward, state, due_at)
  SELECT NEW.id, NEW.member_id, r.id, o.reward, CASE WHEN o.reward > 0 THEN 'OWED' ELSE 'NONE' END,
    CASE WHEN o.reward > 0 THEN now() END
  FROM members m
    JOIN members r ON r.id = m.referred_by_id AND r.deleted_at IS NULL
    LEFT JOIN settings s ON s.key = 'REFERRAL_REWARD_PERCENT'
    CROSS JOIN LATERAL (
      SELECT CASE WHEN jsonb_typeof(s.value) = 'number' THEN (s.value #>> '{}')::numeric END AS percent OFFSET 0
    ) p
    CROSS JOIN LATERAL (
      SELECT CASE WHEN p.percent BETWEEN 0 AND 100 THEN floor(NEW.point * p.percent / 100)::bigint ELSE 0 END AS reward
    ) o
  WHERE m.id = NEW.member_id AND NOT EXISTS (
    SELECT FROM charges c
    WHERE c.member_id = NEW.member_id AND c.status = 1 AND (c.response_at, c.id) < (NEW.response_at, NEW.id)
  )
  ON CONFLICT (member_id) DO NOTHING
  RETURNING * INTO filed;
  IF filed.state = 'OWED' THEN
    PERFORM graphile_worker.add_job('pay-reward', json_build_object('id', filed.charge_id), max_attempts := 3,
      job_key := 'reward:' || filed.charge_id);
  END IF;
  RETURN NULL;
END $$;

-- Whoever takes a charge back has its reward looked at again, in the same transaction.
CREATE FUNCTION look_at_reward_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE referral_rewards SET due_at = now() WHERE charge_id = NEW.id AND state IN ('OWED', 'WAITING', 'PAID');
  IF FOUND THEN
    PERFORM graphile_worker.add_job('pay-reward', json_build_object('id', NEW.id), max_attempts := 3,
      job_key := 'reward:' || NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER charges_reward_again AFTER UPDATE OF reversed_at ON charges
  FOR EACH ROW WHEN (OLD.reversed_at IS DISTINCT FROM NEW.reversed_at) EXECUTE FUNCTION look_at_reward_again();
