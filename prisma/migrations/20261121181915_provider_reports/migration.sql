-- CreateTable
CREATE TABLE "daily_provider_reports" (
    "day" DATE NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "orders" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "spent" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "cost" BIGINT NOT NULL,

    CONSTRAINT "daily_provider_reports_pkey" PRIMARY KEY ("day","provider_id")
);

-- Whatever was stated before is stated afresh, with these.
DELETE FROM report_marks WHERE name = 'services';
