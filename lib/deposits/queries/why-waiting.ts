import { reversibleCharge } from '#lib/charges/rules.ts'
import { waitingDeposit } from '../rules.ts'
import { chargeFitsSql, isOpenChargeSql, isPayableChargeSql, rulingSql } from './matching-rule.ts'

/** SQL condition: staff approved charge `c` without a deposit, and no deposit has been assigned to it since. */
export const approvedWithoutDepositSql = `${reversibleCharge.sql('c')} AND c.outcome = 'APPROVED'
  AND NOT EXISTS (SELECT FROM deposits WHERE charge_id = c.id)
  AND NOT EXISTS (SELECT FROM deposit_splits WHERE charge_id = c.id)
  AND NOT EXISTS (SELECT FROM deposit_merges WHERE charge_id = c.id)`

/**
 * SQL condition: staff approved charge `c` without a deposit, and `c` was created between 7 days before and 24 hours
 * after deposit `d`. If it also has the name and amount of `d`, then `d` is probably its money, which is already
 * credited.
 */
export const approvedAroundDepositSql = `${approvedWithoutDepositSql}
  AND c.created_at BETWEEN d.at - interval '7 days' AND d.at + interval '24 hours'`

/** SQL condition: there is a charge `c` that meets `condition`. */
const someChargeSql = (condition: string): string => `EXISTS (SELECT FROM charges c WHERE ${condition})`

/**
 * SQL expression: reason why deposit `d` waits, as one of waitReasons; NULL if it doesn't. Each subquery uses an index.
 */
export const whyWaitingSql = `CASE WHEN ${waitingDeposit.sql('d')} THEN coalesce(${rulingSql},
  CASE
    WHEN ${someChargeSql(`${chargeFitsSql} AND ${approvedAroundDepositSql}`)} THEN 'CREDITED'
    WHEN ${someChargeSql(`${chargeFitsSql} AND ${isPayableChargeSql} AND c.created_at > d.at - interval '30 days'`)} THEN 'LATE'
    WHEN ${someChargeSql(`c.normal_name = d.normal_name AND ${isOpenChargeSql}`)} THEN 'OTHER_AMOUNT'
    WHEN ${someChargeSql(`c.pay_amount = d.amount AND ${isOpenChargeSql}`)} THEN 'OTHER_NAME'
    ELSE 'NONE' END) END`
