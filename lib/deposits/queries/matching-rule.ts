import { chargeStatus } from '#lib/charges/labels.ts'
import { approvableCharge, expiredCharge, pendingCharge, reversibleCharge } from '#lib/charges/rules.ts'
import { isImportForStaffSql } from '../own-import.ts'
import { waitingDeposit } from '../rules.ts'
import { isMoneyOfApprovedChargeSql } from './approved-by-hand.ts'
import { mayBeBouncedRefundSql } from './bounced-refund.ts'
import {
  chargeFitsDepositSql,
  coreOfNameSql,
  hasSameDepositorNameSql,
  isMaskedNameSql,
  isOfShopSql,
  isOtherSpellingSql,
  payingDepositsSql,
  seoulDaySql,
} from './shared-conditions.ts'
import { isSuspectedDuplicateSql } from './suspected-duplicate.ts'

/**
 * The matching rule, as SQL about a waiting deposit `d`: which charge `c` the deposit credits without staff, or why it
 * credits none. The matching job, the list for staff and the tasks use the same SQL. docs/decisions/0029 explains each
 * condition.
 */

/** SQL condition: charge `c` can still be approved, by staff or by a match. */
export const isPayableChargeSql = approvableCharge.sql('c')

/**
 * SQL condition: charge `c` is pending, or expired less than 72 hours before the deposit. A charge is pending for 3
 * hours, so all of these charges were created at most 4 days before the deposit. The condition on created_at only lets
 * PostgreSQL search fewer rows.
 */
export const isOpenChargeSql = `c.created_at >= d.at - interval '4 days' AND (${pendingCharge.sql('c')}
  OR (${expiredCharge.sql('c')} AND c.response_at >= d.at - interval '72 hours'))`

/** SQL condition: the charge fits deposit `d` and is open. */
export const isFittingOpenChargeSql = (charge: string): string =>
  `${chargeFitsDepositSql} AND ${isOpenChargeSql}`.replaceAll('c.', `${charge}.`)

/**
 * SQL condition: the charge was requested before the deposit arrived, or at most 10 minutes later, because clocks
 * differ and some members transfer first. A deposit counts as arrived at the time that the bank gives, or at the time
 * when it was stored, whichever is earlier.
 */
const madeBeforeSql = (charge: string, deposit: string): string =>
  `${charge}.created_at <= least(${deposit}.at, ${deposit}.created_at) + interval '10 minutes'`

/**
 * FROM clause for evidence that the member of charge `c` uses the name of deposit `d`. `k`: his earlier credited
 * charges under this name; `p`: the deposits of this name that paid for them. A charge that staff matched with a
 * deposit of another name is no evidence. If `d` wasn't imported, a charge for which only one person vouches
 * (`funding`) is no evidence, either.
 */
const earlierCreditsSql = `charges k CROSS JOIN LATERAL ${payingDepositsSql} p
  WHERE k.normal_name = d.normal_name AND k.member_id = c.member_id AND ${reversibleCharge.sql('k')}
    AND p.normal_name = d.normal_name
    AND (d.source = 'IMPORT' OR k.funding IN ('AUTHENTICATED', 'CONFIRMED'))`

/**
 * SQL condition: the member of charge `c` has been credited under the name of deposit `d` before (`earlierCreditsSql`).
 */
const isKnownNameSql = `EXISTS (SELECT FROM ${earlierCreditsSql})`

/**
 * SQL condition: a member other than that of charge `c` has a charge `o` under the depositor's name of deposit `d`, and
 * `o` meets `condition`. Searches the index for lower and for higher member ids, because a search with <> would also
 * read all charges of the member of `c` under this name.
 */
const otherMemberHasChargeSql = (condition: string): string =>
  ['<', '>']
    .map(
      (comparison) => `EXISTS (SELECT FROM charges o WHERE ${hasSameDepositorNameSql('o')}
      AND o.member_id ${comparison} c.member_id AND ${condition})`,
    )
    .join(' OR ')

/**
 * SQL condition: another member was credited under the name of deposit `d`. Either he has a credited charge under this
 * name, or a deposit of this name paid for a charge of his, perhaps together with others (split or merge).
 */
const creditedToOthersSql = `(${otherMemberHasChargeSql(`o.status = ${chargeStatus.SUCCESS}`)} OR EXISTS (
  SELECT FROM deposits x CROSS JOIN LATERAL (SELECT x.charge_id AS id
      UNION ALL SELECT charge_id FROM deposit_merges WHERE deposit_id = x.id
      UNION ALL SELECT charge_id FROM deposit_splits WHERE deposit_id = x.id) paid JOIN charges o ON o.id = paid.id
  WHERE ${hasSameDepositorNameSql('x')} AND x.status IN ('MATCHED', 'SPLIT', 'MERGED') AND o.member_id <> c.member_id))`

/**
 * SQL condition: a waiting deposit with the name of `d`, perhaps `d` itself, fits a charge of another member. This
 * charge can still be approved, and was requested after that deposit or at most 30 days before it.
 */
const suggestedToOthersSql = `EXISTS (SELECT FROM deposits w JOIN charges o
    ON o.normal_name = w.normal_name AND o.pay_amount = w.amount AND o.member_id <> c.member_id
      AND o.created_at > w.at - interval '30 days' AND ${approvableCharge.sql('o')}
  WHERE w.normal_name = d.normal_name AND ${waitingDeposit.sql('w')} AND w.disputed_at IS NULL)`

/** SQL condition: the moment is on the day of deposit `d` in Seoul. The BETWEEN lets PostgreSQL use an index. */
const sameDaySql = (moment: string): string =>
  `${moment} BETWEEN d.at - interval '1 day' AND d.at + interval '1 day' AND ${seoulDaySql(moment)} = ${seoulDaySql('d.at')}`

/**
 * SQL condition: on the day of deposit `d` there is another deposit, or a charge other than `c`, with the name and
 * amount of `d`. Deposits closed as duplicates don't count. Failed charges of the member of `c` count only if they
 * expired.
 */
const isRepeatedSql = `(
  EXISTS (SELECT FROM deposits o WHERE ${hasSameDepositorNameSql('o')} AND o.amount = d.amount AND o.id <> d.id
    AND o.status <> 'DUPLICATE' AND ${sameDaySql('o.at')})
  OR EXISTS (SELECT FROM charges o WHERE ${hasSameDepositorNameSql('o')} AND o.pay_amount = d.amount AND o.id <> c.id
    AND ${sameDaySql('o.created_at')} AND (o.member_id <> c.member_id OR o.status <> ${chargeStatus.FAIL} OR o.outcome = 'EXPIRED')))`

/**
 * SQL condition: deposit `d` may credit charge `c` although the charge was requested after the deposit arrived. No
 * letter of the name may be masked, and no other member may ever have used it. The matching rule must have credited
 * earlier charges of the member under this name, which were requested before their deposits, on two days at least a week
 * apart. The amount may be at most twice the largest of these charges.
 */
const isTrustedPayerSql = `NOT (${isMaskedNameSql('d.normal_name')} OR ${otherMemberHasChargeSql('true')})
  AND EXISTS (SELECT FROM ${earlierCreditsSql}
    AND k.settled_by IS NULL AND ${madeBeforeSql('k', 'p')}
  HAVING max(${seoulDaySql('p.at')}) - min(${seoulDaySql('p.at')}) >= 7 AND d.amount <= 2 * max(k.pay_amount))`

/**
 * SQL condition: the source of deposit `d` doesn't prevent crediting without staff. A connected deposit source prevents
 * it, unless
 * - the source confirmed the deposit when the shop asked it (a webhook alone proves nothing), and
 * - an OWNER switched on crediting before the deposit was stored, and hasn't switched it off since
 *   (docs/contract.md#deposit-sources).
 */
export const isTrustedSourceSql = `(d.source <> 'CONNECTION' OR (d.is_proved AND EXISTS (SELECT FROM connections k
  WHERE k.kind = d.connection AND k.credits_since <= d.created_at)))`

/**
 * SQL condition: another member than that of charge `c` has an open charge of the amount of deposit `d`, and the bank may
 * have written his name as that of `d` (`isOtherSpellingSql`).
 */
const isForOtherSpellingSql = `EXISTS (
  SELECT FROM (SELECT ${coreOfNameSql('d.normal_name')} AS core OFFSET 0) AS written, charges o WHERE o.pay_amount = d.amount
    AND ${isOpenChargeSql.replaceAll('c.', 'o.')} AND o.member_id <> c.member_id AND ${isOtherSpellingSql('o.normal_name', 'written.core')})`

/**
 * SQL expression: result of the matching rule if all other conditions are met, so that only the deposit's source
 * decides. SOON: the deposit credits the charge. SOURCE: staff have to confirm the match.
 */
const rulingBySourceSql = `CASE WHEN ${isTrustedSourceSql} THEN 'SOON' ELSE 'SOURCE' END`

/**
 * SQL for the charge that the matching rule judges for deposit `d`: the oldest open charge with its name and amount.
 */
export const oldestFittingChargeSql = `SELECT c.id, c.member_id, c.created_at FROM charges c WHERE ${chargeFitsDepositSql} AND ${isOpenChargeSql}
  ORDER BY c.id LIMIT 1`

/**
 * SQL expression: result of the matching rule. SOON if deposit `d` credits its charge without staff, otherwise the
 * reason why not. NULL if no open charge has the deposit's name and amount; but a disputed deposit or suspected
 * duplicate always has a reason.
 */
export const matchingResultSql = `CASE
  WHEN d.disputed_at IS NOT NULL THEN 'DISPUTED'
  WHEN ${isSuspectedDuplicateSql('d')} THEN 'DUPLICATE'
  ELSE (SELECT CASE
      WHEN ${isMoneyOfApprovedChargeSql(otherMemberHasChargeSql('true'))} THEN 'CREDITED'
      WHEN ${mayBeBouncedRefundSql} THEN 'BOUNCED'
      WHEN ${isOfShopSql} THEN 'SHOP'
      WHEN EXISTS (SELECT FROM charges o WHERE ${isFittingOpenChargeSql('o')} AND o.member_id <> c.member_id)
        OR ${isForOtherSpellingSql} THEN 'SEVERAL'
      WHEN ${isImportForStaffSql} THEN 'STAFF'
      WHEN d.precision = 'DAY' AND ${isRepeatedSql} THEN 'SAME_DAY'
      WHEN ${madeBeforeSql('c', 'd')}
        THEN CASE WHEN ${isKnownNameSql} OR NOT (${creditedToOthersSql} OR ${suggestedToOthersSql}) THEN ${rulingBySourceSql} ELSE 'NEW_NAME' END
      WHEN ${isTrustedPayerSql} THEN ${rulingBySourceSql}
      ELSE 'AFTER' END
    FROM (${oldestFittingChargeSql}) c)
  END`
