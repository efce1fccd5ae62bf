import { isStaffImport } from '../own-import.ts'

/**
 * Which charge a waiting deposit credits by itself, and why not, as SQL over the deposit `d`. The matching job, the list
 * for staff and the tasks ask the same text. docs/decisions/0029 explains each rule.
 */

/** Charge `c` asks for exactly the sum of the deposit, under its depositor's name. */
export const fits = 'c.pay_amount = d.amount AND c.normal_name = d.normal_name'

/** A charge that can still be approved, whether or not a deposit may do it by itself. */
export const payable = "(c.status = 0 OR (c.status = 2 AND c.outcome = 'EXPIRED'))"

/**
 * Charge `c` is pending, or ran out of time less than 72 hours before the money came. A charge is pending for 3 hours, so
 * none that is 4 days older than the deposit is open; saying so bounds the search.
 */
export const open = `c.created_at >= d.at - interval '4 days' AND (c.status = 0
  OR (c.status = 2 AND c.outcome = 'EXPIRED' AND c.response_at >= d.at - interval '72 hours'))`

const openFor = (charge: string): string => `${fits} AND ${open}`.replaceAll('c.', `${charge}.`)

/**
 * A charge was made before its deposit: at most 10 minutes after it, for clocks that differ and for those who transfer
 * first and ask then. No deposit is younger than our knowledge of it, whatever it says.
 */
const madeBefore = (charge: string, deposit: string): string =>
  `${charge}.created_at <= least(${deposit}.at, ${deposit}.created_at) + interval '10 minutes'`

/** The deposits that paid for charge `k`, as rows of `p`. */
const paidBy = `(SELECT x.* FROM deposits x WHERE x.charge_id = k.id
  UNION ALL SELECT x.* FROM deposit_splits s JOIN deposits x ON x.id = s.deposit_id WHERE s.charge_id = k.id
  UNION ALL SELECT x.* FROM deposit_merges s JOIN deposits x ON x.id = s.deposit_id WHERE s.charge_id = k.id)`

/**
 * Credits of the member of `c` under this name, by deposits of this name: `k` and `p`. A charge that was matched to a
 * deposit of another name says nothing about who may use the name, and for an authenticated deposit no word of a single
 * staff member does.
 */
const earlierCredits = `charges k CROSS JOIN LATERAL ${paidBy} p
  WHERE k.normal_name = d.normal_name AND k.member_id = c.member_id AND k.status = 1 AND k.reversed_at IS NULL
    AND p.normal_name = d.normal_name
    AND (d.source = 'IMPORT' OR k.funding IN ('AUTHENTICATED', 'CONFIRMED'))`

const isKnown = `EXISTS (SELECT FROM ${earlierCredits})`

/** Charges and deposits of former members have only the `former_name` of their name. */
const sameName = (row: string): string => `${row}.normal_name IN (d.normal_name, former_name(d.normal_name))`

/** Two ranges of one index: a member with thousands of charges under the name isn't walked through. */
const ofOthers = (condition: string): string =>
  ['<', '>']
    .map(
      (side) => `EXISTS (SELECT FROM charges o WHERE ${sameName('o')}
      AND o.member_id ${side} c.member_id AND ${condition})`,
    )
    .join(' OR ')

const creditedToOthers = `(${ofOthers('o.status = 1')} OR EXISTS (
  SELECT FROM deposits x JOIN charges o ON o.id = coalesce(x.charge_id,
      (SELECT charge_id FROM deposit_merges WHERE deposit_id = x.id),
      (SELECT min(charge_id) FROM deposit_splits WHERE deposit_id = x.id))
  WHERE ${sameName('x')} AND x.status IN ('MATCHED', 'SPLIT', 'MERGED') AND o.member_id <> c.member_id))`

const suggestedToOthers = `EXISTS (SELECT FROM deposits w JOIN charges o
    ON o.normal_name = w.normal_name AND o.pay_amount = w.amount AND o.member_id <> c.member_id
      AND o.created_at > w.at - interval '30 days' AND (o.status = 0 OR (o.status = 2 AND o.outcome = 'EXPIRED'))
  WHERE w.normal_name = d.normal_name AND w.status = 'WAITING' AND w.disputed_at IS NULL)`

const seoulDay = (moment: string): string => `(${moment} AT TIME ZONE 'Asia/Seoul')::date`

const sameDay = (moment: string): string =>
  `${moment} BETWEEN d.at - interval '1 day' AND d.at + interval '1 day' AND ${seoulDay(moment)} = ${seoulDay('d.at')}`

/** Another deposit of this name and sum that day, or another charge; those the member himself gave up don't count. */
const isRepeated = `(
  EXISTS (SELECT FROM deposits o WHERE ${sameName('o')} AND o.amount = d.amount AND o.id <> d.id
    AND o.status <> 'DUPLICATE' AND ${sameDay('o.at')})
  OR EXISTS (SELECT FROM charges o WHERE ${sameName('o')} AND o.pay_amount = d.amount AND o.id <> c.id
    AND ${sameDay('o.created_at')} AND (o.member_id <> c.member_id OR o.status <> 2 OR o.outcome = 'EXPIRED')))`

/**
 * What lets a charge made after its deposit be credited: the matching rule itself credited this member under this name on
 * two days a week apart, by charges made before their deposits; nobody else ever asked under the name; and the sum is at
 * most twice the largest of those.
 */
const isTrusted = `NOT (${ofOthers('true')}) AND EXISTS (SELECT FROM ${earlierCredits}
    AND k.settled_by IS NULL AND ${madeBefore('k', 'p')}
  HAVING max(${seoulDay('p.at')}) - min(${seoulDay('p.at')}) >= 7 AND d.amount <= 2 * max(k.pay_amount))`

/** How a deposit is identified: deposits with ids of different kinds may report the same credit. */
const idKind = (deposit: string): string => `CASE WHEN ${deposit}.source = 'HOOK' THEN 'HOOK'
  WHEN ${deposit}.external_id LIKE 'csv:%' THEN 'csv:' || ${deposit}.precision ELSE 'NUMBER' END`

/**
 * The same name and sum at the same time, reported by another way under another id: probably one credit of the bank. Of
 * such a pair the one that is settled counts, of two that wait the authenticated one, else the first.
 */
export const isSuspected = `EXISTS (SELECT FROM deposits o
  WHERE ${sameName('o')} AND o.amount = d.amount AND o.id <> d.id AND o.status <> 'DUPLICATE'
    AND o.disputed_at IS NULL AND ${idKind('o')} <> ${idKind('d')}
    AND o.at BETWEEN d.at - interval '1 day' AND d.at + interval '1 day'
    AND CASE WHEN 'DAY' IN (o.precision, d.precision) THEN ${seoulDay('o.at')} = ${seoulDay('d.at')}
      ELSE o.at BETWEEN d.at - interval '10 minutes' AND d.at + interval '10 minutes' END
    AND (o.status NOT IN ('WAITING', 'UNCONFIRMED')
      OR CASE WHEN o.source = d.source THEN o.id < d.id ELSE o.source = 'HOOK' END))`

/** The charge that the rule is about: the oldest that fits. */
export const oldestFitting = `SELECT c.id, c.member_id, c.created_at FROM charges c WHERE ${fits} AND ${open}
  ORDER BY c.id LIMIT 1`

/** SOON if the deposit credits its charge by itself, else the reason why not; null if no open charge fits. */
export const ruling = `CASE
  WHEN d.disputed_at IS NOT NULL THEN 'DISPUTED'
  WHEN ${isSuspected} THEN 'DUPLICATE'
  ELSE (SELECT CASE
      WHEN EXISTS (SELECT FROM charges o WHERE ${openFor('o')} AND o.member_id <> c.member_id) THEN 'SEVERAL'
      WHEN ${isStaffImport} THEN 'STAFF'
      WHEN d.precision = 'DAY' AND ${isRepeated} THEN 'SAME_DAY'
      WHEN ${madeBefore('c', 'd')}
        THEN CASE WHEN ${isKnown} OR NOT (${creditedToOthers} OR ${suggestedToOthers}) THEN 'SOON' ELSE 'NEW_NAME' END
      WHEN ${isTrusted} THEN 'SOON'
      ELSE 'AFTER' END
    FROM (${oldestFitting}) c)
  END`
