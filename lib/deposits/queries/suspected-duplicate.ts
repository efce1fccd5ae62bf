import { chargeStatus } from '#lib/charges/labels.ts'
import { unsettledDeposit } from '../rules.ts'
import { sameNameSql, seoulDaySql } from './shared-conditions.ts'

/**
 * SQL expression for the kind of a deposit's external id: given by the hook, given by a certain connected service, made
 * up by an import that knows the time with a certain precision, or the bank's number in an import. Two deposits may
 * report the same credit of the bank only if their ids differ in kind.
 */
export const idKindSql = (deposit: string): string => `CASE WHEN ${deposit}.source = 'HOOK' THEN 'HOOK'
  WHEN ${deposit}.source = 'CONNECTION' THEN 'connection:' || ${deposit}.connection
  WHEN ${deposit}.external_id LIKE 'csv:%' THEN 'csv:' || ${deposit}.precision ELSE 'NUMBER' END`

/** SQL expression that ranks deposits by how well their report is authenticated; a greater number is better. */
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
 * SQL condition: deposit `o` has the amount and time of `d`, but an id of another kind, and isn't closed as a duplicate
 * or contradicted. Whether both report the same credit of the bank then depends on their names.
 */
const isOtherReportSql = (o: string, d: string): string => `(${o}.amount = ${d}.amount AND ${o}.id <> ${d}.id
  AND ${o}.status <> 'DUPLICATE' AND ${o}.disputed_at IS NULL AND ${idKindSql(o)} <> ${idKindSql(d)} AND ${sameTimeSql(o, d)})`

/**
 * SQL condition: of two reports of the same credit, `d`, which isn't settled, is the doubtful one: because `o` is
 * settled, or has the better authenticated source, or has the same source and was stored earlier.
 */
const isDoubtfulOneSql = (o: string, d: string): string => `(NOT ${unsettledDeposit.sql(o)}
  OR CASE WHEN ${o}.source = ${d}.source THEN ${o}.id < ${d}.id ELSE ${authenticationRankSql(o)} > ${authenticationRankSql(d)} END)`

/** SQL condition: another report of the amount and time of `d` has its name, and `d` is the doubtful one of the two. */
const isReportedUnderNameSql = (d: string): string => `EXISTS (SELECT FROM deposits o
  WHERE ${sameNameSql('o', d)} AND ${isOtherReportSql('o', d)} AND ${isDoubtfulOneSql('o', d)})`

/** SQL condition: the normalized name of one of the deposits, at least two characters long, is a part of the other's. */
const similarNameSql = (
  o: string,
  d: string,
): string => `(length(${o}.normal_name) >= 2 AND length(${d}.normal_name) >= 2
  AND (strpos(${o}.normal_name, ${d}.normal_name) > 0 OR strpos(${d}.normal_name, ${o}.normal_name) > 0))`

/**
 * SQL condition: every report of the amount and the kind of `o` (`idKindSql`), under a name similar to that of `o`
 * (except that of `d`), has a counterpart of the kind of `d` under the name of `o`. Then `d` reports none of these
 * credits, but another one. Never true without times of day: then the reports can't be paired.
 *
 * Counterparts are counted up to 10 minutes from `o`, and the reports that they may belong to up to 20 minutes, so that
 * no counterpart counts for two reports. If `d` is confirmed by its service, reports that the service hasn't confirmed
 * are no counterparts, because they may be forged.
 */
const hasCounterpartSql = (o: string, d: string): string => `('DAY' NOT IN (${o}.precision, ${d}.precision) AND (
  SELECT count(*) FROM deposits x WHERE x.normal_name = ${o}.normal_name AND x.amount = ${o}.amount
    AND x.at BETWEEN ${o}.at - interval '10 minutes' AND ${o}.at + interval '10 minutes'
    AND x.disputed_at IS NULL AND ${idKindSql('x')} = ${idKindSql(d)} AND (x.is_proved OR NOT ${d}.is_proved)
) >= (
  SELECT count(*) FROM deposits y WHERE y.amount = ${o}.amount
    AND y.at BETWEEN ${o}.at - interval '20 minutes' AND ${o}.at + interval '20 minutes'
    AND y.normal_name <> ${d}.normal_name AND ${similarNameSql('y', o)} AND ${idKindSql('y')} = ${idKindSql(o)}
))`

/**
 * SQL condition: another report at most 10 minutes apart has a similar name, and `d` is the doubtful one of the two:
 * services cut the depositor's name off, or add to it. Reports that already have a counterpart don't count: two
 * members with similar names may pay at once.
 */
const isReportedUnderSimilarNameSql = (d: string): string => `EXISTS (SELECT FROM deposits o
  WHERE o.amount = ${d}.amount AND o.at BETWEEN ${d}.at - interval '10 minutes' AND ${d}.at + interval '10 minutes'
    AND ${similarNameSql('o', d)} AND ${isOtherReportSql('o', d)} AND ${isDoubtfulOneSql('o', d)}
    AND NOT ${hasCounterpartSql('o', d)})`

/**
 * SQL condition: deposit `p` has paid for a charge of a member who also requested a charge with the name and amount of
 * deposit `d`. Open charges were created at most 4 days before the deposit; the condition on created_at lets PostgreSQL
 * search fewer charges.
 */
const paidForMemberSql = (
  p: string,
  d: string,
): string => `EXISTS (SELECT FROM charges k JOIN charges f ON f.member_id = k.member_id
  WHERE k.id = ANY (ARRAY(SELECT ${p}.charge_id UNION ALL SELECT charge_id FROM deposit_splits WHERE deposit_id = ${p}.id
      UNION ALL SELECT charge_id FROM deposit_merges WHERE deposit_id = ${p}.id)) AND k.status = ${chargeStatus.SUCCESS}
    AND f.normal_name = ${d}.normal_name AND f.pay_amount = ${d}.amount AND f.created_at >= ${d}.at - interval '4 days')`

/**
 * SQL condition: a charge with the name and amount of deposit `d` was requested; false if the bank reported no name. It
 * is asked first: of a deposit without a time of day, all reports of its amount on its day would be looked at otherwise.
 */
const isRequestedSql = (d: string): string => `(${d}.normal_name <> '' AND EXISTS (SELECT FROM charges f
  WHERE f.normal_name = ${d}.normal_name AND f.pay_amount = ${d}.amount AND f.created_at >= ${d}.at - interval '4 days'))`

/**
 * SQL conditions, at least one of which is true for a deposit `o` with the time of `d`; each lets PostgreSQL use an
 * index.
 */
const nearbySql = (o: string, d: string): string[] => [
  `${o}.at BETWEEN ${d}.at - interval '10 minutes' AND ${d}.at + interval '10 minutes'`,
  `${o}.precision = 'DAY' AND ${o}.at BETWEEN ${d}.at - interval '1 day' AND ${d}.at + interval '1 day'`,
  `${d}.precision = 'DAY' AND ${o}.at BETWEEN ${d}.at - interval '1 day' AND ${d}.at + interval '1 day'`,
]

/**
 * SQL condition: another report, under whichever name, has paid for a charge of a member who also requested a charge
 * with the name and amount of deposit `d`: services render one depositor's name differently, and he could have a charge
 * open under each rendering.
 */
const hasPaidForMemberSql = (d: string): string =>
  `(${isRequestedSql(d)} AND (${nearbySql('p', d)
    .map(
      (isNearby) => `EXISTS (SELECT FROM deposits p
  WHERE p.amount = ${d}.amount AND ${isNearby} AND ${isOtherReportSql('p', d)} AND ${paidForMemberSql('p', d)})`,
    )
    .join(' OR ')}))`

/**
 * SQL condition: `d` probably reports the same credit as a deposit of a similar name, or as one of any name that has
 * paid for the member, and is the doubtful one.
 */
const isReportedUnderOtherNameSql = (d: string): string =>
  `(${isReportedUnderSimilarNameSql(d)} OR ${hasPaidForMemberSql(d)})`

/**
 * SQL condition: deposit `d` probably reports the same credit of the bank as another deposit, and is the doubtful one of
 * the two.
 */
export const suspectedDuplicateSql = (d: string): string =>
  `(${isReportedUnderNameSql(d)} OR ${isReportedUnderOtherNameSql(d)})`

/** SQL condition: as suspectedDuplicateSql, but not because of a report under the name of `d`. */
export const suspectedUnderOtherNameSql = (d: string): string =>
  `(NOT ${isReportedUnderNameSql(d)} AND ${isReportedUnderOtherNameSql(d)})`
