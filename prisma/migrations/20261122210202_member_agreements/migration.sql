-- CreateTable
CREATE TABLE "member_agreements" (
    "member_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "version_id" INTEGER NOT NULL,
    "since" TEXT NOT NULL,
    "agreed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_agreements_pkey" PRIMARY KEY ("member_id","kind","version_id")
);

-- AddForeignKey
ALTER TABLE "member_agreements" ADD CONSTRAINT "member_agreements_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "member_agreements" ADD CHECK (kind IN ('service', 'privacy')), ADD CHECK (since ~ '^\d{4}-\d{2}-\d{2}$');
