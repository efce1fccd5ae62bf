import { waitingDeposit } from '../rules.ts'
import { mayBePaidByDepositSql } from './approved-by-hand.ts'
import { looksLikeBouncedRefundSql } from './bounced-refund.ts'
import { isOpenChargeSql, isPayableChargeSql, matchingResultSql } from './matching-rule.ts'
import { chargeFitsDepositSql, isOfShopSql } from './shared-conditions.ts'

/** SQL condition: there is a charge `c` that meets `condition`. */
const someChargeSql = (condition: string): string => `EXISTS (SELECT FROM charges c WHERE ${condition})`

/**
 * SQL expression: reason why deposit `d` waits, one of `waitReasons`; NULL if it doesn't wait. Each subquery uses an
 * index.
 */
export const waitReasonSql = `CASE WHEN ${waitingDeposit.sql('d')} THEN coalesce(${matchingResultSql},
  CASE
    WHEN ${someChargeSql(`${chargeFitsDepositSql} AND ${mayBePaidByDepositSql('c')}`)} THEN 'CREDITED'
    WHEN ${looksLikeBouncedRefundSql} THEN 'BOUNCED'
    WHEN ${isOfShopSql} THEN 'SHOP'
    WHEN ${someChargeSql(`${chargeFitsDepositSql} AND ${isPayableChargeSql} AND c.created_at > d.at - interval '30 days'`)} THEN 'LATE'
    WHEN ${someChargeSql(`c.normal_name = d.normal_name AND ${isOpenChargeSql}`)} THEN 'OTHER_AMOUNT'
    WHEN ${someChargeSql(`c.pay_amount = d.amount AND ${isOpenChargeSql}`)} THEN 'OTHER_NAME'
    ELSE 'NONE' END) END`
