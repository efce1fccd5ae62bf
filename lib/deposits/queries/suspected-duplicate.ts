import { chargeStatus } from '#lib/charges/labels.ts'
import { unsettledDeposit } from '../rules.ts'
import { paidBySql, sameNameSql, seoulDaySql } from './shared-conditions.ts'

/**
 * SQL expression for the kind of a deposit's external id: given by the hook, by a connected service, made up by an
 * import, or the bank's number in an import. Two deposits may report the same credit of the bank if their ids differ in
 * kind.
 */
export const idKindSql = (deposit: string): string => `CASE WHEN ${deposit}.source = 'HOOK' THEN 'HOOK'
  WHEN ${deposit}.source = 'CONNECTION' THEN 'connection:' || ${deposit}.connection
  WHEN ${deposit}.external_id LIKE 'csv:%' THEN 'csv:' || ${deposit}.precision ELSE 'NUMBER' END`

/** SQL expression that ranks deposits by how well their report is authenticated; a greater number is better. */
const authenticationRankSql = (deposit: string): string =>
  `CASE ${deposit}.source WHEN 'HOOK' THEN 2 WHEN 'CONNECTION' THEN 1 ELSE 0 END`

/** SQL condition: reports `o` and `d` are about moments at most 10 minutes apart or, if one only has a day, about one day. */
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
 * SQL condition: of two reports of the same credit, `d` is the doubtful one. If one of them is settled, the other is
 * doubtful. If neither is, the doubtful one is that with the less authenticated source or, if both have the same
 * source, that stored later.
 */
const isDoubtfulOneSql = (o: string, d: string): string => `(NOT ${unsettledDeposit.sql(o)}
  OR CASE WHEN ${o}.source = ${d}.source THEN ${o}.id < ${d}.id ELSE ${authenticationRankSql(o)} > ${authenticationRankSql(d)} END)`

/** SQL condition: another report has the name of deposit `d`, and `d` is the doubtful one of the two. */
const isReportedUnderNameSql = (d: string): string => `EXISTS (SELECT FROM deposits o
  WHERE ${sameNameSql('o', d)} AND ${isOtherReportSql('o', d)} AND ${isDoubtfulOneSql('o', d)})`

/** SQL condition: the normalized name of one of the deposits, at least two characters long, is a part of the other's. */
const similarNameSql = (
  o: string,
  d: string,
): string => `(length(${o}.normal_name) >= 2 AND length(${d}.normal_name) >= 2
  AND (strpos(${o}.normal_name, ${d}.normal_name) > 0 OR strpos(${d}.normal_name, ${o}.normal_name) > 0))`

/**
 * SQL condition: another report at most 10 minutes apart has a similar name, and `d` is the doubtful one of the two:
 * services cut the depositor's name off, or add to it.
 */
const isReportedUnderSimilarNameSql = (d: string): string => `EXISTS (SELECT FROM deposits o
  WHERE o.at BETWEEN ${d}.at - interval '10 minutes' AND ${d}.at + interval '10 minutes'
    AND ${similarNameSql('o', d)} AND ${isOtherReportSql('o', d)} AND ${isDoubtfulOneSql('o', d)})`

/**
 * SQL condition: another report, under whichever name, has paid for a charge of a member who also requested a charge
 * with the name and amount of deposit `d`: services render one depositor's name differently, and he could have a charge
 * open under each rendering. The conditions on times let PostgreSQL search fewer charges: of open charges those
 * created at most 4 days before the deposit, and none approved more than 7 days before its money came.
 */
const hasPaidForMemberSql = (
  d: string,
): string => `EXISTS (SELECT FROM charges f JOIN charges k ON k.member_id = f.member_id
    CROSS JOIN LATERAL ${paidBySql} p
  WHERE f.pay_amount = ${d}.amount AND f.normal_name = ${d}.normal_name AND ${d}.normal_name <> ''
    AND f.created_at >= ${d}.at - interval '4 days' AND k.status = ${chargeStatus.SUCCESS}
    AND k.response_at >= ${d}.at - interval '8 days' AND ${isOtherReportSql('p', d)})`

/**
 * SQL condition: deposit `d` probably reports the same credit of the bank as another deposit, and is the doubtful one of
 * the two.
 */
export const suspectedDuplicateSql = (d: string): string =>
  `(${isReportedUnderNameSql(d)}
  OR ${isReportedUnderSimilarNameSql(d)} OR ${hasPaidForMemberSql(d)})`
