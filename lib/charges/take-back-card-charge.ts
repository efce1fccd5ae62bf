import type { Actor } from '#lib/audit/actor.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type Points, smallerOf } from '#lib/money/points.ts'
import { fileChargeDebtTask } from '#lib/points/file-debt-task.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { giveBackGrants } from '#lib/promotions/give-back-grants.ts'
import { takeBackGrants } from '#lib/promotions/take-back-grants.ts'

/**
 * How many points of a card charge to take back in all (`totalPoints`): for the part of the payment that is already
 * cancelled, and for the part that the shop is about to cancel. `reason` is stored in the ledger.
 */
export type CardTakeBack = { chargeId: number; totalPoints: Points; reason: string }

/**
 * A locked card charge. `returned`: its points taken back so far. `reversed`: the part of these that was debited from
 * the balance; the rest became debts. `balance`: the member's balance.
 */
type LockedCharge = {
  memberId: number
  point: Points
  returned: Points
  reversed: Points
  balance: Points
  isDeleted: boolean
}

/** Locks a card charge and then its member's balance, in the same sequence as a reversal. */
async function lockCardCharge(tx: Db, chargeId: number): Promise<LockedCharge> {
  const charge = await oneRow<Omit<LockedCharge, 'balance' | 'isDeleted'>>(
    tx,
    `SELECT member_id, point, coalesce(returned, 0)::bigint AS returned, coalesce(reversed, 0)::bigint AS reversed
     FROM charges WHERE id = $1::bigint AND method = 'CARD' FOR NO KEY UPDATE`,
    [chargeId],
  )
  const { balance } = await oneRow<{ balance: Points }>(
    tx,
    'SELECT point AS balance FROM balances WHERE member_id = $1 FOR UPDATE',
    [charge.memberId],
  )
  const { isDeleted } = await oneRow<{ isDeleted: boolean }>(
    tx,
    'SELECT deleted_at IS NOT NULL AS is_deleted FROM members WHERE id = $1',
    [charge.memberId],
  )
  return { ...charge, balance, isDeleted }
}

const storeReturned = (tx: Db, chargeId: number, returned: Points, reversed: Points) =>
  tx.rows(
    `UPDATE charges SET returned = $2, reversed = $3,
       reversed_at = CASE WHEN $2::bigint = point THEN coalesce(reversed_at, now()) END WHERE id = $1`,
    [chargeId, returned, reversed],
  )

/** Writes a debit or credit for a card charge into the ledger. `seq` numbers the entries of one charge. */
async function writeReversalEntry(
  tx: Db,
  actor: Actor,
  { chargeId, reason }: CardTakeBack,
  memberId: number,
  delta: Points,
) {
  const { seq } = await oneRow<{ seq: number }>(
    tx,
    "SELECT count(*)::int AS seq FROM point_entries WHERE kind = 'CHARGE_REVERSAL' AND ref_type = 'charge' AND ref_id = $1",
    [chargeId],
  )
  const cause = { kind: 'CHARGE_REVERSAL', refType: 'charge', refId: chargeId, seq, reason } as const
  const moved = await movePoints(tx, actor, { memberId, delta, ...cause })
  if (typeof moved === 'string') throw new Error(`card charge ${chargeId} can't be taken back: ${moved}`)
}

/**
 * Records the points that the balance lacked as a debt of the member. Also files a task, which stays open until the
 * debt is paid.
 */
async function addDebt(tx: Db, { chargeId, reason }: CardTakeBack, memberId: number, missing: Points) {
  await tx.rows(
    `INSERT INTO debts (charge_id, member_id, amount) VALUES ($1, $2, $3)
     ON CONFLICT (charge_id, cause) DO UPDATE SET amount = debts.amount + excluded.amount`,
    [chargeId, memberId, missing],
  )
  await fileChargeDebtTask(tx, { chargeId, reason })
}

async function takeBack(tx: Db, actor: Actor, wanted: CardTakeBack, charge: LockedCharge): Promise<void> {
  const { chargeId, totalPoints, reason } = wanted
  const due = totalPoints - charge.returned
  const taken = smallerOf(due, charge.balance)
  await storeReturned(tx, chargeId, totalPoints, charge.reversed + taken)
  if (taken > 0n) await writeReversalEntry(tx, actor, wanted, charge.memberId, -taken)
  if (taken < due) await addDebt(tx, wanted, charge.memberId, due - taken)
  await takeBackGrants(tx, actor, { chargeId, returned: totalPoints, reason })
}

/**
 * Gives back points that were taken for a cancellation which PortOne then refused. Does nothing if the account was
 * deleted.
 */
async function returnExcess(tx: Db, actor: Actor, wanted: CardTakeBack, charge: LockedCharge): Promise<void> {
  const { chargeId, totalPoints } = wanted
  const excess = charge.returned - totalPoints
  if (charge.isDeleted) return
  await storeReturned(tx, chargeId, totalPoints, charge.reversed - excess)
  await writeReversalEntry(tx, actor, wanted, charge.memberId, excess)
  await giveBackGrants(tx, actor, { chargeId, returned: totalPoints })
}

/**
 * Takes back points of a card charge until `totalPoints` are taken in all. Points that the balance lacks become a debt;
 * bonuses and coupons are taken back in proportion (docs/contract.md#card-payments). If more than `totalPoints` were
 * taken before, gives the difference back, unless the account was deleted. Safe to repeat. Call it with the payment's
 * row locked.
 */
export async function takeBackCardCharge(tx: Db, actor: Actor, wanted: CardTakeBack): Promise<void> {
  const charge = await lockCardCharge(tx, wanted.chargeId)
  if (wanted.totalPoints > charge.returned) await takeBack(tx, actor, wanted, charge)
  else if (wanted.totalPoints < charge.returned) await returnExcess(tx, actor, wanted, charge)
}
