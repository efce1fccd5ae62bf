/** SQL fragments about deposits and charges that the files of the matching rule and the lists for staff share. */

/**
 * SQL condition: charge `c` has the amount and the depositor's name of deposit `d`. Never true for a deposit for which
 * the bank has reported no name.
 */
export const chargeFitsDepositSql = "c.pay_amount = d.amount AND c.normal_name = d.normal_name AND d.normal_name <> ''"

/**
 * SQL condition: `row` has the same depositor's name as `deposit`. Also true if `row` stores only a hash of the name
 * (SQL function former_name), as charges and deposits of deleted members do.
 */
export const hasSameDepositorNameSql = (row: string, deposit = 'd'): string =>
  `${row}.normal_name IN (${deposit}.normal_name, former_name(${deposit}.normal_name))`

/** SQL expression: the day in Seoul of the time `moment`, which is an SQL expression, too. */
export const seoulDaySql = (moment: string): string => `(${moment} AT TIME ZONE 'Asia/Seoul')::date`

/**
 * Subquery for the deposits that paid for charge `k`: matched with it, split or merged. Give it an alias where it is
 * used.
 */
export const payingDepositsSql = `(SELECT x.* FROM deposits x WHERE x.charge_id = k.id
  UNION ALL SELECT x.* FROM deposit_splits s JOIN deposits x ON x.id = s.deposit_id WHERE s.charge_id = k.id
  UNION ALL SELECT x.* FROM deposit_merges s JOIN deposits x ON x.id = s.deposit_id WHERE s.charge_id = k.id)`
