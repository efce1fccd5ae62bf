-- AlterTable
ALTER TABLE "providers" ADD COLUMN     "alert_below" DECIMAL(20,5),
ADD COLUMN     "balance" DECIMAL(20,5),
ADD COLUMN     "currency" TEXT,
ADD COLUMN     "dialect" TEXT NOT NULL DEFAULT 'FORM',
ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "max_in_flight" INTEGER NOT NULL DEFAULT 4,
ADD COLUMN     "next_balance_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "next_send_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "no_funds_until" TIMESTAMPTZ(3),
ADD COLUMN     "paused_until" TIMESTAMPTZ(3),
ADD COLUMN     "per_minute" INTEGER NOT NULL DEFAULT 600;

-- AlterTable
ALTER TABLE "provider_attempts" ADD COLUMN     "last_heard" TEXT,
ADD COLUMN     "next_poll_at" TIMESTAMPTZ(3),
ADD COLUMN     "provider_service_id" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "retry_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "service_routes" (
    "service_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "provider_service_id" TEXT NOT NULL,

    CONSTRAINT "service_routes_pkey" PRIMARY KEY ("service_id","position")
);

-- CreateIndex
CREATE INDEX "service_routes_provider_id_idx" ON "service_routes"("provider_id");

-- AddForeignKey
ALTER TABLE "service_routes" ADD CONSTRAINT "service_routes_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_routes" ADD CONSTRAINT "service_routes_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "providers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand: what Prisma's schema can't say.
ALTER TABLE providers
  ADD CHECK (dialect IN ('FORM', 'JSON')),
  ADD CHECK (max_in_flight >= 1 AND per_minute >= 1);
ALTER TABLE service_routes ADD CHECK (position >= 1);
ALTER TABLE provider_attempts
  ADD CHECK (outcome IN ('SENT', 'UNKNOWN', 'REFUSED', 'NO_FUNDS', 'UNSENT')),
  ADD CHECK (outcome <> 'SENT' OR provider_order_id IS NOT NULL);
-- Nothing is sent while it may have been sent already (decisions 8).
CREATE UNIQUE INDEX provider_attempts_order_key ON provider_attempts (order_id)
  WHERE outcome IS NULL OR outcome IN ('SENT', 'UNKNOWN');
CREATE INDEX provider_attempts_open_idx ON provider_attempts (provider_id) WHERE outcome IS NULL;
CREATE INDEX provider_attempts_poll_idx ON provider_attempts (provider_id, next_poll_at) WHERE outcome = 'SENT';
