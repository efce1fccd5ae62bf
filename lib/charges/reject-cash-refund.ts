import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { formatWon, type Points, pointsToNumber } from '#lib/money/points.ts'
import { reasonMissing } from './errors.ts'
import { cashRefundMails, refundStatus } from './labels.ts'
import { closeCashRefund, lockOpenCashRefund } from './settle-refund.ts'

type Rejection = { refundId: number; reason: string }

/**
 * Rejects a member's cash refund request for a staff member. The reason is sent to the member by e-mail.
 * @throws OWN_ACCOUNT; BAD_INPUT no reason; NOT_FOUND; CONFLICT the request is already settled
 */
export async function rejectCashRefund(
  db: Database,
  actor: StaffActor,
  { refundId, reason }: Rejection,
): Promise<{ point: Points }> {
  const subject = { subjectType: 'refund', subjectId: refundId } as const
  await refuseOwnAccount(db, actor, { action: 'refund.reject', ...subject })
  if (reason === '') throw reasonMissing()
  return db.transaction(async (tx) => {
    const { point, email } = await lockOpenCashRefund(tx, refundId)
    await closeCashRefund(tx, refundId, { status: refundStatus.REJECTED, reason })
    const mail = cashRefundMails.rejected(formatWon(point), reason)
    await queueMessage(tx, { channel: 'EMAIL', to: email, ...mail, life: null })
    const after = { status: refundStatus.REJECTED, point: pointsToNumber(point) }
    await recordAudit(tx, actor, { action: 'refund.reject', ...subject, after, reason })
    return { point }
  })
}
