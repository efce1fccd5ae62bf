-- CreateTable
CREATE TABLE "enrol_codes" (
    "member_id" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "issued_by" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "enrol_codes_pkey" PRIMARY KEY ("member_id")
);
