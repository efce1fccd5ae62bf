-- A deleted member's row stays for its login id, which is taken for ever, and for the payment records that point at it;
-- whatever tells who he was or lets him in is gone at once (decisions 5).
ALTER TABLE "members" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
ALTER TABLE "members" ADD CONSTRAINT "members_deleted_check" CHECK (
  deleted_at IS NULL
  OR (email IS NULL AND phone IS NULL AND password_hash IS NULL AND referral_code IS NULL AND role = 'MEMBER')
);
