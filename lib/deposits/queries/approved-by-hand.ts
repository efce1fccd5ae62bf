import { reversibleCharge } from '#lib/charges/rules.ts'
import { waitingDeposit } from '../rules.ts'
import { hasSameDepositorNameSql } from './shared-conditions.ts'
import { externalIdKindSql, isSuspectedDuplicateSql } from './suspected-duplicate.ts'

/**
 * SQL condition: staff approved the charge without a deposit, it isn't reversed, and no deposit was assigned to it
 * later.
 */
export const isApprovedWithoutDepositSql = (charge: string): string => `(${reversibleCharge.sql(charge)}
  AND ${charge}.outcome = 'APPROVED'
  AND NOT EXISTS (SELECT FROM deposits WHERE charge_id = ${charge}.id)
  AND NOT EXISTS (SELECT FROM deposit_splits WHERE charge_id = ${charge}.id)
  AND NOT EXISTS (SELECT FROM deposit_merges WHERE charge_id = ${charge}.id))`

/**
 * SQL condition: staff approved the charge without a deposit, and deposit `d` may be the money for it. The amounts are
 * equal, and the approval was at most 7 days before the bank booked the deposit, or later.
 */
export const mayBePaidByDepositSql = (charge: string): string => `(${charge}.pay_amount = d.amount
  AND ${charge}.response_at >= d.at - interval '7 days' AND ${isApprovedWithoutDepositSql(charge)})`

/**
 * Subquery for the charges `a` that meet `condition`, that staff approved without a deposit, and for which deposit `d`
 * may be the money.
 */
const approvedSql = (condition: string): string =>
  `SELECT a.id, a.response_at FROM charges a WHERE ${condition} AND ${mayBePaidByDepositSql('a')}`

/**
 * SQL condition: after `moment` (an SQL expression), a person decided about deposit `w`: returned it, or matched it
 * with charges that this match credited. A match with a charge that staff had already approved is no decision; nor is a
 * match with one charge that was reversed later.
 */
const decidedByPersonSql = (
  moment: string,
): string => `(w.matched_at >= ${moment} AND (w.status IN ('RETURNED', 'SPLIT', 'MERGED')
  OR (w.status = 'MATCHED' AND EXISTS (SELECT FROM charges k WHERE k.id = w.charge_id AND k.outcome = 'MATCHED'
    AND k.settled_by IS NOT NULL AND ${reversibleCharge.sql('k')}))))`

/** SQL condition: deposit `w` waits, isn't disputed, and probably isn't a second report of a credit. */
const isWaitingFirstReportSql = `(${waitingDeposit.sql('w')} AND w.disputed_at IS NULL AND NOT ${isSuspectedDuplicateSql('w')})`

/**
 * SQL condition: deposit `d` must not credit charge `c`, because it is probably the money for another charge, which
 * staff approved without a deposit. That charge has the name of `d`, or belongs to the member of `c`
 * (docs/decisions/0029).
 *
 * Each such approval holds back one deposit. So `d` is held back if, for one of these approvals, the approvals from it
 * on (itself included) are more than the earlier deposits `w` that they have already held back. A `w` was stored before
 * `d`, was booked at most 7 days before it, and has the same name, amount, kind of id (`externalIdKindSql`) and
 * `is_proved`. It counts if
 * - it still waits (`isWaitingFirstReportSql`), and no member other than that of `c` has requested a charge under the
 *   name (`isSharedNameSql`): otherwise `w` may be the other member's money, and `d` the money for the approved charge;
 *   or
 * - a person has decided about it since the approval.
 *
 * The SQL compares the ids of `w` and `d` by subtracting them, so that PostgreSQL doesn't scan the index for all lower
 * ids.
 */
export const isMoneyOfApprovedChargeSql = (isSharedNameSql: string): string => `EXISTS (
  SELECT FROM (SELECT a.response_at, count(*) OVER (ORDER BY a.response_at DESC) AS approvals
    FROM (${approvedSql(hasSameDepositorNameSql('a'))} UNION ${approvedSql('a.member_id = c.member_id')}) AS a) AS since
  WHERE since.approvals > (SELECT count(*) FROM deposits w
    WHERE w.normal_name = d.normal_name AND w.amount = d.amount AND d.id - w.id > 0 AND w.at >= d.at - interval '7 days'
      AND ${externalIdKindSql('w')} = ${externalIdKindSql('d')} AND w.is_proved = d.is_proved
      AND (${decidedByPersonSql('since.response_at')} OR (${isWaitingFirstReportSql} AND NOT (${isSharedNameSql})))))`
