import { chargeStatus } from '#lib/charges/labels.ts'
import { unsettledDeposit } from '../rules.ts'
import { hasSameDepositorNameSql, seoulDaySql } from './shared-conditions.ts'

/**
 * SQL expression: the kind of a deposit's external id, i.e. who assigned it. Two deposits may report the same credit of
 * the bank only if their ids differ in kind. Kinds are:
 * - the hook;
 * - a deposit source, a kind for each source;
 * - the bank, by its number in an imported table;
 * - an import that made the id up, a kind for each precision of the time.
 */
export const externalIdKindSql = (deposit: string): string => `CASE WHEN ${deposit}.source = 'HOOK' THEN 'HOOK'
  WHEN ${deposit}.source = 'CONNECTION' THEN 'connection:' || ${deposit}.connection
  WHEN ${deposit}.external_id LIKE 'csv:%' THEN 'csv:' || ${deposit}.precision ELSE 'NUMBER' END`

/** SQL expression: how well the report of a deposit is authenticated. A greater number is better. */
const authenticationRankSql = (deposit: string): string =>
  `CASE ${deposit}.source WHEN 'HOOK' THEN 2 WHEN 'CONNECTION' THEN 1 ELSE 0 END`

/** SQL condition: reports `o` and `d` give times at most 10 minutes apart or, if one gives only a day, the same day. */
const sameTimeSql = (
  o: string,
  d: string,
): string => `(${o}.at BETWEEN ${d}.at - interval '1 day' AND ${d}.at + interval '1 day'
  AND CASE WHEN 'DAY' IN (${o}.precision, ${d}.precision) THEN ${seoulDaySql(`${o}.at`)} = ${seoulDaySql(`${d}.at`)}
    ELSE ${o}.at BETWEEN ${d}.at - interval '10 minutes' AND ${d}.at + interval '10 minutes' END)`

/**
 * SQL condition: deposit `o` has the amount and time of `d` but an id of another kind, and is neither closed as a
 * duplicate nor disputed. Whether both report the same credit of the bank then depends on their names.
 */
const isOtherReportSql = (o: string, d: string): string => `(${o}.amount = ${d}.amount AND ${o}.id <> ${d}.id
  AND ${o}.status <> 'DUPLICATE' AND ${o}.disputed_at IS NULL AND ${externalIdKindSql(o)} <> ${externalIdKindSql(d)} AND ${sameTimeSql(o, d)})`

/**
 * SQL condition: of two reports `o` and `d` of the same credit, `d`, which isn't settled, is the doubtful one. This is
 * the case if `o` is settled, has the better authenticated source, or has the same source and was stored earlier.
 */
const isDoubtfulOneSql = (o: string, d: string): string => `(NOT ${unsettledDeposit.sql(o)}
  OR CASE WHEN ${o}.source = ${d}.source THEN ${o}.id < ${d}.id ELSE ${authenticationRankSql(o)} > ${authenticationRankSql(d)} END)`

/**
 * SQL condition: another report has the amount, time and name of `d`, and `d` is the doubtful one (`isDoubtfulOneSql`).
 */
const isReportedUnderNameSql = (d: string): string => `EXISTS (SELECT FROM deposits o
  WHERE ${hasSameDepositorNameSql('o', d)} AND ${isOtherReportSql('o', d)} AND ${isDoubtfulOneSql('o', d)})`

/** SQL condition: the normalized name of one deposit is a part of the other's. Both have at least two characters. */
const similarNameSql = (
  o: string,
  d: string,
): string => `(length(${o}.normal_name) >= 2 AND length(${d}.normal_name) >= 2
  AND (strpos(${o}.normal_name, ${d}.normal_name) > 0 OR strpos(${d}.normal_name, ${o}.normal_name) > 0))`

/**
 * SQL condition: `d` doesn't report the same credit as `o`, because `o` has a counterpart. A counterpart of `o` is a
 * report of the kind of `d` (`externalIdKindSql`) with the amount and name of `o`. For example, the hook reports 김민
 * (`o`) and 김민수, and a deposit source reports 김민 (the counterpart of `o`) and 김민수 (`d`).
 *
 * The counterparts must be at least as many as the reports of the kind of `o` with this amount and a name similar to
 * that of `o`. Reports under the name of `d` aren't counted. Counterparts are counted up to 10 minutes from `o`, the
 * other reports up to 20 minutes, so that no counterpart counts for two reports. If the source has confirmed `d`,
 * counterparts that it hasn't confirmed don't count, because they may be forged. Never true without times of day,
 * because then the reports can't be paired.
 */
const hasCounterpartSql = (o: string, d: string): string => `('DAY' NOT IN (${o}.precision, ${d}.precision) AND (
  SELECT count(*) FROM deposits x WHERE x.normal_name = ${o}.normal_name AND x.amount = ${o}.amount
    AND x.at BETWEEN ${o}.at - interval '10 minutes' AND ${o}.at + interval '10 minutes'
    AND x.disputed_at IS NULL AND ${externalIdKindSql('x')} = ${externalIdKindSql(d)} AND (x.is_proved OR NOT ${d}.is_proved)
) >= (
  SELECT count(*) FROM deposits y WHERE y.amount = ${o}.amount
    AND y.at BETWEEN ${o}.at - interval '20 minutes' AND ${o}.at + interval '20 minutes'
    AND y.normal_name <> ${d}.normal_name AND ${similarNameSql('y', o)} AND ${externalIdKindSql('y')} = ${externalIdKindSql(o)}
))`

/**
 * SQL condition: another report at most 10 minutes apart has a similar name, and `d` is the doubtful one of the two.
 * Deposit sources shorten the depositor's name, or add text to it. A report that has a counterpart doesn't count
 * (`hasCounterpartSql`): two members with similar names may pay at once.
 */
const isReportedUnderSimilarNameSql = (d: string): string => `EXISTS (SELECT FROM deposits o
  WHERE o.amount = ${d}.amount AND o.at BETWEEN ${d}.at - interval '10 minutes' AND ${d}.at + interval '10 minutes'
    AND ${similarNameSql('o', d)} AND ${isOtherReportSql('o', d)} AND ${isDoubtfulOneSql('o', d)}
    AND NOT ${hasCounterpartSql('o', d)})`

/**
 * SQL condition: deposit `p` has paid for a charge of a member who also requested a charge with the name and amount of
 * deposit `d`. An open charge was created at most 4 days before the deposit, so the condition on created_at lets
 * PostgreSQL search fewer charges.
 */
const paidForMemberSql = (
  p: string,
  d: string,
): string => `EXISTS (SELECT FROM charges k JOIN charges f ON f.member_id = k.member_id
  WHERE k.id = ANY (ARRAY(SELECT ${p}.charge_id UNION ALL SELECT charge_id FROM deposit_splits WHERE deposit_id = ${p}.id
      UNION ALL SELECT charge_id FROM deposit_merges WHERE deposit_id = ${p}.id)) AND k.status = ${chargeStatus.SUCCESS}
    AND f.normal_name = ${d}.normal_name AND f.pay_amount = ${d}.amount AND f.created_at >= ${d}.at - interval '4 days')`

/**
 * SQL condition: a charge with the name and amount of deposit `d` was requested; false if the bank reported no name.
 * Put this condition first: otherwise, for a deposit without a time of day, PostgreSQL reads all reports of its amount
 * on its day.
 */
const isRequestedSql = (d: string): string => `(${d}.normal_name <> '' AND EXISTS (SELECT FROM charges f
  WHERE f.normal_name = ${d}.normal_name AND f.pay_amount = ${d}.amount AND f.created_at >= ${d}.at - interval '4 days'))`

/**
 * List of SQL conditions. For every deposit `o` with the time of `d`, at least one of them is true, and PostgreSQL can
 * use an index for each of them.
 */
const nearbySql = (o: string, d: string): string[] => [
  `${o}.at BETWEEN ${d}.at - interval '10 minutes' AND ${d}.at + interval '10 minutes'`,
  `${o}.precision = 'DAY' AND ${o}.at BETWEEN ${d}.at - interval '1 day' AND ${d}.at + interval '1 day'`,
  `${d}.precision = 'DAY' AND ${o}.at BETWEEN ${d}.at - interval '1 day' AND ${d}.at + interval '1 day'`,
]

/**
 * SQL condition: another report, under any name, has paid for a charge of a member who also requested a charge with the
 * name and amount of deposit `d`. Deposit sources spell a depositor's name differently, so a member could have a charge
 * open under each spelling.
 */
const hasPaidForMemberSql = (d: string): string =>
  `(${isRequestedSql(d)} AND (${nearbySql('p', d)
    .map(
      (isNearby) => `EXISTS (SELECT FROM deposits p
  WHERE p.amount = ${d}.amount AND ${isNearby} AND ${isOtherReportSql('p', d)} AND ${paidForMemberSql('p', d)})`,
    )
    .join(' OR ')}))`

/**
 * SQL condition: `d` is probably the doubtful second report of a credit that was reported under another name. The other
 * report has a similar name, or has paid for a member who also requested a charge that fits `d`.
 */
const isReportedUnderOtherNameSql = (d: string): string =>
  `(${isReportedUnderSimilarNameSql(d)} OR ${hasPaidForMemberSql(d)})`

/**
 * SQL condition: deposit `d` probably reports the same credit of the bank as another deposit, and is the doubtful one
 * of the two.
 */
export const isSuspectedDuplicateSql = (d: string): string =>
  `(${isReportedUnderNameSql(d)} OR ${isReportedUnderOtherNameSql(d)})`

/**
 * SQL condition: `d` is a suspected duplicate only because of reports under other names (`isSuspectedDuplicateSql`).
 */
export const isSuspectedUnderOtherNameSql = (d: string): string =>
  `(NOT ${isReportedUnderNameSql(d)} AND ${isReportedUnderOtherNameSql(d)})`
