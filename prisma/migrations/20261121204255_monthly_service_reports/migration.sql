-- CreateTable
CREATE TABLE "monthly_service_reports" (
    "month" DATE NOT NULL,
    "service_id" INTEGER NOT NULL,
    "orders" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "spent" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "cost" BIGINT NOT NULL,

    CONSTRAINT "monthly_service_reports_pkey" PRIMARY KEY ("month","service_id")
);

-- What was stated by day so far.
INSERT INTO monthly_service_reports (month, service_id, orders, amount, spent, refunded, cost)
SELECT date_trunc('month', day)::date, service_id, sum(orders), sum(amount), sum(spent), sum(refunded), sum(delivered * unit_cost)
FROM daily_service_reports GROUP BY 1, 2;
