import { waitingDeposit } from '../rules.ts'
import { mayBePaidBySql } from './approved-by-hand.ts'
import { isOpenChargeSql, isPayableChargeSql, matchingResultSql } from './matching-rule.ts'
import { chargeFitsSql } from './shared-conditions.ts'

/** SQL condition: there is a charge `c` that meets `condition`. */
const someChargeSql = (condition: string): string => `EXISTS (SELECT FROM charges c WHERE ${condition})`

/**
 * SQL expression: reason why deposit `d` waits, one of `waitReasons`; NULL if it doesn't wait. Each subquery uses an
 * index.
 */
export const whyWaitingSql = `CASE WHEN ${waitingDeposit.sql('d')} THEN coalesce(${matchingResultSql},
  CASE
    WHEN ${someChargeSql(`${chargeFitsSql} AND ${mayBePaidBySql('c')}`)} THEN 'CREDITED'
    WHEN ${someChargeSql(`${chargeFitsSql} AND ${isPayableChargeSql} AND c.created_at > d.at - interval '30 days'`)} THEN 'LATE'
    WHEN ${someChargeSql(`c.normal_name = d.normal_name AND ${isOpenChargeSql}`)} THEN 'OTHER_AMOUNT'
    WHEN ${someChargeSql(`c.pay_amount = d.amount AND ${isOpenChargeSql}`)} THEN 'OTHER_NAME'
    ELSE 'NONE' END) END`
