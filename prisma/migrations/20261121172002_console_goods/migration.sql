-- CreateIndex
CREATE INDEX "provider_attempts_provider_id_id_idx" ON "provider_attempts"("provider_id", "id" DESC);

-- What hangs on a service, and what a provider left unclear: both are few rows of large tables.
CREATE INDEX orders_open_service_idx ON orders (service_id) WHERE status IN (0, 1, 4);
CREATE INDEX auto_orders_active_service_idx ON auto_orders (service_id) WHERE status = 0;
CREATE INDEX provider_attempts_unknown_idx ON provider_attempts (provider_id) WHERE outcome = 'UNKNOWN';
