-- CreateTable
CREATE TABLE "daily_service_reports" (
    "day" DATE NOT NULL,
    "service_id" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "orders" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "delivered" BIGINT NOT NULL,
    "spent" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "unit_cost" BIGINT NOT NULL,

    CONSTRAINT "daily_service_reports_pkey" PRIMARY KEY ("day","service_id","provider_id")
);

-- CreateTable
CREATE TABLE "report_marks" (
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "report_marks_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "audit_entries_subject_id_idx" ON "audit_entries"("subject_id");

-- CreateIndex
CREATE INDEX "audit_entries_actor_id_id_idx" ON "audit_entries"("actor_id", "id" DESC);

CREATE INDEX audit_entries_action_idx ON audit_entries (action text_pattern_ops, id DESC);
CREATE INDEX audit_entries_at_idx ON audit_entries USING brin (at) WITH (autosummarize = on);

-- Rows stand in the order of their moments: a day's are found without an index row for each.
CREATE INDEX orders_created_at_idx ON orders USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX auto_orders_created_at_idx ON auto_orders USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX members_created_at_idx ON members USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX point_entries_created_at_idx ON point_entries USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX order_events_at_idx ON order_events USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
