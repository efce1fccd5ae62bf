import { askApprovalIfNeeded, lockStaffDayTotal, type RequestedApproval } from '#lib/approvals/ask-approval.ts'
import type { ApprovalHandler } from '#lib/approvals/decide-approval.ts'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { ApprovalLimits } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Database } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { normalName } from '#lib/core/normal-name.ts'
import type { Points } from '#lib/money/points.ts'
import { refundStatus } from './labels.ts'
import { excludedRefunders } from './payer.ts'
import { checkPayOut, type PayOutRequest, payOutCashRefund } from './settle-refund.ts'

/**
 * The cash refund request's status and points. `approval` is set if the request isn't paid out yet, because it waits
 * for a second person.
 */
export type StaffPayOutResult = { status: number; point: Points; approval?: RequestedApproval }

/**
 * Pays out a member's cash refund request on behalf of a staff member: debits the points. Staff then transfer the
 * money. If a second person is needed, only stores a request for approval and returns it as `approval`.
 * @throws OWN_ACCOUNT; CONFLICT a request to pay it out is already waiting; all errors of `payOutCashRefund`
 */
export async function payOutByStaff(
  db: Database,
  actor: StaffActor,
  { limits, ...request }: PayOutRequest & { limits: ApprovalLimits },
): Promise<StaffPayOutResult> {
  const { refundId, bankChecked, reason, byFile } = request
  const subject = { subjectType: 'refund', subjectId: refundId } as const
  await refuseOwnAccount(db, actor, { action: 'refund.pay', ...subject })
  return db.transaction(async (tx) => {
    await lockStaffDayTotal(tx, actor.memberId)
    const { memberId, point, name, contested, refunders } = await checkPayOut(tx, actor, request)
    const why = contested && !env().DEMO ? 'CONTESTED' : null
    const excluded = await excludedRefunders(tx, actor, { memberId, refunders })
    const parties = { memberId, names: [normalName(name)], excluded }
    const act = { kind: 'REFUND_PAY', ...subject, ...parties, amount: point, why } as const
    const payload = { bankChecked, reason, ...(byFile && { byFile }) }
    const approval = await askApprovalIfNeeded(tx, actor, { ...act, payload, reason, limits })
    if (approval) return { status: refundStatus.REQUESTED, point, approval }
    await payOutCashRefund(tx, actor, request)
    return { status: refundStatus.PAID, point }
  })
}

/**
 * Handler of REFUND_PAY requests: pays out once a second person has confirmed. Records the staff member who made the
 * request as the payer, not the second person.
 */
export const payOutHandler: ApprovalHandler = {
  lock: (tx, { subjectId }) => tx.rows('SELECT FROM refund_requests WHERE id = $1 FOR UPDATE', [subjectId]),
  run: (tx, { approval: { subjectId, payload }, asker, ...confirmation }) =>
    payOutCashRefund(tx, asker, {
      refundId: subjectId,
      bankChecked: payload.bankChecked === true,
      reason: String(payload.reason ?? ''),
      byFile: payload.byFile === true,
      confirmation,
    }),
}
