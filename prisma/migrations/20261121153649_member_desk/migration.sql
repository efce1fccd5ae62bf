-- AlterTable
ALTER TABLE "members" ADD COLUMN     "memo" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "adjustments" (
    "id" SERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "delta" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'WAITING',
    "asked_by" INTEGER NOT NULL,
    "decided_by" INTEGER,
    "idempotency_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "adjustments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "adjustments_member_id_idx" ON "adjustments"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "adjustments_asked_by_idempotency_key_key" ON "adjustments"("asked_by", "idempotency_key");

ALTER TABLE "adjustments"
  ADD CHECK (status IN ('WAITING', 'DONE', 'REJECTED')),
  ADD CHECK (delta <> 0),
  ADD CHECK ((status = 'WAITING') = (decided_at IS NULL));

-- Staff look a member up by how his id, address or number begins.
CREATE INDEX "members_login_id_prefix_idx" ON "members" ("login_id" text_pattern_ops);
CREATE INDEX "members_email_prefix_idx" ON "members" ("email" text_pattern_ops);
CREATE INDEX "members_phone_prefix_idx" ON "members" ("phone" text_pattern_ops);
