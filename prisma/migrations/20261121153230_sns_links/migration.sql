-- CreateTable
CREATE TABLE "sns_links" (
    "id" SERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sns_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sns_spent_tickets" (
    "id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sns_spent_tickets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sns_links_member_id_idx" ON "sns_links"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "sns_links_provider_subject_key" ON "sns_links"("provider", "subject");

-- AddForeignKey
ALTER TABLE "sns_links" ADD CONSTRAINT "sns_links_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE sns_links ADD CHECK (provider IN ('NAVER', 'KAKAO'));
