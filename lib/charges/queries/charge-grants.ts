import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { readGrantsOfCharges } from '#lib/promotions/queries.ts'
import type { RefundableCharge } from '#lib/promotions/rules.ts'
import { refundStatus } from '../labels.ts'
import type { UnspentOfCharge } from '../refund-lots.ts'

/** Points of these charges that were paid back in cash or to their card, by charge id. */
async function paidBackOf(db: Db, chargeIds: readonly number[]): Promise<Map<number, Points>> {
  const rows = await db.rows<{ chargeId: number; paidBack: Points }>(
    `SELECT c.id AS charge_id, (coalesce(c.returned, 0) + coalesce((SELECT sum(p.point)
       FROM refund_request_charges p JOIN refund_requests r ON r.id = p.refund_id
       WHERE p.charge_id = c.id AND r.status = ${refundStatus.PAID}), 0))::bigint AS paid_back
     FROM charges c WHERE c.id = ANY ($1::int[])`,
    [chargeIds],
  )
  return new Map(rows.map(({ chargeId, paidBack }) => [chargeId, paidBack]))
}

/**
 * Adds to each of these charges the points that were already paid back (`returned`), and the bonuses and coupons that
 * came with the charge. Keeps the sequence of the charges.
 */
export async function addGrantsToCharges(
  db: Db,
  unspentOfCharges: readonly UnspentOfCharge[],
): Promise<(RefundableCharge & { chargeId: number })[]> {
  const ids = unspentOfCharges.map(({ chargeId }) => chargeId)
  const [paidBack, grants] = [await paidBackOf(db, ids), await readGrantsOfCharges(db, ids)]
  return unspentOfCharges.map(({ chargeId, unspent }) => ({
    chargeId,
    unspent,
    returned: paidBack.get(chargeId) ?? 0n,
    grants: grants.filter((grant) => grant.chargeId === chargeId),
  }))
}
