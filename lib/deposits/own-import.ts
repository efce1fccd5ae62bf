import type { Db } from '#lib/core/db.ts'
import { refuseOwnAccount, type StaffAct, samePerson, samePersonSql } from '#lib/four-eyes/own-account.ts'
import type { DepositSource } from './labels.ts'

type Vouched = { source: DepositSource; importedBy: number | null; confirmedBy: number | null }

/** Staff whose word the deposit is: who imported it and who confirmed that. None for what the bank's side signed. */
const vouchers = ({ source, importedBy, confirmedBy }: Vouched) =>
  source === 'HOOK' ? [] : [importedBy, confirmedBy].filter((id) => id !== null)

const chargedMember = `SELECT m.id, EXISTS (
    SELECT FROM members s WHERE s.role <> 'MEMBER' AND (${samePersonSql('s.id', 'm.id')})
  ) AS staff
  FROM charges c JOIN members m ON m.id = c.member_id WHERE c.id = $1`

/**
 * Whether a deposit may credit a charge by itself. An imported one never credits whoever vouches for it, and credits an
 * account of another staff member only once a second person has confirmed it.
 */
export async function mayCreditByItself(tx: Db, deposit: Vouched, chargeId: number): Promise<boolean> {
  if (deposit.source === 'HOOK') return true
  const [member] = await tx.rows<{ id: number; staff: boolean }>(chargedMember, [chargeId])
  if (!member) return false
  for (const staffId of vouchers(deposit)) if (await samePerson(tx, staffId, member.id)) return false
  return !member.staff || deposit.confirmedBy !== null
}

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
  const imports = await db.rows<Vouched>(
    'SELECT source, imported_by, confirmed_by FROM deposits WHERE id = ANY ($1::int[])',
    [depositIds],
  )
  const staffIds = [...new Set([act.caller.memberId, ...imports.flatMap(vouchers)])]
  for (const subjectId of chargeIds)
    for (const staffId of staffIds)
      await refuseOwnAccount(db, { ...act, subjectType: 'charge', subjectId, asIf: staffId })
}
