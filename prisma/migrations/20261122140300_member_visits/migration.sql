-- CreateTable
CREATE TABLE "member_visits" (
    "member_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_visits_pkey" PRIMARY KEY ("member_id","kind","hash")
);

-- CreateIndex
CREATE INDEX "member_visits_last_at_idx" ON "member_visits"("last_at");

-- AddForeignKey
ALTER TABLE "member_visits" ADD CONSTRAINT "member_visits_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE member_visits ADD CHECK (kind IN ('DEVICE', 'NETWORK')), ADD CHECK (octet_length(hash) = 32);
