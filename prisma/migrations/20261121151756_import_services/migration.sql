-- CreateTable
CREATE TABLE "provider_price_lists" (
    "provider_id" INTEGER NOT NULL,
    "exchange_rate" BIGINT NOT NULL DEFAULT 100000,
    "margin" INTEGER NOT NULL DEFAULT 2000,
    "auto_sync" BOOLEAN NOT NULL DEFAULT false,
    "next_sync_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "synced_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_price_lists_pkey" PRIMARY KEY ("provider_id")
);

-- CreateTable
CREATE TABLE "provider_services" (
    "provider_id" INTEGER NOT NULL,
    "remote_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "rate" BIGINT NOT NULL,
    "min" INTEGER NOT NULL,
    "max" INTEGER NOT NULL,
    "refill" BOOLEAN NOT NULL,
    "cancel" BOOLEAN NOT NULL,
    "dripfeed" BOOLEAN NOT NULL,
    "gone" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "provider_services_pkey" PRIMARY KEY ("provider_id","remote_id")
);

-- CreateTable
CREATE TABLE "service_previews" (
    "id" SERIAL NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "services" JSONB NOT NULL,
    "digest" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_previews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_syncs" (
    "service_id" INTEGER NOT NULL,
    "rule" TEXT NOT NULL,
    "margin" INTEGER NOT NULL,
    "off_by_sync" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "service_syncs_pkey" PRIMARY KEY ("service_id")
);

-- CreateIndex
CREATE INDEX "service_previews_provider_id_idx" ON "service_previews"("provider_id");

-- By hand: what Prisma's schema can't say.
ALTER TABLE provider_price_lists
  ADD FOREIGN KEY (provider_id) REFERENCES providers (id) ON DELETE CASCADE,
  ADD CHECK (exchange_rate > 0 AND margin >= 0);
ALTER TABLE provider_services
  ADD FOREIGN KEY (provider_id) REFERENCES providers (id) ON DELETE CASCADE,
  ADD CHECK (rate > 0 AND min >= 1 AND max >= min);
ALTER TABLE service_previews ADD FOREIGN KEY (provider_id) REFERENCES providers (id) ON DELETE CASCADE;
ALTER TABLE service_syncs
  ADD FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE,
  ADD CHECK (rule IN ('FOLLOW', 'FREEZE', 'OFF') AND margin >= 0);
