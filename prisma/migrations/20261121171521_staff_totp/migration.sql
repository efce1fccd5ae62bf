-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "totp_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "staff_totp" (
    "member_id" INTEGER NOT NULL,
    "secret" BYTEA NOT NULL,
    "last_step" BIGINT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_totp_pkey" PRIMARY KEY ("member_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "code_hash" BYTEA NOT NULL,
    "member_id" INTEGER NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("code_hash")
);

-- CreateTable
CREATE TABLE "login_tickets" (
    "id" SERIAL NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "member_id" INTEGER NOT NULL,
    "secret" BYTEA,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "login_tickets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "recovery_codes_member_id_idx" ON "recovery_codes"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "login_tickets_token_hash_key" ON "login_tickets"("token_hash");

-- CreateIndex
CREATE INDEX "login_tickets_member_id_created_at_idx" ON "login_tickets"("member_id", "created_at");

-- AddForeignKey
ALTER TABLE "staff_totp" ADD CONSTRAINT "staff_totp_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_tickets" ADD CONSTRAINT "login_tickets_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;
