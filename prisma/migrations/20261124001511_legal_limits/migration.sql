-- CreateTable
CREATE TABLE "issue_days" (
    "day" DATE NOT NULL,
    "paid" BIGINT NOT NULL,
    "free" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,

    CONSTRAINT "issue_days_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "retention_runs" (
    "id" SERIAL NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed" JSONB NOT NULL,

    CONSTRAINT "retention_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "legal_alerts" (
    "meter" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "legal_alerts_pkey" PRIMARY KEY ("meter","level")
);
