-- CreateTable
CREATE TABLE "former_identities" (
    "hash" BYTEA NOT NULL,
    "member_id" INTEGER NOT NULL,
    "keep_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_identities_pkey" PRIMARY KEY ("hash","member_id")
);

-- CreateIndex
CREATE INDEX "former_identities_keep_until_idx" ON "former_identities"("keep_until");

-- AddForeignKey
ALTER TABLE "former_identities" ADD CONSTRAINT "former_identities_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;
