import { refundStatus } from '#lib/charges/labels.ts'
import { transferDueCashRefund } from '#lib/charges/rules.ts'
import { coreOfNameSql, isOtherSpellingSql, normalNameSql } from './shared-conditions.ts'

/** SQL expression: the normalized name of the account holder of cash refund `r`. */
const holderSql = normalNameSql('r.name')

/**
 * SQL condition: the account holder of cash refund `r` is named in deposit `d`, perhaps in another spelling, or the other
 * way round.
 */
const isHolderNamedSql = `(length(${holderSql}) >= 2 AND length(d.normal_name) >= 2
  AND (strpos(${holderSql}, d.normal_name) > 0 OR strpos(d.normal_name, ${holderSql}) > 0
    OR ${isOtherSpellingSql(holderSql, coreOfNameSql('d.normal_name'))}))`

/**
 * SQL for the transfers of paid cash refunds with the amount of deposit `d`, to which conditions are added. Whether any
 * refund has the amount is asked first: few deposits have the amount of one, and the transfers of a week may be many.
 */
const transfersSql = `
    SELECT r.id, r.member_id, r.name, f.created_at AS sent_at, CASE WHEN i.result = 'FAILED' THEN i.resulted_at END AS failed_at
    FROM transfer_files f JOIN transfer_items i ON i.file_id = f.id JOIN refund_requests r ON r.id = i.refund_id
    WHERE (SELECT true FROM refund_requests WHERE point = d.amount LIMIT 1)
      AND r.point = d.amount AND r.status = ${refundStatus.PAID}`

/**
 * Subquery for the transfers of cash refunds whose money deposit `d` may be, because it has come back: for each
 * bulk-transfer file with the refund the time of the file (`sent_at`), and when the bank reported that the transfer failed
 * (`failed_at`; null if it hasn't). The refund has the amount of `d`. Either its money still has to be sent, and
 * its points were debited at most 90 days before the deposit; or the file was made at most 7 days before it. (At most a
 * day after it, too, because some deposits have no time of day.) What staff send by hand without a file fails at once, so
 * it doesn't come back. `condition` is about the refund `r`; it is computed only for such transfers (OFFSET 0), as it
 * compares names. New files and older ones are two branches, each found by an index: refunds of one amount may be many.
 */
const bouncedTransfersSql = (condition: string): string => `
  SELECT r.sent_at, r.failed_at FROM (
    ${transfersSql} AND f.created_at BETWEEN d.at - interval '7 days' AND d.at + interval '1 day'
    UNION ALL
    ${transfersSql} AND ${transferDueCashRefund.sql('r')} AND r.response_at >= d.at - interval '90 days'
      AND f.created_at >= d.at - interval '90 days' AND f.created_at < d.at - interval '7 days'
    OFFSET 0) AS r
  WHERE ${condition}`

/**
 * SQL condition: deposit `d` must not credit charge `c`, because it may be the money of a cash refund that couldn't be
 * delivered and is sent again. The refund is of the member of `c`, or its account holder is named in the deposit. Deposits
 * of this name and amount are held back until staff have returned as many of them as there were transfers, each after the
 * bank had reported the failure: one that staff matched was a payment, and so may be one that they returned before, so the
 * money of the refund may still come.
 */
export const mayBeBouncedRefundSql = `EXISTS (
  SELECT FROM (SELECT t.failed_at, count(*) OVER (ORDER BY t.sent_at DESC) AS transfers
    FROM (${bouncedTransfersSql(`r.member_id = c.member_id OR ${isHolderNamedSql}`)}) AS t) AS since
  WHERE since.transfers > (SELECT count(*) FROM deposits w
    WHERE w.normal_name = d.normal_name AND w.amount = d.amount AND w.status = 'RETURNED' AND w.matched_at >= since.failed_at))`

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
