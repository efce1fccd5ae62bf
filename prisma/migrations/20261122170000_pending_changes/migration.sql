-- AlterTable
ALTER TABLE "members" ADD COLUMN     "role_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "pending_changes" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "before" BYTEA NOT NULL,
    "after" BYTEA NOT NULL,
    "shown" JSONB NOT NULL,
    "needs_consent" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'WAITING',
    "asked_by" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "effective_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" INTEGER,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "pending_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "pending_changes_state_id_idx" ON "pending_changes"("state", "id" DESC);

ALTER TABLE pending_changes
  ADD CHECK (kind IN ('SETTING', 'ROLE', 'PROVIDER')),
  ADD CHECK (state IN ('WAITING', 'APPLIED', 'WITHDRAWN', 'REFUSED', 'REPLACED', 'OUTDATED')),
  ADD CHECK ((state = 'WAITING') = (decided_at IS NULL)),
  ADD CHECK (effective_at >= created_at + interval '24 hours');

-- Of one thing one change waits.
CREATE UNIQUE INDEX pending_changes_waiting_key ON pending_changes (kind, subject) WHERE state = 'WAITING';

-- Since when somebody has the role he has, whoever gave it to him: a new OWNER is nobody's second person for a day.
CREATE FUNCTION note_role_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role = 'MEMBER' THEN
    NEW.role_since := NULL;
  ELSIF TG_OP = 'INSERT' OR NEW.role IS DISTINCT FROM OLD.role THEN
    NEW.role_since := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER members_role_since BEFORE INSERT OR UPDATE OF role ON members
  FOR EACH ROW EXECUTE FUNCTION note_role_since();
UPDATE members SET role_since = created_at WHERE role <> 'MEMBER';
