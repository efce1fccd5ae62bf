import { askApprovalIfNeeded, lockStaffDayTotal, type RequestedApproval } from '#lib/approvals/ask-approval.ts'
import type { ApprovalHandler } from '#lib/approvals/decide-approval.ts'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { ApprovalLimits } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Database, Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { approveCharge } from './approve-charge.ts'
import { chargeSettled, unknownCharge } from './errors.ts'
import { chargeStatus } from './labels.ts'
import { lockPayAmounts } from './lock-pay-amounts.ts'
import { approvableCharge } from './rules.ts'

/** The charge to approve, and the sums above which a second person must approve. */
type ApproveInput = { chargeId: number; limits: ApprovalLimits }

/** `approvable` is true if the charge can still be approved; `normalName` is the normalized name of its depositor. */
type LockedCharge = { memberId: number; point: Points; normalName: string; status: number; approvable: boolean }

/**
 * Locks a pending or expired charge.
 * @throws NOT_FOUND; CONFLICT the charge is already settled
 */
async function lockApprovableCharge(tx: Db, chargeId: number): Promise<LockedCharge> {
  const [charge] = await tx.rows<LockedCharge>(
    `SELECT member_id, point, normal_name, status, ${approvableCharge.sql()} AS approvable
     FROM charges WHERE id = $1::bigint FOR UPDATE`,
    [chargeId],
  )
  if (!charge) throw unknownCharge()
  if (!charge.approvable) throw chargeSettled()
  return charge
}

/**
 * Locks the amount to be paid for the charge (`lockPayAmounts`), so that no deposit of this amount is matched with a
 * charge during the approval.
 */
async function lockAmount(tx: Db, chargeId: number): Promise<void> {
  const charges = await tx.rows<{ payAmount: Points }>('SELECT pay_amount FROM charges WHERE id = $1::bigint', [
    chargeId,
  ])
  await lockPayAmounts(
    tx,
    charges.map(({ payAmount }) => payAmount),
  )
}

/**
 * The charge's status and points. `approval` is set if the charge isn't approved yet, because it waits for a second
 * person.
 */
export type StaffApprovalResult = { status: number; point: Points; approval?: RequestedApproval }

/**
 * Approves a charge because a staff member says that it was paid, without a matched deposit, and credits its points. If
 * a second person is needed, only stores a request for approval and returns it as `approval`.
 * @throws NOT_FOUND; CONFLICT the charge is already settled, or a request to approve it is already waiting; OWN_ACCOUNT
 *   the charge belongs to an account of the staff member himself
 */
export async function approveByStaff(
  db: Database,
  actor: StaffActor,
  { chargeId, limits }: ApproveInput,
): Promise<StaffApprovalResult> {
  const subject = { subjectType: 'charge', subjectId: chargeId } as const
  await refuseOwnAccount(db, actor, { action: 'charge.approve', ...subject })
  return db.transaction(async (tx) => {
    await lockStaffDayTotal(tx, actor.memberId)
    await lockAmount(tx, chargeId)
    const { memberId, point, normalName, status } = await lockApprovableCharge(tx, chargeId)
    const act = { kind: 'CHARGE_APPROVE', ...subject, memberId, amount: point, names: [normalName] } as const
    const approval = await askApprovalIfNeeded(tx, actor, { ...act, limits })
    if (approval) return { status, point, approval }
    await approveCharge(tx, actor, { chargeId, outcome: 'APPROVED' })
    return { status: chargeStatus.SUCCESS, point }
  })
}

/** Handler of CHARGE_APPROVE requests: approves the charge once a second person has confirmed. */
export const approveChargeHandler: ApprovalHandler = {
  async lock(tx, { subjectId }) {
    await lockAmount(tx, subjectId)
    await tx.rows('SELECT FROM charges WHERE id = $1 FOR UPDATE', [subjectId])
  },
  run: (tx, { approval: { subjectId }, asker, ...confirmation }) =>
    approveCharge(tx, asker, { chargeId: subjectId, outcome: 'APPROVED', confirmation, funding: 'CONFIRMED' }),
}
