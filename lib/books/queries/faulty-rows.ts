import { chargeStatus, refundStatus } from '#lib/charges/labels.ts'
import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { BookFaults } from '../schema.ts'

/**
 * A row that a check of the books found faulty. `what` says which amount of the row is wrong. `stated` is this amount
 * as the row contains it; `found` is the amount according to other rows, mostly ledger entries. Both are in points.
 */
export type FaultyRow = {
  id: number
  /** Login id of the member whom the row belongs to; null for a promotion, or if no member is known. */
  memberId: string | null
  what: 'SUM' | 'BACK' | 'LAST'
  stated: number
  found: number
}

type StoredFaultyRow = Omit<FaultyRow, 'stated' | 'found' | 'id'> & { id: bigint; stated: Points; found: Points }

const MAX_SHOWN = 20

const ledgerSumSql = (kindsSql: string, refType: string, idSql: string): string =>
  `coalesce((SELECT sum(delta) FROM point_entries WHERE kind IN (${kindsSql}) AND ref_type = '${refType}' AND ref_id = ${idSql}), 0)::bigint`

/**
 * Parts of `faultyOrdersSql` for one table. `price`, `back`: SQL for the price, and for the points given back. `kind`:
 * kind of the ledger entries that debit the price. `backKinds`: kinds of those that give points back.
 */
type OrderTableSql = { table: string; kind: string; refType: string; price: string; back: string; backKinds: string }

/**
 * SQL for the faulty rows among orders or auto orders. Compares the price with the points that the ledger debited for
 * the order. If these agree, compares the points given back with those that the ledger credited for it.
 */
const faultyOrdersSql = ({ table, kind, refType, price, back, backKinds }: OrderTableSql): string => `
  SELECT id::bigint, member_id, CASE WHEN price <> paid THEN 'SUM' ELSE 'BACK' END AS what,
    CASE WHEN price <> paid THEN price ELSE refunded END AS stated, CASE WHEN price <> paid THEN paid ELSE back END AS found
  FROM (SELECT o.id, o.member_id, ${price} AS price, ${back} AS refunded, -${ledgerSumSql(`'${kind}'`, refType, 'o.id')} AS paid,
      ${ledgerSumSql(backKinds, refType, 'o.id')} AS back
    FROM ${table} o WHERE o.id = ANY ($1::bigint[])) AS o`

const statementByCheck: Record<keyof BookFaults, string> = {
  balances: `
    SELECT id, id::int AS member_id, CASE WHEN point <> total THEN 'SUM' ELSE 'LAST' END AS what, point AS stated,
      CASE WHEN point <> total THEN total ELSE last END AS found
    FROM (SELECT i.id, coalesce(b.point, 0) AS point,
        coalesce((SELECT sum(delta) FROM point_entries WHERE member_id = i.id), 0)::bigint AS total,
        coalesce((SELECT balance_after FROM point_entries WHERE member_id = i.id ORDER BY point_entries.id DESC LIMIT 1), 0) AS last
      FROM unnest($1::bigint[]) AS i (id) LEFT JOIN balances b ON b.member_id = i.id) AS b`,
  entries: `
    SELECT e.id, e.member_id, 'LAST' AS what, e.balance_after AS stated, e.delta + coalesce((
        SELECT p.balance_after FROM point_entries p WHERE p.member_id = e.member_id AND p.id < e.id ORDER BY p.id DESC LIMIT 1), 0) AS found
    FROM point_entries e WHERE e.id = ANY ($1::bigint[])`,
  orders: faultyOrdersSql({
    table: 'orders',
    kind: 'ORDER',
    refType: 'order',
    price: 'CASE WHEN o.auto_order_id IS NULL AND o.bulk_order_id IS NULL THEN o.price ELSE 0 END',
    back: 'o.refunded + o.recovered',
    backKinds: "'ORDER_REFUND', 'UNFOLLOW_RECOVERY'",
  }),
  bulkOrders: `
    SELECT i.id, coalesce(o.member_id, e.member_id) AS member_id, 'SUM' AS what, coalesce(o.price, 0)::bigint AS stated,
      coalesce(e.paid, 0)::bigint AS found
    FROM unnest($1::bigint[]) AS i (id)
      LEFT JOIN LATERAL (SELECT min(member_id) AS member_id, sum(price) AS price FROM orders WHERE bulk_order_id = i.id) AS o ON true
      LEFT JOIN LATERAL (SELECT min(member_id) AS member_id, -sum(delta) AS paid FROM point_entries
        WHERE kind = 'BULK_ORDER' AND ref_type = 'bulk-order' AND ref_id = i.id) AS e ON true`,
  autoOrders: faultyOrdersSql({
    table: 'auto_orders',
    kind: 'AUTO_ORDER',
    refType: 'auto-order',
    price: 'o.price',
    back: 'o.refunded',
    backKinds: "'AUTO_ORDER_REFUND'",
  }),
  charges: `
    SELECT id::bigint, member_id, CASE WHEN price <> paid THEN 'SUM' ELSE 'BACK' END AS what,
      CASE WHEN price <> paid THEN price ELSE coalesce(reversed, 0) END AS stated, CASE WHEN price <> paid THEN paid ELSE back END AS found
    FROM (SELECT c.id, c.member_id, CASE WHEN c.status = ${chargeStatus.SUCCESS} THEN c.point ELSE 0 END AS price, c.reversed,
        ${ledgerSumSql("'CHARGE', 'CARD_CHARGE'", 'charge', 'c.id')} AS paid, -${ledgerSumSql("'CHARGE_REVERSAL'", 'charge', 'c.id')} AS back
      FROM charges c WHERE c.id = ANY ($1::bigint[])) AS c`,
  deposits: `
    SELECT d.id::bigint, c.member_id, 'SUM' AS what, coalesce((SELECT sum(o.amount) FROM deposit_merges p
        JOIN deposits o ON o.id = p.deposit_id WHERE p.charge_id = g.charge_id), d.amount)::bigint AS stated,
      coalesce(CASE WHEN d.status = 'SPLIT'
        THEN (SELECT sum(s.pay_amount) FROM deposit_splits p JOIN charges s ON s.id = p.charge_id WHERE p.deposit_id = d.id AND s.status = ${chargeStatus.SUCCESS})
        ELSE CASE WHEN c.status = ${chargeStatus.SUCCESS} THEN c.pay_amount END END, 0)::bigint AS found
    FROM deposits d LEFT JOIN deposit_merges g ON g.deposit_id = d.id
      LEFT JOIN charges c ON c.id = coalesce(d.charge_id, g.charge_id) WHERE d.id = ANY ($1::bigint[])`,
  refunds: `
    SELECT r.id::bigint, r.member_id, 'SUM' AS what, CASE WHEN r.status = ${refundStatus.PAID} THEN r.point ELSE 0 END AS stated,
      -${ledgerSumSql("'CASH_REFUND'", 'refund', 'r.id')} AS found
    FROM refund_requests r WHERE r.id = ANY ($1::bigint[])`,
  // Compares the amount of the debt with the points that the reversal couldn't debit. If these agree, compares the
  // recovered part of the debt with the ledger.
  debts: `
    SELECT id, member_id, CASE WHEN amount <> missing THEN 'SUM' ELSE 'BACK' END AS what,
      CASE WHEN amount <> missing THEN amount ELSE recovered END AS stated, CASE WHEN amount <> missing THEN missing ELSE paid END AS found
    FROM (SELECT i.id, c.member_id, coalesce(d.amount, 0) AS amount, coalesce(d.recovered, 0) AS recovered,
        CASE WHEN c.reversed IS NULL THEN 0 ELSE greatest(coalesce(c.returned, c.point) - c.reversed - coalesce((
          SELECT sum(p.point) FROM refund_request_charges p JOIN refund_requests r ON r.id = p.refund_id
          WHERE p.charge_id = i.id AND r.status = ${refundStatus.PAID}), 0), 0) END::bigint AS missing,
        -${ledgerSumSql("'DEBT_RECOVERY'", 'charge', 'i.id')} AS paid
      FROM unnest($1::bigint[]) AS i (id) LEFT JOIN charges c ON c.id = i.id LEFT JOIN debts d ON d.charge_id = i.id AND d.cause = 'REVERSAL') AS d`,
  // Compares the reward, less the part that was debited again, with the ledger entries for it. If these agree, compares
  // the reward with the entries in the referrer's ledger alone.
  rewards: `
    SELECT id, member_id, 'SUM' AS what, stated, CASE WHEN stated <> paid THEN paid ELSE own END AS found
    FROM (SELECT i.id, c.member_id, (coalesce(w.paid - w.taken_back, 0) + coalesce(d.amount, 0))::bigint AS stated,
        ${ledgerSumSql("'REFERRAL_REWARD', 'REWARD_REVERSAL'", 'charge', 'i.id')} AS paid,
        coalesce((SELECT sum(delta) FROM point_entries WHERE kind IN ('REFERRAL_REWARD', 'REWARD_REVERSAL') AND ref_type = 'charge' AND ref_id = i.id
          AND point_entries.member_id = w.referrer_id), 0)::bigint AS own
      FROM unnest($1::bigint[]) AS i (id) LEFT JOIN referral_rewards w ON w.charge_id = i.id
        LEFT JOIN charges c ON c.id = i.id LEFT JOIN debts d ON d.charge_id = i.id AND d.cause = 'REWARD') AS r`,
  // Compares the points given according to the promotion with the sum of its grants. If these agree, compares the
  // points credited for its grants, less the part debited again, with the ledger.
  promotions: `
    SELECT id, NULL::int AS member_id, CASE WHEN given <> granted THEN 'SUM' ELSE 'BACK' END AS what,
      CASE WHEN given <> granted THEN given ELSE net END AS stated, CASE WHEN given <> granted THEN granted ELSE ledger END AS found
    FROM (SELECT i.id, coalesce(p.given, 0)::bigint AS given, coalesce(sum(g.point), 0)::bigint AS granted,
        coalesce(sum(g.point - g.taken_back + coalesce(d.amount, 0)) FILTER (WHERE g.state = 'CREDITED'), 0)::bigint AS net,
        coalesce(sum(l.total), 0)::bigint AS ledger
      FROM unnest($1::bigint[]) AS i (id) LEFT JOIN promotions p ON p.id = i.id LEFT JOIN promotion_grants g ON g.promotion_id = i.id
        LEFT JOIN debts d ON d.charge_id = g.charge_id AND d.cause = g.kind
        LEFT JOIN LATERAL (SELECT sum(delta) AS total FROM point_entries WHERE kind IN ('CHARGE_BONUS', 'COUPON')
          AND ref_type = 'promotion-grant' AND ref_id = g.id AND point_entries.member_id = g.member_id) l ON true
      GROUP BY i.id, p.given) AS r`,
}

/** Current amounts of the rows that the check `kind` found faulty, at most MAX_SHOWN rows. */
export async function readFaultyRows(db: Db, kind: keyof BookFaults, ids: readonly number[]): Promise<FaultyRow[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<StoredFaultyRow & { memberId: string | null }>(
    `SELECT f.id, m.login_id AS member_id, f.what, f.stated, f.found FROM (${statementByCheck[kind]}) AS f
     LEFT JOIN members m ON m.id = f.member_id ORDER BY f.id LIMIT ${MAX_SHOWN}`,
    [ids],
  )
  return rows.map(({ id, memberId, what, stated, found }) => ({
    id: Number(id),
    memberId,
    what,
    stated: pointsToNumber(stated),
    found: pointsToNumber(found),
  }))
}
