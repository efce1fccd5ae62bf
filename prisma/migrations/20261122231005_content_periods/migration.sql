-- Notices and popups are shown in a period, lead somewhere, and stand in the order that staff give
-- (docs/contract.md#content). Times are Seoul's, as YYYY-MM-DDTHH:mm; an empty one is no limit.
ALTER TABLE "notices" ADD COLUMN     "link" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "shown_from" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "shown_until" TEXT NOT NULL DEFAULT '';
ALTER TABLE "popups" ADD COLUMN     "alt" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "link" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "shown_from" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "shown_until" TEXT NOT NULL DEFAULT '';
