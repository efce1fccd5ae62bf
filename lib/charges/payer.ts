import { isLoneOwner, isSecondPerson } from '#lib/approvals/second-persons.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import type { Payer, PayOutCharge } from './rules.ts'

/** A member and the charges whose points are paid out to him. */
type MemberCharges = { memberId: number; charges: readonly Pick<PayOutCharge, 'creditedBy'>[] }

/**
 * True if, for each of the charges that `actor` had credited, he is an OWNER and no colleague could be the second
 * person. Judges each charge separately, because a colleague who had one charge credited may still be the second person
 * for another one; excluding all who had any charge credited would rule that colleague out.
 */
async function isLoneOwnerForCharges(
  tx: Db,
  actor: StaffActor,
  { memberId, charges }: MemberCharges,
): Promise<boolean> {
  for (const { creditedBy } of charges) {
    const [askedBy] = creditedBy
    if (askedBy === undefined) continue
    const involved = { askedBy, excluded: [...creditedBy], memberId }
    if (await isSecondPerson(tx, actor.memberId, 'MANAGER', involved)) continue
    if (!(await isLoneOwner(tx, actor, 'MANAGER', involved))) return false
  }
  return true
}

/**
 * How `actor`, who pays out to `memberId`, is related to the charges whose points he pays out. All accounts of a person
 * in `creditedBy` count as this person.
 */
export async function payerOf(tx: Db, actor: StaffActor, { memberId, charges }: MemberCharges): Promise<Payer> {
  const [askedBy, ...others] = charges.flatMap(({ creditedBy }) => creditedBy)
  if (askedBy === undefined) return { involved: false, alone: false }
  const excluded = [askedBy, ...others]
  const involved = !(await isSecondPerson(tx, actor.memberId, 'MANAGER', { askedBy, excluded, memberId }))
  return { involved, alone: involved && (await isLoneOwnerForCharges(tx, actor, { memberId, charges })) }
}
