-- AlterTable
ALTER TABLE "account_events" ADD COLUMN     "details" JSONB;
