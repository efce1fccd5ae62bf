-- CreateTable
CREATE TABLE "daily_reports" (
    "day" DATE NOT NULL,
    "orders" INTEGER NOT NULL,
    "auto_orders" INTEGER NOT NULL,
    "charges" INTEGER NOT NULL,
    "members" INTEGER NOT NULL,
    "charged" BIGINT NOT NULL,
    "spent" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "other" BIGINT NOT NULL,

    CONSTRAINT "daily_reports_pkey" PRIMARY KEY ("day")
);
