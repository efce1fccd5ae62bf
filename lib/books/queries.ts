import { type Db, oneRow } from '#lib/core/db.ts'

/** What is wrong with the books: empty lists when they balance. */
export type BookFaults = {
  balances: number[]
  orders: number[]
  autoOrders: number[]
  charges: number[]
  refunds: number[]
}

// For every member sum(delta) = point = last balanceAfter; for every order what the ledger paid back = refunded <= cost;
// for every accepted charge one credit of its point, for every refund paid out one debit (decisions 2).
const statement = `
  WITH ledger AS (
    SELECT member_id, sum(delta) AS total, (array_agg(balance_after ORDER BY id DESC))[1] AS last
    FROM point_entries GROUP BY member_id
  ), order_money AS (
    SELECT ref_id, -coalesce(sum(delta) FILTER (WHERE kind = 'ORDER'), 0) AS paid,
      coalesce(sum(delta) FILTER (WHERE kind = 'ORDER_REFUND'), 0) AS back
    FROM point_entries WHERE kind IN ('ORDER', 'ORDER_REFUND') AND ref_type = 'order' GROUP BY ref_id
  ), auto_money AS (
    SELECT ref_id, -coalesce(sum(delta) FILTER (WHERE kind = 'AUTO_ORDER'), 0) AS paid,
      coalesce(sum(delta) FILTER (WHERE kind = 'AUTO_ORDER_REFUND'), 0) AS back
    FROM point_entries WHERE kind IN ('AUTO_ORDER', 'AUTO_ORDER_REFUND') AND ref_type = 'auto-order' GROUP BY ref_id
  ), credited AS (
    SELECT ref_id, sum(delta) AS total FROM point_entries WHERE kind = 'CHARGE' AND ref_type = 'charge' GROUP BY ref_id
  ), paid_back AS (
    SELECT ref_id, -sum(delta) AS total FROM point_entries WHERE kind = 'CASH_REFUND' AND ref_type = 'refund' GROUP BY ref_id
  )
  SELECT
    array(SELECT b.member_id FROM balances b LEFT JOIN ledger l USING (member_id)
      WHERE b.point <> coalesce(l.total, 0) OR b.point <> coalesce(l.last, 0)
      UNION SELECT l.member_id FROM ledger l LEFT JOIN balances b USING (member_id) WHERE b.member_id IS NULL) AS balances,
    array(SELECT o.id FROM orders o LEFT JOIN order_money m ON m.ref_id = o.id
      WHERE o.refunded > o.cost OR coalesce(m.back, 0) <> o.refunded
        OR coalesce(m.paid, 0) <> CASE WHEN o.auto_order_id IS NULL THEN o.cost ELSE 0 END) AS orders,
    array(SELECT a.id FROM auto_orders a LEFT JOIN auto_money m ON m.ref_id = a.id
      WHERE a.refunded > a.cost OR coalesce(m.back, 0) <> a.refunded OR coalesce(m.paid, 0) <> a.cost) AS auto_orders,
    array(SELECT c.id FROM charges c LEFT JOIN credited e ON e.ref_id = c.id
      WHERE coalesce(e.total, 0) <> CASE WHEN c.status = 1 THEN c.point ELSE 0 END) AS charges,
    array(SELECT r.id FROM refund_requests r LEFT JOIN paid_back p ON p.ref_id = r.id
      WHERE coalesce(p.total, 0) <> CASE WHEN r.status = 1 THEN r.point ELSE 0 END) AS refunds`

/** Every place where the books don't balance, by id, in one snapshot. */
export const bookFaults = (db: Db): Promise<BookFaults> => oneRow<BookFaults>(db, statement)

export const balances = (faults: BookFaults): boolean => Object.values(faults).every((list) => list.length === 0)
