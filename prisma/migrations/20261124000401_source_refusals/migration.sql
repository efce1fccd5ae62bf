-- AlterTable
ALTER TABLE "source_registrations" ADD COLUMN     "refusals" INTEGER NOT NULL DEFAULT 0;
