import { ownAccount, ownImport } from '#lib/approvals/errors.ts'
import { accountsOfSql, refuseOwnAccount, type StaffAct, samePersonSql } from '#lib/approvals/own-account.ts'
import type { Db } from '#lib/core/db.ts'
import type { DepositSource } from './labels.ts'

type DepositOrigin = { source: DepositSource; importedBy: number | null; confirmedBy: number | null }

/** Staff who imported or confirmed the deposit; none if the bank's side signed it. */
const vouchers = ({ source, importedBy, confirmedBy }: DepositOrigin) =>
  source === 'HOOK' ? [] : [importedBy, confirmedBy].filter((id) => id !== null)

/**
 * SQL condition: import `d` may not credit charge `c` automatically. It may never credit a charge of whoever imported
 * or confirmed it, and one of another staff member only after a second person confirmed it.
 */
export const isStaffImport = `(d.source = 'IMPORT' AND (${samePersonSql('d.imported_by', 'c.member_id')}
  OR ${samePersonSql('d.confirmed_by', 'c.member_id')}
  OR (d.confirmed_by IS NULL AND EXISTS (SELECT FROM members s
    WHERE s.id IN (${accountsOfSql('c.member_id')}) AND s.role <> 'MEMBER'))))`

/**
 * Refuses a staff member who matches deposits to a charge of his own, and anybody who matches an imported deposit to a
 * charge of whoever vouches for it.
 * @throws OWN_ACCOUNT
 */
export async function refuseOwnCharges(
  db: Db,
  chargeIds: readonly number[],
  depositIds: readonly number[],
  act: Pick<StaffAct, 'caller' | 'address' | 'action'>,
): Promise<void> {
  const imports = await db.rows<DepositOrigin>(
    'SELECT source, imported_by, confirmed_by FROM deposits WHERE id = ANY ($1::int[])',
    [depositIds],
  )
  const staffIds = [...new Set([act.caller.memberId, ...imports.flatMap(vouchers)])]
  for (const subjectId of chargeIds)
    for (const staffId of staffIds)
      await refuseOwnAccount(db, {
        ...act,
        subjectType: 'charge',
        subjectId,
        asIf: staffId,
        error: staffId === act.caller.memberId ? ownAccount : ownImport,
      })
}
