import { type Db, oneRow } from '#lib/core/db.ts'
import { largerOf, type Points, pointsToNumber, smallerOf } from '#lib/money/points.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { chargeReversed, notReversible, reasonMissing, unknownCharge } from './errors.ts'
import { chargeStatus } from './labels.ts'

type Reversal = { chargeId: number; reason: string; actor: string }

type LockedCharge = { memberId: number; name: string; point: Points; status: number; reversedAt: Date | null }

/** `debt` is what the balance no longer had. Both together are the charge less what was paid back in cash for it. */
export type Reversed = { point: Points; reversed: Points; debt: Points }

/**
 * Locks the charge before the balance, as an approval and a pay-out do; of any number of reversals one finds it not
 * reversed yet. NO KEY UPDATE, because a refund request holds the balance while its foreign key looks at the charge.
 */
async function lockCharge(tx: Db, chargeId: number): Promise<LockedCharge & { balance: Points; paidBack: Points }> {
  const [charge] = await tx.rows<LockedCharge>(
    'SELECT member_id, name, point, status, reversed_at FROM charges WHERE id = $1::bigint FOR NO KEY UPDATE',
    [chargeId],
  )
  if (!charge) throw unknownCharge()
  if (charge.status !== chargeStatus.SUCCESS) throw notReversible()
  if (charge.reversedAt) throw chargeReversed()
  const { balance } = await oneRow<{ balance: Points }>(
    tx,
    'SELECT point AS balance FROM balances WHERE member_id = $1 FOR UPDATE',
    [charge.memberId],
  )
  const { paidBack } = await oneRow<{ paidBack: Points }>(
    tx,
    `SELECT coalesce(sum(p.point), 0)::bigint AS paid_back
     FROM refund_request_charges p JOIN refund_requests r ON r.id = p.refund_id WHERE p.charge_id = $1 AND r.status = 1`,
    [chargeId],
  )
  return { ...charge, balance, paidBack }
}

/** Later credits of the member pay the debt first, by the trigger on point_entries; a task tells staff until they have. */
async function fileDebt(
  tx: Db,
  { chargeId, reason }: Reversal,
  { memberId, name }: LockedCharge,
  { point, reversed, debt }: Reversed,
) {
  if (debt === 0n) return
  await tx.rows('INSERT INTO debts (charge_id, member_id, amount) VALUES ($1, $2, $3)', [chargeId, memberId, debt])
  const detail = {
    memberNo: memberId,
    name,
    point: pointsToNumber(point),
    reversed: pointsToNumber(reversed),
    missing: pointsToNumber(debt),
    reason,
  }
  await fileTask(tx, { kind: 'CHARGE_REVERSAL', refType: 'charge', refId: chargeId, detail })
}

/**
 * Takes an accepted charge back, once; give it a transaction. It takes the charge less what was paid back in cash for it;
 * what the balance doesn't hold becomes a debt of the member (docs/decisions/0030).
 * @throws BAD_INPUT no reason; NOT_FOUND; CONFLICT it wasn't accepted, or was reversed before
 */
export async function reverseCharge(tx: Db, reversal: Reversal): Promise<Reversed> {
  const { chargeId, reason, actor } = reversal
  if (reason === '') throw reasonMissing()
  const held = await lockCharge(tx, chargeId)
  const { memberId, point } = held
  const due = largerOf(point - held.paidBack, 0n)
  const reversed = smallerOf(due, held.balance)
  const done = { point, reversed, debt: due - reversed }
  await tx.rows('UPDATE charges SET reversed_at = now(), reversed = $2, reason = $3 WHERE id = $1', [
    chargeId,
    reversed,
    reason,
  ])
  if (reversed > 0n) {
    const cause = { kind: 'CHARGE_REVERSAL', refType: 'charge', refId: chargeId, actor, reason } as const
    const moved = await movePoints(tx, { memberId, delta: -reversed, ...cause })
    if (moved === 'ALREADY' || moved === 'INSUFFICIENT') throw chargeReversed()
  }
  await fileDebt(tx, reversal, held, done)
  return done
}
