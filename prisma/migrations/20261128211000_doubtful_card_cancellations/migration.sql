-- AlterTable
ALTER TABLE "card_cancellations" ADD COLUMN     "refused_at" TIMESTAMPTZ(3),
ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0;
