-- CreateTable
CREATE TABLE "reauth_failures" (
    "id" BIGSERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "session_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reauth_failures_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reset_links" (
    "id" SERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reset_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_events" (
    "id" BIGSERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reauth_failures_member_id_at_idx" ON "reauth_failures"("member_id", "at");

-- CreateIndex
CREATE INDEX "reset_links_member_id_created_at_idx" ON "reset_links"("member_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "account_events_member_id_id_idx" ON "account_events"("member_id", "id" DESC);

-- CreateIndex
CREATE INDEX "account_events_created_at_idx" ON "account_events"("created_at");

-- Account events only grow, and each stays for at least six months: then the retention job deletes it.
CREATE TRIGGER account_events_append_only BEFORE UPDATE OR TRUNCATE ON account_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_events_kept BEFORE DELETE ON account_events FOR EACH ROW
  WHEN (OLD.created_at > now() - interval '6 months') EXECUTE FUNCTION refuse_change();
