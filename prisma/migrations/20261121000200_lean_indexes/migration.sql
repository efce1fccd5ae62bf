-- An order writes five rows: as few indexes as the reads need. Keys that begin with what is asked for serve as both.

ALTER TABLE "order_events" DROP CONSTRAINT "order_events_pkey", ADD CONSTRAINT "order_events_pkey" PRIMARY KEY ("order_id", "id");
DROP INDEX "order_events_order_id_id_idx";

ALTER TABLE "point_entries" DROP CONSTRAINT "point_entries_pkey", ADD CONSTRAINT "point_entries_pkey" PRIMARY KEY ("member_id", "id");
DROP INDEX "point_entries_member_id_id_idx";

DROP INDEX "idempotency_keys_created_at_idx";
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING brin ("created_at");

-- orders_status_id_idx finds open orders too.
DROP INDEX "orders_open_idx";
DROP INDEX "orders_auto_order_id_run_no_key";
CREATE UNIQUE INDEX "orders_auto_order_id_run_no_key" ON "orders" ("auto_order_id", "run_no") WHERE "auto_order_id" IS NOT NULL;
