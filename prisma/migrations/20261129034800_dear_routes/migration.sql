-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "any_cost" BOOLEAN NOT NULL DEFAULT false;
