import { reversibleCharge } from '#lib/charges/rules.ts'
import { waitingDeposit } from '../rules.ts'
import { sameNameSql } from './shared-conditions.ts'
import { idKindSql, suspectedDuplicateSql } from './suspected-duplicate.ts'

/** SQL condition: staff approved the charge without a deposit, and no deposit has been assigned to it since. */
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
  `SELECT a.id FROM charges a WHERE ${condition} AND ${mayBePaidBySql('a')}`

/**
 * SQL condition: deposit `d` is probably the money of a charge that staff approved without a deposit, under its name or
 * of the member of charge `c` under any name, so that it must not credit `c` as well. Each such approval holds back one
 * deposit: `d` is free if as many earlier ones of its name, amount and source already wait. That is counted only if no
 * member except that of `c` (`isSharedNameSql`) has requested a charge under the name, because the earlier ones could
 * be the other member's.
 */
export const isApprovedMoneySql = (isSharedNameSql: string): string => `(
  SELECT count(*) FROM (${approvedSql(sameNameSql('a'))} UNION ${approvedSql('a.member_id = c.member_id')}) AS approved
) > (
  SELECT count(*) FROM deposits w WHERE w.normal_name = d.normal_name AND w.amount = d.amount AND w.id < d.id
    AND w.at >= d.at - interval '7 days' AND ${waitingDeposit.sql('w')} AND w.disputed_at IS NULL
    AND ${idKindSql('w')} = ${idKindSql('d')} AND w.is_proved = d.is_proved
    AND NOT ${suspectedDuplicateSql('w')} AND NOT (${isSharedNameSql})
)`
