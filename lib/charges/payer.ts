import type { Confirmation } from '#lib/approvals/decide-approval.ts'
import { notSecondPerson } from '#lib/approvals/errors.ts'
import { canRequestBeConfirmed, isLoneOwner, isSecondPerson } from '#lib/approvals/second-persons.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { PayerInvolvement, PayOutCharge } from './rules.ts'

/** A member and the charges whose points are paid out to him. */
type MemberCharges = { memberId: number; charges: readonly Pick<PayOutCharge, 'creditedBy'>[] }

/**
 * True if `actor` is an OWNER and no colleague could be the second person for any of the charges that he is involved
 * in. Checks each charge separately: a colleague who helped to credit one charge may still be the second person for
 * another.
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
 * Determines how `actor`, who wants to pay these charges out to `memberId`, is related to them. He is involved if
 * `creditedBy` of a charge contains any of his accounts. If `creditedBy` contains only others, he is still involved if
 * he can't be a second person, for example because he has had his role for less than 24 hours.
 */
export async function assessPayer(
  tx: Db,
  actor: StaffActor,
  { memberId, charges }: MemberCharges,
): Promise<PayerInvolvement> {
  const [askedBy, ...others] = charges.flatMap(({ creditedBy }) => creditedBy)
  if (askedBy === undefined) return { involved: false, alone: false }
  const excluded = [askedBy, ...others]
  const involved = !(await isSecondPerson(tx, actor.memberId, 'MANAGER', { askedBy, excluded, memberId }))
  return { involved, alone: involved && (await isLoneOwnerForCharges(tx, actor, { memberId, charges })) }
}

/**
 * The member to whom points are paid back. `refunders`: staff who had a hand in the refund of an order from which these
 * points may come.
 */
type RefundedMember = { memberId: number; refunders: readonly number[] }

/**
 * Returns the refunders who may not be the second person for a pay-out or cancellation that `actor` requests; an empty
 * list in the demo. If nobody else could confirm, OWNERs among the refunders aren't excluded, so that a shop with one
 * OWNER and one MANAGER isn't stuck.
 */
export async function excludedRefunders(
  tx: Db,
  actor: Pick<StaffActor, 'memberId' | 'role'>,
  { memberId, refunders }: RefundedMember,
): Promise<readonly number[]> {
  if (env().DEMO || refunders.length === 0) return []
  if (await canRequestBeConfirmed(tx, actor, 'MANAGER', { excluded: refunders, memberId })) return refunders
  const rows = await tx.rows<{ id: number }>(
    "SELECT id FROM members WHERE id = ANY ($1::int[]) AND role <> 'OWNER' ORDER BY id",
    [[...refunders]],
  )
  return rows.map(({ id }) => id)
}

/**
 * Throws if the second person who confirmed is one of the `excludedRefunders`. `asker` made the request. Pass the
 * current `refunders`, because staff may have refunded orders since the request.
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
