import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, isForeignKeyViolation, oneRow } from '#lib/core/db.ts'
import { changedMeanwhile } from '#lib/editable-lists/errors.ts'
import { unknownPriceTarget } from './errors.ts'
import { refuseOwnPrices } from './refuse-own-prices.ts'
import { lockMemberPrices } from './set-price-rule.ts'

type MemberGroup = {
  memberId: number
  groupId: number | null
  /** The group that the actor saw; absent if it doesn't matter. */
  seen?: { groupId: number | null } | null | undefined
}

/**
 * Puts a member into a price group, or takes him out of his group (`groupId` null). His next order has the new prices.
 * @throws NOT_FOUND the member or the group doesn't exist; OWN_ACCOUNT; CONFLICT a colleague has put the member into another
 * group than `seen`
 */
export async function setMemberPriceGroup(
  db: Database,
  actor: StaffActor,
  { memberId, groupId, seen }: MemberGroup,
): Promise<{ memberNo: number; groupId: number | null }> {
  const subject = { action: 'member.price-group', subjectType: 'member', subjectId: memberId } as const
  await refuseOwnPrices(db, actor, { action: subject.action, memberId, groupId: null })
  return db.transaction(async (tx) => {
    await lockMemberPrices(tx, memberId)
    const readGroup = 'SELECT group_id FROM member_prices WHERE member_id = $1'
    const before = await oneRow<{ groupId: number | null }>(tx, readGroup, [memberId])
    if (before.groupId === groupId) return { memberNo: memberId, groupId }
    if (seen && seen.groupId !== before.groupId) throw changedMeanwhile()
    try {
      await tx.rows('UPDATE member_prices SET group_id = $2 WHERE member_id = $1', [memberId, groupId])
    } catch (error) {
      throw isForeignKeyViolation(error) ? unknownPriceTarget() : error
    }
    await recordAudit(tx, actor, { ...subject, before, after: { groupId } })
    return { memberNo: memberId, groupId }
  })
}
