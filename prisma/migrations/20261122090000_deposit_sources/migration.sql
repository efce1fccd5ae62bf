-- AlterTable
ALTER TABLE "charges" ADD COLUMN     "confirmed_by" INTEGER,
ADD COLUMN     "funding" TEXT,
ADD COLUMN     "settled_by" INTEGER;

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "confirmed_by" INTEGER,
ADD COLUMN     "imported_by" INTEGER,
ADD COLUMN     "precision" TEXT NOT NULL DEFAULT 'EXACT',
ADD COLUMN     "source" TEXT NOT NULL DEFAULT 'IMPORT';

-- What is not known to be authenticated counts as typed in by staff: rows from before this migration, too.
ALTER TABLE deposits
  ADD CHECK (source IN ('HOOK', 'IMPORT')),
  ADD CHECK (precision IN ('EXACT', 'MINUTE', 'DAY'));
ALTER TABLE charges
  ADD CHECK (funding IN ('AUTHENTICATED', 'CONFIRMED', 'UNCONFIRMED')),
  ADD CHECK (funding IS NULL OR status = 1);

-- The ledger knows which staff member credited a charge by hand.
UPDATE charges c SET settled_by = substring(e.actor FROM '^staff:(\d{1,9})$')::int
FROM point_entries e
WHERE e.kind = 'CHARGE' AND e.ref_type = 'charge' AND e.ref_id = c.id AND e.actor ~ '^staff:\d{1,9}$';
