import { reversibleCharge } from '#lib/charges/rules.ts'
import { waitingDeposit } from '../rules.ts'
import { sameNameSql } from './shared-conditions.ts'
import { idKindSql, suspectedDuplicateSql } from './suspected-duplicate.ts'

/** SQL condition: staff approved the charge without a deposit, it isn't reversed, and it got no deposit since. */
export const approvedWithoutDepositSql = (charge: string): string => `(${reversibleCharge.sql(charge)}
  AND ${charge}.outcome = 'APPROVED'
  AND NOT EXISTS (SELECT FROM deposits WHERE charge_id = ${charge}.id)
  AND NOT EXISTS (SELECT FROM deposit_splits WHERE charge_id = ${charge}.id)
  AND NOT EXISTS (SELECT FROM deposit_merges WHERE charge_id = ${charge}.id))`

/**
 * SQL condition: the charge, which staff approved without a deposit, may have been paid by deposit `d`: it has the
 * deposit's amount, and was approved at the earliest 7 days before the money came.
 */
export const mayBePaidBySql = (charge: string): string => `(${charge}.pay_amount = d.amount
  AND ${charge}.response_at >= d.at - interval '7 days' AND ${approvedWithoutDepositSql(charge)})`

/** Subquery for the charges `a` that meet `condition` and that staff approved without a deposit, perhaps for deposit `d`. */
const approvedSql = (condition: string): string =>
  `SELECT a.id, a.response_at FROM charges a WHERE ${condition} AND ${mayBePaidBySql('a')}`

/**
 * SQL condition: a person decided about deposit `w` after `moment` (an SQL expression): returned it, or matched it with
 * charges that this match credited, not with one approved before. A match with one charge that was reversed since is no
 * decision.
 */
const decidedByPersonSql = (
  moment: string,
): string => `(w.matched_at >= ${moment} AND (w.status IN ('RETURNED', 'SPLIT', 'MERGED')
  OR (w.status = 'MATCHED' AND EXISTS (SELECT FROM charges k WHERE k.id = w.charge_id AND k.outcome = 'MATCHED'
    AND k.settled_by IS NOT NULL AND ${reversibleCharge.sql('k')}))))`

/** SQL condition: deposit `w` waits, and isn't probably a second report of a credit. */
const isWaitingFirstReportSql = `(${waitingDeposit.sql('w')} AND w.disputed_at IS NULL AND NOT ${suspectedDuplicateSql('w')})`

/**
 * SQL condition: deposit `d` must not credit charge `c`, because it is probably the money of a charge that staff
 * approved without a deposit: one with the name of `d`, or one of the member of `c` under any name.
 *
 * Each approval holds back one deposit. A deposit `w` stored before `d`, of the same name, amount and kind of id
 * (`idKindSql`), and booked at most 7 days before it, counts as the one that was held back
 * - if it waits, unless another member than that of `c` has requested a charge under the name (`isSharedNameSql`): then
 *   `w` may be the other member's money, and `d` that of the approved charge;
 * - if a person has decided about it since the approval.
 * So `d` is held back if, from some approval on, there are more approvals than deposits that count. Ids are subtracted,
 * not compared, so that PostgreSQL doesn't search the index of all ids below.
 */
export const isApprovedMoneySql = (isSharedNameSql: string): string => `EXISTS (
  SELECT FROM (SELECT a.response_at, count(*) OVER (ORDER BY a.response_at DESC) AS approvals
    FROM (${approvedSql(sameNameSql('a'))} UNION ${approvedSql('a.member_id = c.member_id')}) AS a) AS since
  WHERE since.approvals > (SELECT count(*) FROM deposits w
    WHERE w.normal_name = d.normal_name AND w.amount = d.amount AND d.id - w.id > 0 AND w.at >= d.at - interval '7 days'
      AND ${idKindSql('w')} = ${idKindSql('d')} AND w.is_proved = d.is_proved
      AND (${decidedByPersonSql('since.response_at')} OR (${isWaitingFirstReportSql} AND NOT (${isSharedNameSql})))))`
