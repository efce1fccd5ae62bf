import { askIfNeeded, lockDay, type RequestedApproval, type StaffContext } from '#lib/approvals/ask-approval.ts'
import type { ApprovalHandler } from '#lib/approvals/decide-approval.ts'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { type Approved, approveCharge } from './approve-charge.ts'
import { chargeSettled, unknownCharge } from './errors.ts'
import { chargeStatus } from './labels.ts'
import { approvableCharge } from './rules.ts'

type Approve = StaffContext & { chargeId: number }

type LockedCharge = { memberId: number; point: Points; normalName: string; status: number; payable: boolean }

/**
 * Locks a pending or expired charge.
 * @throws NOT_FOUND; CONFLICT it is already settled
 */
async function lockPayableCharge(tx: Db, chargeId: number): Promise<LockedCharge> {
  const [charge] = await tx.rows<LockedCharge>(
    `SELECT member_id, point, normal_name, status, ${approvableCharge.sql()} AS payable
     FROM charges WHERE id = $1::bigint FOR UPDATE`,
    [chargeId],
  )
  if (!charge) throw unknownCharge()
  if (!charge.payable) throw chargeSettled()
  return charge
}

const recordApproval = (tx: Db, chargeId: number, { point }: Approved, staffId: number, address: string, more = {}) =>
  recordAudit(tx, {
    actorId: staffId,
    action: 'charge.approve',
    subjectType: 'charge',
    subjectId: chargeId,
    after: { status: chargeStatus.SUCCESS, credited: pointsToNumber(point), ...more },
    address,
  })

export type ApprovedByStaff = { status: number; point: Points; approval?: RequestedApproval }

/**
 * Approves a charge manually: at once, or after confirmation by a second person if one is needed.
 * @throws NOT_FOUND; CONFLICT it is already settled, or a request is already waiting; OWN_ACCOUNT
 */
export async function approveByStaff(db: Database, { chargeId, ...by }: Approve): Promise<ApprovedByStaff> {
  const { caller, address } = by
  const subject = { subjectType: 'charge', subjectId: chargeId } as const
  await refuseOwnAccount(db, { caller, address, action: 'charge.approve', ...subject })
  return db.transaction(async (tx) => {
    await lockDay(tx, caller.memberId)
    const { memberId, point, normalName, status } = await lockPayableCharge(tx, chargeId)
    const act = { kind: 'CHARGE_APPROVE', ...subject, memberId, amount: point, names: [normalName] } as const
    const approval = await askIfNeeded(tx, act, by)
    if (approval) return { status, point, approval }
    const actor = `staff:${caller.memberId}`
    const approved = await approveCharge(tx, { chargeId, actor, outcome: 'APPROVED', settledBy: caller.memberId })
    await recordApproval(tx, chargeId, approved, caller.memberId, address)
    return { status: chargeStatus.SUCCESS, point }
  })
}

/** Handler of a manual approval that waited for a second person. */
export const approveChargeHandler: ApprovalHandler = {
  lock: (tx, { subjectId }) => tx.rows('SELECT FROM charges WHERE id = $1 FOR UPDATE', [subjectId]),
  run: async (tx, { approval: { subjectId, askedBy }, confirmedBy, alone, address }) => {
    const approved = await approveCharge(tx, {
      chargeId: subjectId,
      actor: `staff:${askedBy}`,
      outcome: 'APPROVED',
      settledBy: askedBy,
      confirmedBy,
      funding: 'CONFIRMED',
    })
    await recordApproval(tx, subjectId, approved, askedBy, address, { confirmedBy, ...(alone && { alone }) })
  },
}
