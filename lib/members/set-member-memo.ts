import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAuditByPrisma } from '#lib/audit/record-audit.ts'
import type { Db } from '#lib/core/db.ts'
import { lockRows, prismaTransaction } from '#lib/core/prisma.ts'
import { changedMeanwhile } from '#lib/editable-lists/errors.ts'
import { unknownMember } from './errors.ts'

/**
 * Sets the staff memo of a member.
 * @throws NOT_FOUND; OWN_ACCOUNT; CONFLICT the stored memo isn't `seen`, because a colleague has written another one
 */
export async function setMemberMemo(
  db: Db,
  actor: StaffActor,
  { memberId, memo, seen }: { memberId: number; memo: string; seen?: string | null | undefined },
) {
  const subject = { action: 'member.memo', subjectType: 'member', subjectId: memberId } as const
  await refuseOwnAccount(db, actor, subject)
  return prismaTransaction(async (tx) => {
    await lockRows(tx, 'members', [memberId])
    const before = await tx.member.findFirst({ where: { id: memberId, deletedAt: null }, select: { memo: true } })
    if (!before) throw unknownMember()
    if (seen != null && seen !== before.memo) throw changedMeanwhile()
    await tx.member.update({ where: { id: memberId }, data: { memo }, select: { id: true } })
    await recordAuditByPrisma(tx, actor, { ...subject, before, after: { memo } })
    return { memberNo: memberId, memo }
  })
}
