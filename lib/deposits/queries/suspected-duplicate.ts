import { unsettledDeposit } from '../rules.ts'
import { sameNameSql, seoulDaySql } from './shared-conditions.ts'

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

/**
 * SQL condition: deposit `d` probably reports the same credit of the bank as another deposit, and is the doubtful one of
 * the two.
 */
export const suspectedDuplicateSql = (d: string): string => isReportedUnderNameSql(d)
