-- CreateTable
CREATE TABLE "backup_states" (
    "kind" TEXT NOT NULL,
    "succeeded_at" TIMESTAMPTZ(3),
    "bytes" BIGINT,
    "failed_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "backup_states_pkey" PRIMARY KEY ("kind")
);

ALTER TABLE backup_states ADD CONSTRAINT backup_states_kind_check CHECK (kind IN ('BASE', 'WAL'));
