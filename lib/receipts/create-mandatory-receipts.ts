import { chargeStatus, feeType } from '#lib/charges/labels.ts'
import type { Db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { MANDATORY_FROM_WON } from './rules.ts'

/**
 * Maximum age, in days, of a charge that gets a mandatory receipt: the law requires the receipt within five days of the
 * payment.
 */
const MAX_AGE_DAYS = 5

/** SQL expression: the day in Seoul on which the charge of table alias `alias` was credited. */
const creditDaySql = (alias: string): string => `(${alias}.response_at AT TIME ZONE 'Asia/Seoul')::date`

/**
 * SQL condition: the charge of table alias `alias` was paid by bank transfer, was credited without a receipt, and
 * wasn't reversed. Card charges are left out, because the payment company issues their receipts.
 */
const isWithoutReceiptSql = (alias: string): string =>
  `${alias}.status = ${chargeStatus.SUCCESS} AND ${alias}.fee_type = ${feeType.NONE} AND ${alias}.reversed_at IS NULL
    AND ${alias}.method = 'TRANSFER'`

// Adds up all charges of a member on one day, so that a payment in several parts is treated as one. Selects only
// charges credited since the setting was last switched on.
const fileReceiptsSql = `
  INSERT INTO receipts (charge_id, member_id, fee_type, is_mandatory)
  SELECT c.id, c.member_id, ${feeType.CASH}, true FROM charges c
  WHERE ${isWithoutReceiptSql('c')} AND c.response_at > now() - interval '${MAX_AGE_DAYS} days'
    AND c.response_at >= (SELECT updated_at FROM settings WHERE key = 'ISSUE_MANDATORY_RECEIPTS')
    AND NOT EXISTS (SELECT FROM receipts r WHERE r.charge_id = c.id)
    AND (SELECT sum(d.pay_amount) FROM charges d WHERE d.member_id = c.member_id AND ${isWithoutReceiptSql('d')}
      AND d.response_at > now() - interval '${MAX_AGE_DAYS + 1} days' AND ${creditDaySql('d')} = ${creditDaySql('c')}) >= $1::bigint
  ORDER BY c.id
  ON CONFLICT (charge_id) DO NOTHING RETURNING id`

/**
 * While the setting ISSUE_MANDATORY_RECEIPTS is on, creates cash receipts for charges that were credited without a
 * receipt. A charge gets one if all charges of its member without a receipt on the same day amount to at least 100,000
 * won together (MANDATORY_FROM_WON, docs/contract.md#receipts). Returns the number of receipts created.
 */
export async function createMandatoryReceipts(db: Db): Promise<number> {
  if (!(await settings(db)).ISSUE_MANDATORY_RECEIPTS) return 0
  return (await db.rows(fileReceiptsSql, [BigInt(MANDATORY_FROM_WON) * 100n])).length
}
