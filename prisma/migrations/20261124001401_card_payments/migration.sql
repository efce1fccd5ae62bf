-- AlterTable
ALTER TABLE "charges" ADD COLUMN     "method" TEXT NOT NULL DEFAULT 'TRANSFER',
ADD COLUMN     "returned" BIGINT;

-- CreateTable
CREATE TABLE "card_payments" (
    "id" SERIAL NOT NULL,
    "payment_id" TEXT NOT NULL,
    "member_id" INTEGER NOT NULL,
    "point" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'READY',
    "account" JSONB,
    "charge_id" INTEGER,
    "cancelled" BIGINT NOT NULL DEFAULT 0,
    "asks" INTEGER NOT NULL DEFAULT 0,
    "next_ask_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "card_cancellations" (
    "id" SERIAL NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "remote_id" TEXT,
    "cancellable" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'SENDING',
    "error" TEXT,
    "asked_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "card_cancellations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "card_payments_payment_id_key" ON "card_payments"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "card_payments_charge_id_key" ON "card_payments"("charge_id");

-- CreateIndex
CREATE INDEX "card_payments_member_id_id_idx" ON "card_payments"("member_id", "id" DESC);

-- CreateIndex
CREATE INDEX "card_payments_next_ask_at_idx" ON "card_payments"("next_ask_at");

-- CreateIndex
CREATE UNIQUE INDEX "card_cancellations_key_key" ON "card_cancellations"("key");

-- CreateIndex
CREATE INDEX "card_cancellations_payment_id_idx" ON "card_cancellations"("payment_id");

-- AddForeignKey
ALTER TABLE "card_payments" ADD CONSTRAINT "card_payments_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_payments" ADD CONSTRAINT "card_payments_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_cancellations" ADD CONSTRAINT "card_cancellations_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "card_payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE card_payments
  ADD CHECK (state IN ('READY', 'ISSUED', 'PAID', 'DISPUTED', 'ENDED')),
  ADD CHECK ((state = 'PAID') = (charge_id IS NOT NULL)),
  ADD CHECK (point > 0 AND point % 100 = 0),
  ADD CHECK (cancelled BETWEEN 0 AND point);
ALTER TABLE card_cancellations
  ADD CHECK (state IN ('SENDING', 'DONE', 'REFUSED')),
  ADD CHECK ((state = 'SENDING') = (ended_at IS NULL)),
  ADD CHECK (amount > 0 AND amount % 100 = 0 AND amount <= cancellable);
-- One at a time: the next one states what the last one left.
CREATE UNIQUE INDEX card_cancellations_sending_key ON card_cancellations (payment_id) WHERE state = 'SENDING';

-- A card charge is taken back in parts, each time its payment is cancelled in part; others whole, once.
DO $$
DECLARE
  old text;
BEGIN
  SELECT conname INTO STRICT old FROM pg_constraint
  WHERE conrelid = 'charges'::regclass AND pg_get_constraintdef(oid) = 'CHECK (((reversed_at IS NULL) = (reversed IS NULL)))';
  EXECUTE format('ALTER TABLE charges DROP CONSTRAINT %I', old);
END $$;
ALTER TABLE charges
  ADD CHECK (method IN ('TRANSFER', 'CARD')),
  ADD CHECK (returned IS NULL OR (method = 'CARD' AND status = 1 AND returned BETWEEN 0 AND point AND reversed <= returned)),
  ADD CHECK ((reversed IS NOT NULL) = (reversed_at IS NOT NULL OR returned IS NOT NULL)),
  ADD CHECK (method = 'TRANSFER' OR (reversed_at IS NOT NULL) = (returned IS NOT DISTINCT FROM point));

-- The reward for a card charge follows what was cancelled of its payment.
CREATE FUNCTION look_at_card_reward_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE referral_rewards SET due_at = now() WHERE charge_id = NEW.charge_id AND state IN ('OWED', 'WAITING', 'PAID');
  IF FOUND THEN
    PERFORM graphile_worker.add_job('pay-reward', json_build_object('id', NEW.charge_id), max_attempts := 3,
      job_key := 'reward:' || NEW.charge_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER card_payments_reward AFTER UPDATE OF cancelled ON card_payments
  FOR EACH ROW WHEN (OLD.cancelled <> NEW.cancelled AND NEW.charge_id IS NOT NULL) EXECUTE FUNCTION look_at_card_reward_again();
