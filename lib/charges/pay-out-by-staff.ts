import { askIfNeeded, lockDay, type RequestedApproval } from '#lib/approvals/ask-approval.ts'
import type { ApprovalHandler } from '#lib/approvals/decide-approval.ts'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { Limits } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Database } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { Points } from '#lib/money/points.ts'
import { refundStatus } from './labels.ts'
import { normalName } from './rules.ts'
import { checkPayOut, type PayOutRequest, payOutRefund } from './settle-refund.ts'

export type PaidByStaff = { status: number; point: Points; approval?: RequestedApproval }

/**
 * Pays out a refund request: at once, or after confirmation by a second person if one is needed.
 * @throws OWN_ACCOUNT; CONFLICT a request is already waiting; all errors of `payOutRefund`
 */
export async function payOutByStaff(
  db: Database,
  actor: StaffActor,
  { limits, ...request }: PayOutRequest & { limits: Limits },
): Promise<PaidByStaff> {
  const { refundId, bankChecked, reason } = request
  const subject = { subjectType: 'refund', subjectId: refundId } as const
  await refuseOwnAccount(db, actor, { action: 'refund.pay', ...subject })
  return db.transaction(async (tx) => {
    await lockDay(tx, actor.memberId)
    const { memberId, point, name, contested } = await checkPayOut(tx, actor, request)
    const why = contested && !env().DEMO ? 'CONTESTED' : null
    const act = { kind: 'REFUND_PAY', ...subject, memberId, amount: point, names: [normalName(name)], why } as const
    const approval = await askIfNeeded(tx, actor, { ...act, payload: { bankChecked, reason }, reason, limits })
    if (approval) return { status: refundStatus.REQUESTED, point, approval }
    await payOutRefund(tx, actor, request)
    return { status: refundStatus.PAID, point }
  })
}

/**
 * Handler of a pay-out that waited for a second person. The requester, not the second person, is recorded as the payer.
 */
export const payOutHandler: ApprovalHandler = {
  lock: (tx, { subjectId }) => tx.rows('SELECT FROM refund_requests WHERE id = $1 FOR UPDATE', [subjectId]),
  run: (tx, { approval: { subjectId, payload }, asker, ...confirmation }) =>
    payOutRefund(tx, asker, {
      refundId: subjectId,
      bankChecked: payload.bankChecked === true,
      reason: String(payload.reason ?? ''),
      confirmation,
    }),
}
