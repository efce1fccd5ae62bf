import type { Confirmation } from '#lib/approvals/decide-approval.ts'
import { notSecondPerson } from '#lib/approvals/errors.ts'
import { canBeConfirmed, isLoneOwner, isSecondPerson } from '#lib/approvals/second-persons.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
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
 * in `creditedBy` count as this person. If anybody is in `creditedBy`, whoever can't be a second person counts as
 * involved too, for example because he has had his role for less than 24 hours.
 */
export async function payerOf(tx: Db, actor: StaffActor, { memberId, charges }: MemberCharges): Promise<Payer> {
  const [askedBy, ...others] = charges.flatMap(({ creditedBy }) => creditedBy)
  if (askedBy === undefined) return { involved: false, alone: false }
  const excluded = [askedBy, ...others]
  const involved = !(await isSecondPerson(tx, actor.memberId, 'MANAGER', { askedBy, excluded, memberId }))
  return { involved, alone: involved && (await isLoneOwnerForCharges(tx, actor, { memberId, charges })) }
}

/**
 * The member to whom points are paid back, and the refunders: staff who had a hand in a refund of an order from which
 * these points may come.
 */
type RefundedMember = { memberId: number; refunders: readonly number[] }

/**
 * The refunders who can't be the second person for a pay-out or cancellation that `actor` asks for. Leaves out OWNERs
 * if otherwise nobody could confirm it, so that a shop of an OWNER and a MANAGER isn't stuck. Empty in the demo.
 */
export async function excludedRefunders(
  tx: Db,
  actor: Pick<StaffActor, 'memberId' | 'role'>,
  { memberId, refunders }: RefundedMember,
): Promise<readonly number[]> {
  if (env().DEMO || refunders.length === 0) return []
  if (await canBeConfirmed(tx, actor, 'MANAGER', { excluded: refunders, memberId })) return refunders
  const rows = await tx.rows<{ id: number }>(
    "SELECT id FROM members WHERE id = ANY ($1::int[]) AND role <> 'OWNER' ORDER BY id",
    [[...refunders]],
  )
  return rows.map(({ id }) => id)
}

/**
 * Throws if the second person is one of the `excludedRefunders`; refunds made since the request count too. `asker` made
 * the request.
 * @throws FORBIDDEN
 */
export async function refuseRefunderAsSecond(
  tx: Db,
  asker: StaffActor,
  { confirmation, memberId, refunders }: RefundedMember & { confirmation?: Confirmation | undefined },
): Promise<void> {
  if (!confirmation || confirmation.alone) return
  const excluded = await excludedRefunders(tx, asker, { memberId, refunders })
  const involved = { askedBy: asker.memberId, excluded, memberId }
  if (!(await isSecondPerson(tx, confirmation.confirmedBy, 'MANAGER', involved))) throw notSecondPerson()
}
