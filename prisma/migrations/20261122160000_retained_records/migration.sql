-- AlterTable
ALTER TABLE "members" ADD COLUMN     "archived_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "retained_records" (
    "id" SERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "ref_id" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "keep_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retained_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "retired_login_ids" (
    "digest" BYTEA NOT NULL,
    "member_id" INTEGER NOT NULL,

    CONSTRAINT "retired_login_ids_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE UNIQUE INDEX "retained_records_kind_ref_id_key" ON "retained_records"("kind", "ref_id");

-- CreateIndex
CREATE INDEX "retained_records_member_id_id_idx" ON "retained_records"("member_id", "id");

-- CreateIndex
CREATE INDEX "retained_records_keep_until_idx" ON "retained_records"("keep_until");

-- CreateIndex
CREATE UNIQUE INDEX "retired_login_ids_member_id_key" ON "retired_login_ids"("member_id");

ALTER TABLE retained_records
  ADD CHECK (kind IN ('MEMBER', 'CHARGE', 'DEPOSIT', 'REFUND', 'ORDER', 'AUTO_ORDER')),
  ADD CHECK (keep_until > recorded_at);

-- Deleted members whose records still stand in the live tables.
CREATE INDEX members_unarchived_idx ON members (id) WHERE deleted_at IS NOT NULL AND archived_at IS NULL;

CREATE TRIGGER retained_records_unchanged BEFORE UPDATE OR TRUNCATE ON retained_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER retired_login_ids_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON retired_login_ids
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION keep_retained_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.keep_until > now() THEN
    RAISE EXCEPTION 'retained_records %: to be kept until %', OLD.id, OLD.keep_until
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER retained_records_kept BEFORE DELETE ON retained_records
  FOR EACH ROW EXECUTE FUNCTION keep_retained_record();

-- A login id of one who left is refused as any taken one is. After the insert, not before it: whoever waited for the
-- deletion of that very id sees here what it has written.
CREATE FUNCTION refuse_retired_login_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM retired_login_ids WHERE digest = sha256(convert_to(NEW.login_id, 'UTF8'))) THEN
    RAISE EXCEPTION 'login id % is taken for ever', NEW.login_id
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'members_login_id_key';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER members_retired_login_id AFTER INSERT ON members
  FOR EACH ROW EXECUTE FUNCTION refuse_retired_login_id();
