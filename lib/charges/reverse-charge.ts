import { type Db, oneRow } from '#lib/core/db.ts'
import { fileTask } from '#lib/messages/file-task.ts'
import { type Points, pointsToNumber, smallerOf } from '#lib/money/points.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { chargeReversed, notReversible, reasonMissing, unknownCharge } from './errors.ts'
import { chargeStatus } from './labels.ts'

type Reversal = { chargeId: number; reason: string; actor: string }

type Held = { memberId: number; name: string; point: Points; status: number; reversedAt: Date | null }

export type Reversed = { point: Points; reversed: Points }

/** The charge before the balance, as an approval takes them; of any number of reversals one finds it not reversed yet. */
async function hold(tx: Db, chargeId: number): Promise<Held & { balance: Points }> {
  const [charge] = await tx.rows<Held>(
    'SELECT member_id, name, point, status, reversed_at FROM charges WHERE id = $1::bigint FOR UPDATE',
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
  return { ...charge, balance }
}

/** What had been spent can only be had from the member himself: a person asks him. */
async function tellOfMissing(
  tx: Db,
  { chargeId, reason }: Reversal,
  { memberId, name, point, balance }: Held & { balance: Points },
) {
  if (balance >= point) return
  const [all, taken] = [pointsToNumber(point), pointsToNumber(balance)]
  const detail = {
    memberNo: memberId,
    name,
    point: all,
    reversed: taken,
    missing: pointsToNumber(point - balance),
    reason,
  }
  await fileTask(tx, { kind: 'CHARGE_REVERSAL', refType: 'charge', refId: chargeId, detail })
}

/**
 * Takes an accepted charge back, once; give it a transaction. Beyond the balance it takes what is there and leaves a task
 * (decisions 3).
 * @throws BAD_INPUT no reason; NOT_FOUND; CONFLICT it wasn't accepted, or was reversed before
 */
export async function reverseCharge(tx: Db, reversal: Reversal): Promise<Reversed> {
  const { chargeId, reason, actor } = reversal
  if (reason === '') throw reasonMissing()
  const held = await hold(tx, chargeId)
  const { memberId, point } = held
  const reversed = smallerOf(point, held.balance)
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
  await tellOfMissing(tx, reversal, held)
  return { point, reversed }
}
