-- CreateTable
CREATE TABLE "ledger_leaves" (
    "id" INTEGER NOT NULL,
    "from_id" BIGINT NOT NULL,
    "to_id" BIGINT NOT NULL,
    "digest" BYTEA NOT NULL,
    "ids" BIGINT[],
    "prints" BYTEA NOT NULL,

    CONSTRAINT "ledger_leaves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seals" (
    "id" INTEGER NOT NULL,
    "audit_seq" BIGINT NOT NULL,
    "audit_hash" BYTEA NOT NULL,
    "ledger_id" BIGINT NOT NULL,
    "ledger_digest" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "seals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "book_checks" (
    "id" SERIAL NOT NULL,
    "asked_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "balanced" BOOLEAN,
    "proof" JSONB,

    CONSTRAINT "book_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_links" (
    "seq" BIGINT NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "content" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_links_pkey" PRIMARY KEY ("seq")
);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_leaves_to_id_key" ON "ledger_leaves"("to_id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_links_entry_id_key" ON "audit_links"("entry_id");

ALTER TABLE "ledger_leaves" ALTER COLUMN "ids" SET NOT NULL;

-- They only ever grow, as what they prove does.
CREATE TRIGGER audit_links_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_leaves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_leaves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The ledger's rows stand in the order of their numbers: a range of them is found without an index row for each.
CREATE INDEX point_entries_id_idx ON point_entries USING brin (id) WITH (pages_per_range = 32, autosummarize = on);

-- Rows are chained as their transactions commit: the lock is a transaction's last and is held for one commit, so that it
-- can be part of no deadlock, and nobody who holds a balance waits for it while he works.
CREATE FUNCTION chain_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last audit_links;
  own bytea := sha256(convert_to(ROW(NEW.id, NEW.actor_id, NEW.action, NEW.subject_type, NEW.subject_id, NEW.before,
    NEW.after, NEW.reason, NEW.address, (extract(epoch FROM NEW.at) * 1000)::bigint)::text, 'UTF8'));
BEGIN
  PERFORM pg_advisory_xact_lock(7130402212);
  SELECT * INTO last FROM audit_links ORDER BY seq DESC LIMIT 1;
  INSERT INTO audit_links (seq, entry_id, content, hash)
  VALUES (coalesce(last.seq, 0) + 1, NEW.id, own, sha256(coalesce(last.hash, ''::bytea) || own));
  RETURN NULL;
END $$;

-- What was written before there was a chain, in the order of its numbers.
DO $$
DECLARE
  entry record;
  seq bigint := 0;
  hash bytea := '';
BEGIN
  FOR entry IN
    SELECT id, sha256(convert_to(ROW(id, actor_id, action, subject_type, subject_id, before, after, reason, address,
      (extract(epoch FROM at) * 1000)::bigint)::text, 'UTF8')) AS content
    FROM audit_entries ORDER BY id
  LOOP
    seq := seq + 1;
    hash := sha256(hash || entry.content);
    INSERT INTO audit_links (seq, entry_id, content, hash) VALUES (seq, entry.id, entry.content, hash);
  END LOOP;
END $$;

CREATE CONSTRAINT TRIGGER audit_entries_chain AFTER INSERT ON audit_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION chain_audit();
