import type { Actor } from '#lib/audit/actor.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type Points, smallerOf } from '#lib/money/points.ts'
import { fileChargeDebtTask } from '#lib/points/file-debt-task.ts'
import { balanceOf } from '#lib/points/queries.ts'
import type { PromotionKind } from './labels.ts'
import { readGrantsOfCharges, type StoredGrant } from './queries.ts'
import { moveGrant } from './record-grant.ts'
import { pointsToTakeBack } from './rules.ts'

/**
 * `taken`: points of a charge's grants that were debited from the balance. `debt`: points that the balance lacked,
 * which are a debt now.
 */
export type TakenBackPoints = { taken: Points; debt: Points }

/** Adds points that the balance lacked to the member's debt for this charge. */
const addDebt = (tx: Db, { chargeId, kind, memberId }: StoredGrant, amount: Points) =>
  tx.rows(
    `INSERT INTO debts (charge_id, cause, member_id, amount) VALUES ($1, $2, $3, $4)
     ON CONFLICT (charge_id, cause) DO UPDATE SET amount = debts.amount + excluded.amount`,
    [chargeId, kind satisfies PromotionKind, memberId, amount],
  )

/** Takes `due` points of a grant back from its member's balance. Points that the balance lacks become a debt. */
async function takeBackGrant(tx: Db, actor: Actor, grant: StoredGrant, due: Points): Promise<TakenBackPoints> {
  const { id, kind, memberId } = grant
  const taken = smallerOf(due, await balanceOf(tx, memberId))
  const { seq } = await oneRow<{ seq: number }>(
    tx,
    `UPDATE promotion_grants SET taken_back = taken_back + $2 WHERE id = $1
     RETURNING (SELECT count(*)::int FROM point_entries WHERE ref_type = 'promotion-grant' AND ref_id = $1) AS seq`,
    [id, due],
  )
  if (taken > 0n) await moveGrant(tx, actor, { grantId: id, kind, memberId, delta: -taken, seq })
  if (taken < due) await addDebt(tx, grant, due - taken)
  return { taken, debt: due - taken }
}

/**
 * Takes back the grants of a charge in proportion to `returned`, the points of the charge that were reversed or paid
 * back so far. Their points are debited; points that the balance lacks become a debt, and a task about it is filed with
 * `reason`. The caller must have locked the charge and the balance. Safe to repeat.
 */
export async function takeBackGrants(
  tx: Db,
  actor: Actor,
  { chargeId, returned, reason }: { chargeId: number; returned: Points; reason: string },
): Promise<TakenBackPoints> {
  const sum = { taken: 0n, debt: 0n }
  for (const grant of await readGrantsOfCharges(tx, [chargeId])) {
    const due = pointsToTakeBack(grant, returned)
    if (due === 0n) continue
    const { taken, debt } = await takeBackGrant(tx, actor, grant, due)
    sum.taken += taken
    sum.debt += debt
  }
  if (sum.debt > 0n) await fileChargeDebtTask(tx, { chargeId, reason })
  return sum
}
