-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "approval_id" INTEGER;

-- The lines of an import that wait for a second person, by the request for one.
CREATE INDEX deposits_unconfirmed_idx ON deposits (approval_id) WHERE status = 'UNCONFIRMED';
