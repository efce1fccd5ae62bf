import { ownAccountRefused, ownImportRefused, requesterOwnsAccount } from '#lib/approvals/errors.ts'
import { accountsOfSql, isSamePersonSql, refuseOwnAccount, type StaffAct } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import type { DepositOriginKind } from './labels.ts'

/** How a deposit became known, and the ids of the staff who imported it and confirmed the import. */
type DepositImporters = { source: DepositOriginKind; importedBy: number | null; confirmedBy: number | null }

/**
 * Ids of the staff who imported the deposit or confirmed its import. None if the bank's signed call has reported the
 * deposit, even if it was imported before.
 */
const importersOf = ({ source, importedBy, confirmedBy }: DepositImporters) =>
  source === 'HOOK' ? [] : [importedBy, confirmedBy].filter((id) => id !== null)

/**
 * SQL condition: deposit `d` was imported and may not credit charge `c` automatically. This applies to charges of the
 * staff who imported the deposit or confirmed its import and, until the import is confirmed, to charges of all staff.
 */
export const isImportForStaffSql = `(d.source = 'IMPORT' AND (${isSamePersonSql('d.imported_by', 'c.member_id')}
  OR ${isSamePersonSql('d.confirmed_by', 'c.member_id')}
  OR (d.confirmed_by IS NULL AND EXISTS (SELECT FROM members s
    WHERE s.id IN (${accountsOfSql('c.member_id')}) AND s.role <> 'MEMBER'))))`

/**
 * A match by hand that is about to be made or confirmed. `askedBy` is the id of the staff member who requested the
 * match; the actor by default.
 */
type HandMatch = Pick<StaffAct, 'action'> & Record<'chargeIds' | 'depositIds', readonly number[]> & { askedBy?: number }

/**
 * Refuses a match by hand if one of the charges belongs to the actor, to the staff member who requested the match, or
 * to staff who imported one of the deposits or confirmed its import.
 * @throws OWN_ACCOUNT
 */
export async function refuseOwnCharges(
  db: Db,
  actor: StaffActor,
  { chargeIds, depositIds, action, askedBy = actor.memberId }: HandMatch,
): Promise<void> {
  const imports = await db.rows<DepositImporters>(
    'SELECT source, imported_by, confirmed_by FROM deposits WHERE id = ANY ($1::int[])',
    [depositIds],
  )
  const errorOf = (staffId: number) =>
    staffId === actor.memberId ? ownAccountRefused : staffId === askedBy ? requesterOwnsAccount : ownImportRefused
  const staffIds = [...new Set([actor.memberId, askedBy, ...imports.flatMap(importersOf)])]
  for (const subjectId of chargeIds)
    for (const staffId of staffIds)
      await refuseOwnAccount(db, actor, {
        action,
        subjectType: 'charge',
        subjectId,
        staffId,
        error: errorOf(staffId),
      })
}
