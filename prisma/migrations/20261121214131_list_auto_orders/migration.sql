-- CreateIndex
CREATE INDEX "auto_orders_status_id_idx" ON "auto_orders"("status", "id" DESC);

-- By hand: what waits for a second owner is few of many.
CREATE INDEX adjustments_waiting_idx ON adjustments (id) WHERE status = 'WAITING';
