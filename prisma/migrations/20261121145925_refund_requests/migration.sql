-- CreateTable
CREATE TABLE "refund_requests" (
    "id" SERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "point" BIGINT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "account" BYTEA NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 0,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "response_at" TIMESTAMPTZ(3),

    CONSTRAINT "refund_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refund_requests_member_id_id_idx" ON "refund_requests"("member_id", "id" DESC);

-- CreateIndex
CREATE INDEX "refund_requests_status_id_idx" ON "refund_requests"("status", "id" DESC);

-- AddForeignKey
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- One open wish a member; nothing is paid back twice, and an answer has its time (decisions 4).
ALTER TABLE refund_requests
  ADD CHECK (status IN (0, 1, 2)),
  ADD CHECK (point > 0),
  ADD CHECK ((status = 0) = (response_at IS NULL));
CREATE UNIQUE INDEX refund_requests_open_key ON refund_requests (member_id) WHERE status = 0;

-- Recovered points can't be paid back: they are few among a member's entries, and asked for on every visit of /point.
CREATE INDEX point_entries_recovered_idx ON point_entries (member_id, id) WHERE kind = 'UNFOLLOW_RECOVERY';
