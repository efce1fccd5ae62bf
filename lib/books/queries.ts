import { chargeStatus, refundStatus } from '#lib/charges/labels.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import type { BookFaults } from './schema.ts'

/** Maximum number of faulty rows to report per check. */
const MAX_FAULTS = 100

// Finds the rows that violate a rule of the books. The rules, by check (docs/contract.md#books, docs/decisions/0023,
// docs/decisions/0030):
// - balances: a member's balance is the sum of his ledger's deltas, and its last balance_after.
// - entries: each balance_after is the member's previous balance_after plus delta.
// - orders: the ledger's debit is the price (0 if a bulk order or an auto order paid for the order), its refunds are
//   `refunded`, and its recovery is `recovered`; refunded + recovered <= price.
// - bulk_orders: the ledger's one debit is the sum of the prices of the orders that it paid for, all of the same
//   member.
// - auto_orders: the ledger's debit is the price, and its refunds are `refunded`; refunded <= price.
// - charges: a charge of status SUCCESS is credited once with its points; the ledger's reversals are `reversed`.
// - deposits: the amount of a processed deposit is the sum of the credited charges that it was assigned to. Merged
//   deposits together amount to the one charge that they were assigned to.
// - refunds: a paid cash refund is debited once; its points are the sum of the points that it takes from its charges.
// - debts: the debt of a reversed charge is its points (of a card charge: `returned`, the points of the cancelled part)
//   less `reversed` and less the part refunded in cash. `reversed` and this part together are at most the charge's
//   points. The ledger's recoveries are `recovered`. A member with an open debt has no points on the balance.
// - promotions: the points given and the number of grants match the stored grants, within the budget. A grant is
//   credited once to its member. The part of a grant that was taken back is the grant's debits in the ledger plus its
//   debt, whose recoveries are `recovered`.
// - rewards: the points paid and taken back of a referral reward are those in the referrer's ledger; no other member's
//   ledger has entries for it.
const findFaultsSql = `
  WITH ledger AS (
    SELECT member_id, sum(delta) AS total, (array_agg(balance_after ORDER BY id DESC))[1] AS last
    FROM point_entries GROUP BY member_id
  ), order_money AS (
    SELECT ref_id, -coalesce(sum(delta) FILTER (WHERE kind = 'ORDER'), 0) AS paid,
      coalesce(sum(delta) FILTER (WHERE kind = 'ORDER_REFUND'), 0) AS back,
      coalesce(sum(delta) FILTER (WHERE kind = 'UNFOLLOW_RECOVERY'), 0) AS recovered
    FROM point_entries WHERE kind IN ('ORDER', 'ORDER_REFUND', 'UNFOLLOW_RECOVERY') AND ref_type = 'order' GROUP BY ref_id
  ), bulk_cost AS (
    SELECT bulk_order_id, member_id, sum(price) AS total FROM orders WHERE bulk_order_id IS NOT NULL GROUP BY bulk_order_id, member_id
  ), bulk_paid AS (
    SELECT ref_id, member_id, -sum(delta) AS total FROM point_entries WHERE kind = 'BULK_ORDER' GROUP BY ref_id, member_id
  ), auto_money AS (
    SELECT ref_id, -coalesce(sum(delta) FILTER (WHERE kind = 'AUTO_ORDER'), 0) AS paid,
      coalesce(sum(delta) FILTER (WHERE kind = 'AUTO_ORDER_REFUND'), 0) AS back
    FROM point_entries WHERE kind IN ('AUTO_ORDER', 'AUTO_ORDER_REFUND') AND ref_type = 'auto-order' GROUP BY ref_id
  ), credited AS (
    SELECT ref_id, sum(delta) AS total FROM point_entries WHERE kind IN ('CHARGE', 'CARD_CHARGE') AND ref_type = 'charge' GROUP BY ref_id
  ), paid_back AS (
    SELECT ref_id, -sum(delta) AS total FROM point_entries WHERE kind = 'CASH_REFUND' AND ref_type = 'refund' GROUP BY ref_id
  ), rests_on AS (
    SELECT refund_id, sum(point) AS total FROM refund_request_charges GROUP BY refund_id
  ), cashed AS (
    SELECT p.charge_id, sum(p.point) AS total
    FROM refund_request_charges p JOIN refund_requests r ON r.id = p.refund_id AND r.status = ${refundStatus.PAID} GROUP BY p.charge_id
  ), recovered AS (
    SELECT e.ref_id, e.member_id, -sum(e.delta) AS total, sum(p.point) AS found
    FROM point_entries e LEFT JOIN debt_recoveries p ON p.charge_id = e.ref_id AND p.seq = e.seq AND p.cause = 'REVERSAL'
    WHERE e.kind = 'DEBT_RECOVERY' AND e.ref_type = 'charge' GROUP BY e.ref_id, e.member_id
  ), split AS (
    SELECT s.deposit_id, sum(c.pay_amount) FILTER (WHERE c.status = ${chargeStatus.SUCCESS}) AS total
    FROM deposit_splits s JOIN charges c ON c.id = s.charge_id GROUP BY s.deposit_id
  ), merged AS (
    SELECT g.charge_id, sum(d.amount) AS total FROM deposit_merges g JOIN deposits d ON d.id = g.deposit_id GROUP BY g.charge_id
  ), taken_back AS (
    SELECT ref_id, -sum(delta) AS total FROM point_entries
    WHERE kind = 'CHARGE_REVERSAL' AND ref_type = 'charge' GROUP BY ref_id
  ), rewarded AS (
    SELECT ref_id, member_id, sum(delta) FILTER (WHERE kind = 'REFERRAL_REWARD') AS paid,
      -sum(delta) FILTER (WHERE kind = 'REWARD_REVERSAL') AS back,
      -sum(delta) FILTER (WHERE kind = 'DEBT_RECOVERY') AS recovered
    FROM point_entries WHERE kind IN ('REFERRAL_REWARD', 'REWARD_REVERSAL') OR (kind = 'DEBT_RECOVERY' AND ref_type = 'reward')
    GROUP BY ref_id, member_id
  ), granted AS (
    SELECT ref_id, member_id, sum(delta) FILTER (WHERE seq = 0) AS credited, coalesce(-sum(delta) FILTER (WHERE seq > 0), 0) AS back
    FROM point_entries WHERE kind IN ('CHARGE_BONUS', 'COUPON') GROUP BY ref_id, member_id
  ), grant_recovered AS (
    SELECT ref_type, ref_id, member_id, -sum(delta) AS total FROM point_entries
    WHERE kind = 'DEBT_RECOVERY' AND ref_type IN ('bonus', 'coupon') GROUP BY ref_type, ref_id, member_id
  ), given AS (
    SELECT promotion_id, sum(point) AS total, count(*) AS grants FROM promotion_grants GROUP BY promotion_id
  )
  SELECT
    array(SELECT b.member_id FROM balances b LEFT JOIN ledger l USING (member_id)
      WHERE b.point <> coalesce(l.total, 0) OR b.point <> coalesce(l.last, 0)
      UNION SELECT l.member_id FROM ledger l LEFT JOIN balances b USING (member_id) WHERE b.member_id IS NULL
      LIMIT ${MAX_FAULTS}) AS balances,
    array(SELECT id FROM (
        SELECT id, delta, balance_after, lag(balance_after, 1, 0::bigint) OVER (PARTITION BY member_id ORDER BY id) AS before
        FROM point_entries
      ) AS e WHERE before + delta <> balance_after LIMIT ${MAX_FAULTS})::text[] AS entries,
    array(SELECT o.id FROM orders o LEFT JOIN order_money m ON m.ref_id = o.id
      WHERE o.refunded + o.recovered > o.price OR coalesce(m.back, 0) <> o.refunded
        OR coalesce(m.recovered, 0) <> o.recovered
        OR coalesce(m.paid, 0) <> CASE WHEN o.auto_order_id IS NULL AND o.bulk_order_id IS NULL THEN o.price ELSE 0 END
      LIMIT ${MAX_FAULTS}) AS orders,
    array(SELECT DISTINCT coalesce(c.bulk_order_id, p.ref_id)
      FROM bulk_cost c FULL JOIN bulk_paid p ON p.ref_id = c.bulk_order_id AND p.member_id = c.member_id
      WHERE coalesce(c.total, 0) <> coalesce(p.total, 0) LIMIT ${MAX_FAULTS}) AS bulk_orders,
    array(SELECT a.id FROM auto_orders a LEFT JOIN auto_money m ON m.ref_id = a.id
      WHERE a.refunded > a.price OR coalesce(m.back, 0) <> a.refunded OR coalesce(m.paid, 0) <> a.price
      LIMIT ${MAX_FAULTS}) AS auto_orders,
    array(SELECT c.id FROM charges c LEFT JOIN credited e ON e.ref_id = c.id LEFT JOIN taken_back t ON t.ref_id = c.id
      WHERE coalesce(e.total, 0) <> CASE WHEN c.status = ${chargeStatus.SUCCESS} THEN c.point ELSE 0 END
        OR coalesce(t.total, 0) <> coalesce(c.reversed, 0) LIMIT ${MAX_FAULTS}) AS charges,
    array(SELECT d.id FROM deposits d LEFT JOIN charges c ON c.id = d.charge_id LEFT JOIN split s ON s.deposit_id = d.id
      WHERE (d.status = 'MATCHED' AND (c.status IS DISTINCT FROM ${chargeStatus.SUCCESS} OR c.pay_amount <> d.amount))
        OR (d.status = 'SPLIT' AND d.amount <> coalesce(s.total, 0))
        OR (d.status = 'MERGED' AND NOT EXISTS (SELECT FROM deposit_merges g JOIN merged t USING (charge_id)
          JOIN charges c ON c.id = g.charge_id WHERE g.deposit_id = d.id AND c.status = ${chargeStatus.SUCCESS} AND c.pay_amount = t.total))
      LIMIT ${MAX_FAULTS}) AS deposits,
    array(SELECT r.id FROM refund_requests r LEFT JOIN paid_back p ON p.ref_id = r.id
        LEFT JOIN rests_on o ON o.refund_id = r.id
      WHERE coalesce(p.total, 0) <> CASE WHEN r.status = ${refundStatus.PAID} THEN r.point ELSE 0 END OR o.total <> r.point
      LIMIT ${MAX_FAULTS}) AS refunds,
    array(SELECT coalesce(c.id, w.ref_id)
      FROM charges c LEFT JOIN debts d ON d.charge_id = c.id AND d.cause = 'REVERSAL' LEFT JOIN cashed k ON k.charge_id = c.id
        FULL JOIN recovered w ON w.ref_id = c.id AND w.member_id = c.member_id
      WHERE coalesce(d.amount, 0) <> CASE WHEN c.reversed IS NULL THEN 0
          ELSE greatest(coalesce(c.returned, c.point) - c.reversed - coalesce(k.total, 0), 0) END
        OR coalesce(d.recovered, 0) <> coalesce(w.total, 0) OR w.found IS DISTINCT FROM w.total
        OR (d.recovered + d.waived < d.amount AND EXISTS (SELECT FROM balances b WHERE b.member_id = d.member_id AND b.point > 0))
        OR coalesce(k.total, 0) + coalesce(c.reversed, 0) > c.point
      LIMIT ${MAX_FAULTS}) AS debts,
    array(SELECT DISTINCT coalesce(w.charge_id, p.ref_id)
      FROM referral_rewards w FULL JOIN rewarded p ON p.ref_id = w.charge_id AND p.member_id = w.referrer_id
        LEFT JOIN debts d ON d.charge_id = w.charge_id AND d.cause = 'REWARD'
      WHERE coalesce(p.paid, 0) <> coalesce(w.paid, 0) OR coalesce(p.recovered, 0) <> coalesce(d.recovered, 0)
        OR coalesce(p.back, 0) + coalesce(d.amount, 0) <> coalesce(w.taken_back, 0) OR d.member_id <> w.referrer_id
        OR (d.recovered + d.waived < d.amount AND EXISTS (SELECT FROM balances b WHERE b.member_id = d.member_id AND b.point > 0))
      LIMIT ${MAX_FAULTS}) AS rewards,
    array(SELECT DISTINCT coalesce(g.promotion_id, l.ref_id)
      FROM promotion_grants g FULL JOIN granted l ON l.ref_id = g.id AND l.member_id = g.member_id
        LEFT JOIN debts d ON d.charge_id = g.charge_id AND d.cause = g.kind
        LEFT JOIN grant_recovered r ON r.ref_id = g.charge_id AND r.ref_type = lower(g.kind) AND r.member_id = g.member_id
      WHERE g.id IS NULL OR coalesce(l.credited, 0) <> CASE WHEN g.state = 'CREDITED' THEN g.point ELSE 0 END
        OR coalesce(l.back, 0) + coalesce(d.amount, 0) <> g.taken_back OR coalesce(r.total, 0) <> coalesce(d.recovered, 0)
        OR d.member_id <> g.member_id
        OR (d.recovered + d.waived < d.amount AND EXISTS (SELECT FROM balances b WHERE b.member_id = d.member_id AND b.point > 0))
      UNION SELECT p.id FROM promotions p LEFT JOIN given t ON t.promotion_id = p.id
      WHERE p.given <> coalesce(t.total, 0) OR p.grant_count <> coalesce(t.grants, 0) OR p.given > p.budget
      LIMIT ${MAX_FAULTS}) AS promotions`

/** Ids of the rows where the books don't balance, at most MAX_FAULTS per check, all read in one snapshot. */
export async function findBookFaults(db: Db): Promise<BookFaults> {
  const { entries, ...faults } = await oneRow<Omit<BookFaults, 'entries'> & { entries: string[] }>(db, findFaultsSql)
  return { ...faults, entries: entries.map(Number) }
}

export const areBooksBalanced = (faults: BookFaults): boolean =>
  Object.values(faults).every((list) => list.length === 0)
