-- AlterTable
ALTER TABLE "source_reports" ADD COLUMN     "answers" INTEGER NOT NULL DEFAULT 0;
