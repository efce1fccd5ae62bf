import { askIfNeeded, lockDay, type RequestedApproval, type StaffContext } from '#lib/approvals/ask-approval.ts'
import type { ApprovalHandler } from '#lib/approvals/decide-approval.ts'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { Role } from '#lib/core/call.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
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
export async function payOutByStaff(db: Database, request: PayOutRequest & StaffContext): Promise<PaidByStaff> {
  const { refundId, caller, address, bankChecked, reason } = request
  const subject = { subjectType: 'refund', subjectId: refundId } as const
  await refuseOwnAccount(db, { caller, address, action: 'refund.pay', ...subject })
  return db.transaction(async (tx) => {
    await lockDay(tx, caller.memberId)
    const { memberId, point, name, contested } = await checkPayOut(tx, request)
    const why = contested && !env().DEMO ? 'CONTESTED' : null
    const act = { kind: 'REFUND_PAY', ...subject, memberId, amount: point, names: [normalName(name)], why } as const
    const approval = await askIfNeeded(tx, { ...act, payload: { bankChecked, reason }, reason }, request)
    if (approval) return { status: refundStatus.REQUESTED, point, approval }
    await payOutRefund(tx, request)
    return { status: refundStatus.PAID, point }
  })
}

/**
 * Handler of a pay-out that waited for a second person. The requester, not the second person, is recorded as the payer.
 */
export const payOutHandler: ApprovalHandler = {
  lock: (tx, { subjectId }) => tx.rows('SELECT FROM refund_requests WHERE id = $1 FOR UPDATE', [subjectId]),
  run: async (tx, { approval: { subjectId, askedBy, payload }, address }) => {
    const payer = await oneRow<{ loginId: string; role: Role }>(
      tx,
      'SELECT login_id, role FROM members WHERE id = $1',
      [askedBy],
    )
    // The second person has re-authenticated for the confirmation. An OWNER who confirms alone is the payer himself.
    const caller = { ...payer, memberId: askedBy, via: 'session', sessionId: null, reauthenticated: true } as const
    const { bankChecked, reason } = payload
    return payOutRefund(tx, {
      ...{ refundId: subjectId, caller, address },
      bankChecked: bankChecked === true,
      reason: String(reason ?? ''),
    })
  },
}
