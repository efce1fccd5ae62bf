import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { largerOf, type Points, pointsToNumber, smallerOf } from '#lib/money/points.ts'
import { fileChargeDebtTask } from '#lib/points/file-debt-task.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { type TakenBackPoints, takeBackGrants } from '#lib/promotions/take-back-grants.ts'
import { cardChargeNotReversible, chargeNotReversible, chargeReversed, reasonMissing, unknownCharge } from './errors.ts'
import { type ChargeMethod, chargeStatus, refundStatus } from './labels.ts'

/** The charge to reverse, and the reason for the ledger and the audit trail. */
type Reversal = { chargeId: number; reason: string }

type LockedCharge = {
  memberId: number
  point: Points
  status: number
  reversedAt: Date | null
  method: ChargeMethod
}

/**
 * Result of a reversal. `point`: points of the charge. `reversed`: points debited from the balance. `debt`: points that
 * the balance lacked. `reversed` + `debt` is `point` less the part that was already refunded in cash. `grants`: the
 * points of the charge's bonus and coupon that are taken back.
 */
export type ReversalResult = { point: Points; reversed: Points; debt: Points; grants: TakenBackPoints }

/**
 * Locks a charge and then the member's balance, in the same sequence as an approval and a pay-out. Of several
 * concurrent reversals, only one finds the charge not yet reversed. FOR NO KEY UPDATE avoids a deadlock with a cash
 * refund request, whose foreign key locks the charge while it holds the lock on the balance.
 */
async function lockReversibleCharge(
  tx: Db,
  chargeId: number,
): Promise<LockedCharge & { balance: Points; paidBack: Points }> {
  const [charge] = await tx.rows<LockedCharge>(
    'SELECT member_id, point, status, reversed_at, method FROM charges WHERE id = $1::bigint FOR NO KEY UPDATE',
    [chargeId],
  )
  if (!charge) throw unknownCharge()
  if (charge.status !== chargeStatus.SUCCESS) throw chargeNotReversible()
  if (charge.method === 'CARD') throw cardChargeNotReversible()
  if (charge.reversedAt) throw chargeReversed()
  const { balance } = await oneRow<{ balance: Points }>(
    tx,
    'SELECT point AS balance FROM balances WHERE member_id = $1 FOR UPDATE',
    [charge.memberId],
  )
  const { paidBack } = await oneRow<{ paidBack: Points }>(
    tx,
    `SELECT coalesce(sum(p.point), 0)::bigint AS paid_back
     FROM refund_request_charges p JOIN refund_requests r ON r.id = p.refund_id WHERE p.charge_id = $1 AND r.status = ${refundStatus.PAID}`,
    [chargeId],
  )
  return { ...charge, balance, paidBack }
}

/**
 * Records the points that the balance lacked as a debt of the member. Also files a task, which stays open until the
 * debt is paid. A trigger on point_entries pays the debt from his later credits.
 */
async function fileDebt(tx: Db, { chargeId, reason }: Reversal, memberId: number, debt: Points) {
  if (debt === 0n) return
  await tx.rows('INSERT INTO debts (charge_id, member_id, amount) VALUES ($1, $2, $3)', [chargeId, memberId, debt])
  await fileChargeDebtTask(tx, { chargeId, reason })
}

/**
 * Marks the charge as reversed, debits the points that the balance covers, and records the missing points as a debt.
 */
async function reverseAndDebit(tx: Db, actor: StaffActor, reversal: Reversal): Promise<ReversalResult> {
  const { chargeId, reason } = reversal
  const charge = await lockReversibleCharge(tx, chargeId)
  const { memberId, point } = charge
  const due = largerOf(point - charge.paidBack, 0n)
  const reversed = smallerOf(due, charge.balance)
  const points = { point, reversed, debt: due - reversed }
  await tx.rows('UPDATE charges SET reversed_at = now(), reversed = $2, reason = $3 WHERE id = $1', [
    chargeId,
    reversed,
    reason,
  ])
  if (reversed > 0n) {
    const cause = {
      kind: 'CHARGE_REVERSAL',
      refType: 'charge',
      refId: chargeId,
      reason,
    } as const
    const moved = await movePoints(tx, actor, { memberId, delta: -reversed, ...cause })
    if (moved === 'ALREADY' || moved === 'INSUFFICIENT') throw chargeReversed()
  }
  await fileDebt(tx, reversal, memberId, points.debt)
  return { ...points, grants: await takeBackGrants(tx, actor, { chargeId, returned: point, reason }) }
}

/** Fields of the audit row about the points that are taken back of the charge's bonus or coupon; empty if none are. */
const grantsForAudit = ({ taken, debt }: TakenBackPoints): object =>
  taken + debt === 0n ? {} : { grantsTaken: pointsToNumber(taken), grantsMissing: pointsToNumber(debt) }

/**
 * Reverses a credited charge for staff; a charge can be reversed only once. Debits its points less the part that was
 * refunded in cash; points that the balance lacks become a debt of the member (docs/decisions/0030). A bonus or coupon
 * that came with the charge is taken back in full.
 * @throws OWN_ACCOUNT; BAD_INPUT no reason; NOT_FOUND; CONFLICT the charge isn't credited, was already reversed, or was
 *   paid by card
 */
export async function reverseCharge(db: Database, actor: StaffActor, reversal: Reversal): Promise<ReversalResult> {
  const { chargeId, reason } = reversal
  const subject = { subjectType: 'charge', subjectId: chargeId } as const
  await refuseOwnAccount(db, actor, { action: 'charge.reverse', ...subject })
  if (reason === '') throw reasonMissing()
  return db.transaction(async (tx) => {
    const result = await reverseAndDebit(tx, actor, reversal)
    const after = {
      reversed: pointsToNumber(result.reversed),
      missing: pointsToNumber(result.debt),
      ...grantsForAudit(result.grants),
    }
    await recordAudit(tx, actor, { action: 'charge.reverse', ...subject, after, reason })
    return result
  })
}
