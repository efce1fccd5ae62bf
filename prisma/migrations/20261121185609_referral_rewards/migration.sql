-- CreateTable
CREATE TABLE "referral_rewards" (
    "charge_id" INTEGER NOT NULL,
    "member_id" INTEGER NOT NULL,
    "referrer_id" INTEGER NOT NULL,
    "reward" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "referral_rewards_pkey" PRIMARY KEY ("charge_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "referral_rewards_member_id_key" ON "referral_rewards"("member_id");

-- AddForeignKey
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE referral_rewards
  ADD CHECK (reward >= 0),
  ADD CHECK (state IN ('NONE', 'OWED', 'PAID', 'CANCELED')),
  ADD CHECK ((state = 'NONE') = (reward = 0)),
  ADD CHECK ((state IN ('NONE', 'OWED')) = (settled_at IS NULL));
CREATE INDEX referral_rewards_owed_idx ON referral_rewards (charge_id) WHERE state = 'OWED';

-- Whatever accepts a charge files what its member's referrer is owed, in the same transaction and with the percent of that
-- moment; of one member's charges accepted at once the first row stands. A percent that is no percent is none, as the
-- settings read it.
CREATE FUNCTION file_referral_reward() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  filed referral_rewards;
BEGIN
  INSERT INTO referral_rewards (charge_id, member_id, referrer_id, reward, state)
  SELECT NEW.id, NEW.member_id, r.id, o.reward, CASE WHEN o.reward > 0 THEN 'OWED' ELSE 'NONE' END
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
CREATE TRIGGER charges_referral AFTER INSERT OR UPDATE OF status ON charges
  FOR EACH ROW WHEN (NEW.status = 1) EXECUTE FUNCTION file_referral_reward();

-- First charges that were accepted before anything was owed for them: nothing is, and no later one is the first.
INSERT INTO referral_rewards (charge_id, member_id, referrer_id, reward, state)
  SELECT DISTINCT ON (c.member_id) c.id, c.member_id, m.referred_by_id, 0, 'NONE'
  FROM charges c JOIN members m ON m.id = c.member_id
  WHERE c.status = 1 AND m.referred_by_id IS NOT NULL ORDER BY c.member_id, c.response_at, c.id;
