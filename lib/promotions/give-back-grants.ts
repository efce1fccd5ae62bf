import type { Actor } from '#lib/audit/actor.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { readGrantsOfCharges } from './queries.ts'
import { moveGrant } from './record-grant.ts'
import { pointsToGiveBack } from './rules.ts'

/**
 * Gives back points of a charge's grants if `takeBackGrants` has taken too many, because in the end only `returned`
 * points of the charge are reversed or paid back. The caller must have locked the charge and the balance. Safe to
 * repeat.
 */
export async function giveBackGrants(
  tx: Db,
  actor: Actor,
  { chargeId, returned }: { chargeId: number; returned: Points },
): Promise<void> {
  for (const grant of await readGrantsOfCharges(tx, [chargeId])) {
    const tooMuch = pointsToGiveBack(grant, returned)
    if (tooMuch === 0n) continue
    const { id, kind, memberId } = grant
    const { seq } = await oneRow<{ seq: number }>(
      tx,
      `UPDATE promotion_grants SET taken_back = taken_back - $2 WHERE id = $1
       RETURNING (SELECT count(*)::int FROM point_entries WHERE ref_type = 'promotion-grant' AND ref_id = $1) AS seq`,
      [id, tooMuch],
    )
    await moveGrant(tx, actor, { grantId: id, kind, memberId, delta: tooMuch, seq })
  }
}
