-- Why a member is restricted, told to the member at login (docs/contract.md#restrictions). Reasons given before stand in the
-- audit trail alone: they were not written for the member.
ALTER TABLE "members" ADD COLUMN     "restriction_reason" TEXT NOT NULL DEFAULT '';
