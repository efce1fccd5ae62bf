-- Lists of staff by days and by sorted columns: each order of rows has an index that ends with the id, which decides
-- between equal keys. The BRIN indexes on times can't give an order.
CREATE INDEX "orders_created_at_id_idx" ON "orders"("created_at", "id");
DROP INDEX orders_created_at_idx;
CREATE INDEX "orders_price_id_idx" ON "orders"("price", "id");
CREATE INDEX "auto_orders_created_at_id_idx" ON "auto_orders"("created_at", "id");
DROP INDEX auto_orders_created_at_idx;
CREATE INDEX "members_created_at_id_idx" ON "members"("created_at", "id");
DROP INDEX members_created_at_idx;
CREATE INDEX members_last_login_idx ON members (coalesce(last_login_at, 'epoch'::timestamptz), id);
CREATE INDEX "charges_created_at_id_idx" ON "charges"("created_at", "id");
CREATE INDEX "receipts_created_at_id_idx" ON "receipts"("created_at", "id");
CREATE INDEX "refund_requests_created_at_id_idx" ON "refund_requests"("created_at", "id");
CREATE INDEX "tasks_created_at_id_idx" ON "tasks"("created_at", "id");
CREATE INDEX "deposits_at_id_idx" ON "deposits"("at", "id");

-- Searched by amount and sorted by amount: the id has to run in the direction of the amount.
DROP INDEX "charges_pay_amount_id_idx";
CREATE INDEX "charges_pay_amount_id_idx" ON "charges"("pay_amount", "id");
DROP INDEX "deposits_amount_id_idx";
CREATE INDEX "deposits_amount_id_idx" ON "deposits"("amount", "id");
