-- CreateTable
CREATE TABLE "api_requests" (
    "id" UUID NOT NULL,
    "member_id" INTEGER NOT NULL,
    "key_id" INTEGER NOT NULL,
    "call" TEXT NOT NULL,
    "failed" BOOLEAN NOT NULL,
    "status" SMALLINT NOT NULL,
    "error_code" TEXT,
    "error" TEXT,
    "duration" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "service_id" INTEGER,
    "amount" INTEGER,
    "order_id" INTEGER,
    "omitted" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "api_requests_member_id_id_call_key_id_failed_idx" ON "api_requests"("member_id", "id" DESC, "call", "key_id", "failed");
