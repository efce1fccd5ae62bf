-- AlterTable
ALTER TABLE "card_payments" ADD COLUMN     "claimed_until" TIMESTAMPTZ(3);
