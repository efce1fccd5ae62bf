import { refundStatus } from '#lib/charges/labels.ts'
import { transferDueCashRefund } from '#lib/charges/rules.ts'
import { holdsBackDepositSql } from './approved-by-hand.ts'
import { normalNameSql } from './shared-conditions.ts'

/** SQL expression: the normalized name of the account holder of cash refund `r`. */
const holderSql = normalNameSql('r.name')

/** SQL condition: the account holder of cash refund `r` is named in deposit `d`, or the other way round. */
const isHolderNamedSql = `(length(${holderSql}) >= 2 AND length(d.normal_name) >= 2
  AND (strpos(${holderSql}, d.normal_name) > 0 OR strpos(d.normal_name, ${holderSql}) > 0))`

/**
 * Subquery for the transfers of cash refunds whose money deposit `d` may be, because it has come back: id of the refund
 * (negative, so that it is no charge's) and the time `response_at` of the transfer. The refund has the amount of `d`, and
 * either its money still has to be sent, or a bulk-transfer file with it was made at most 7 days before the deposit. (At
 * most a day after it, too, because some deposits have no time of day.) What staff send by hand without a file fails at
 * once, so it doesn't come back. `condition` is about the refund `r`. Each file that contains the refund is a transfer.
 */
const bouncedTransfersSql = (condition: string): string => `
  SELECT -r.id AS id, coalesce(f.created_at, r.response_at) AS response_at FROM refund_requests r
    LEFT JOIN transfer_items i ON i.refund_id = r.id LEFT JOIN transfer_files f ON f.id = i.file_id
  WHERE r.point = d.amount AND r.status = ${refundStatus.PAID} AND r.response_at BETWEEN d.at - interval '90 days' AND d.at + interval '1 day'
    AND coalesce(f.created_at, r.response_at) <= d.at + interval '1 day'
    AND (${transferDueCashRefund.sql('r')} OR f.created_at >= d.at - interval '7 days')
    AND (${condition})`

/**
 * SQL condition: deposit `d` must not credit charge `c`, because it may be the money of a cash refund that couldn't be
 * delivered and is sent again. The refund is of the member of `c`, or its account holder is named in the deposit. Each
 * transfer of a refund holds back one deposit, as an approval by hand does (`holdsBackDepositSql`).
 */
export const mayBeBouncedRefundSql = (isSharedNameSql: string): string => {
  const transfers = bouncedTransfersSql(`r.member_id = c.member_id OR ${isHolderNamedSql}`)
  return `(EXISTS (${transfers}) AND ${holdsBackDepositSql(isSharedNameSql, transfers)})`
}

/**
 * SQL condition: deposit `d` may be the money of a cash refund that has come back, whatever else it may be the money for.
 * The refund is of a member whose charge is in `chargeIds` (an SQL expression), or the deposit names its account holder,
 * or nobody.
 */
export const mayHaveComeBackSql = (chargeIds: string): string =>
  `EXISTS (${bouncedTransfersSql(`r.member_id IN (SELECT member_id FROM charges WHERE id = ANY (${chargeIds}))
    OR d.normal_name = '' OR ${isHolderNamedSql}`)})`

/**
 * SQL condition: deposit `d` looks like the money of a cash refund that has come back: it names the account holder, or
 * nobody.
 */
export const looksLikeBouncedRefundSql = `EXISTS (${bouncedTransfersSql(`d.normal_name = '' OR ${isHolderNamedSql}`)})`
