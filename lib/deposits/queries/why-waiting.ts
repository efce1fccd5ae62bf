import { reversibleCharge } from '#lib/charges/rules.ts'
import { waitingDeposit } from '../rules.ts'
import { fits, open, payable, ruling } from './matching-rule.ts'

/** SQL condition: staff approved charge `c` without a deposit, and it still has none. */
export const unpaidApproval = `${reversibleCharge.sql('c')} AND c.outcome = 'APPROVED'
  AND NOT EXISTS (SELECT FROM deposits WHERE charge_id = c.id)
  AND NOT EXISTS (SELECT FROM deposit_splits WHERE charge_id = c.id)
  AND NOT EXISTS (SELECT FROM deposit_merges WHERE charge_id = c.id)`

/** SQL condition: `c` meets `unpaidApproval` and was created around the time of deposit `d`. */
export const creditedByHand = `${unpaidApproval}
  AND c.created_at BETWEEN d.at - interval '7 days' AND d.at + interval '24 hours'`

const some = (condition: string): string => `EXISTS (SELECT FROM charges c WHERE ${condition})`

/**
 * SQL expression: reason why deposit `d` waits, as one of waitReasons; NULL if it doesn't. Each subquery uses an index.
 */
export const whyWaiting = `CASE WHEN ${waitingDeposit.sql('d')} THEN coalesce(${ruling},
  CASE
    WHEN ${some(`${fits} AND ${creditedByHand}`)} THEN 'CREDITED'
    WHEN ${some(`${fits} AND ${payable} AND c.created_at > d.at - interval '30 days'`)} THEN 'LATE'
    WHEN ${some(`c.normal_name = d.normal_name AND ${open}`)} THEN 'OTHER_AMOUNT'
    WHEN ${some(`c.pay_amount = d.amount AND ${open}`)} THEN 'OTHER_NAME'
    ELSE 'NONE' END) END`
