import { pendingCharge } from '#lib/charges/rules.ts'
import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { DepositFit } from '../labels.ts'
import { waitingDeposit } from '../rules.ts'
import { isPayableChargeSql, matchingResultSql } from './matching-rule.ts'

/**
 * The deposit that has paid for a charge; if there is none, the waiting deposit that fits it best. All fields are null
 * if there is neither.
 */
type NearestDeposit = {
  depositId: number | null
  depositName: string | null
  depositAmount: Points | null
  depositAt: Date | null
}

/**
 * `fit`: whether a deposit has paid for a charge and, if not, how well the best waiting deposit fits it. `deposit`:
 * this deposit; null if there is none.
 */
export type ChargeDepositFit = {
  readonly fit: DepositFit
  readonly deposit: { id: number; name: string; amount: number; at: string } | null
}

const nearestDepositsSql = `
  SELECT c.id, CASE
      WHEN paid.id IS NOT NULL THEN 'PAID'
      WHEN near.id IS NULL THEN 'NONE'
      WHEN near.amount <> c.pay_amount THEN 'OTHER_AMOUNT'
      WHEN near.normal_name <> c.normal_name THEN 'OTHER_NAME'
      WHEN EXISTS (SELECT FROM charges o WHERE ${pendingCharge.sql('o')} AND o.pay_amount = c.pay_amount
        AND o.normal_name = c.normal_name AND o.member_id <> c.member_id) THEN 'SEVERAL'
      WHEN (SELECT ${matchingResultSql} FROM deposits d WHERE d.id = near.id) = 'SOON' THEN 'FITS'
      ELSE 'CHECK' END AS fit,
    coalesce(paid.id, near.id) AS deposit_id, coalesce(paid.name, near.name) AS deposit_name,
    coalesce(paid.amount, near.amount) AS deposit_amount, coalesce(paid.at, near.at) AS deposit_at
  FROM charges c
  LEFT JOIN LATERAL (
    SELECT d.* FROM deposits d WHERE d.charge_id = c.id
    UNION ALL SELECT d.* FROM deposit_splits s JOIN deposits d ON d.id = s.deposit_id WHERE s.charge_id = c.id
    UNION ALL SELECT d.* FROM deposit_merges s JOIN deposits d ON d.id = s.deposit_id WHERE s.charge_id = c.id LIMIT 1
  ) paid ON true
  LEFT JOIN LATERAL (
    SELECT d.* FROM deposits d
    WHERE ${waitingDeposit.sql('d')} AND (d.normal_name = c.normal_name OR d.amount = c.pay_amount)
      AND d.at BETWEEN c.created_at - interval '30 days' AND c.created_at + interval '4 days'
    ORDER BY (d.normal_name = c.normal_name AND d.amount = c.pay_amount) DESC, (d.normal_name = c.normal_name) DESC,
      d.at DESC LIMIT 1
  ) near ON ${isPayableChargeSql}
  WHERE c.id = ANY ($1::int[])`

/**
 * For these charges, by charge id: whether a deposit has paid for the charge and, if not, how well the best
 * waiting deposit fits it.
 */
export async function depositFitsOfCharges(
  db: Db,
  chargeIds: readonly number[],
): Promise<Record<number, ChargeDepositFit>> {
  const rows = await db.rows<NearestDeposit & { id: number; fit: DepositFit }>(nearestDepositsSql, [chargeIds])
  return Object.fromEntries(
    rows.map(({ id, fit, depositId, depositName, depositAmount, depositAt }) => {
      if (depositId === null || depositName === null || depositAmount === null || depositAt === null)
        return [id, { fit, deposit: null }]
      const amount = pointsToNumber(depositAmount)
      return [id, { fit, deposit: { id: depositId, name: depositName, amount, at: depositAt.toISOString() } }]
    }),
  )
}
