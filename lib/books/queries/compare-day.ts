import sql, { raw, type Sql } from 'sql-template-tag'
import { chargeStatus, refundStatus } from '#lib/charges/labels.ts'
import { transferDueCashRefund } from '#lib/charges/rules.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { DayComparison, DayDifferenceKind } from '../schema.ts'

/** Maximum number of differences to list. */
const MAX_ROWS = 200

const isOfDay = (day: string, column: string): Sql =>
  sql`${raw(column)} >= ${day}::date::timestamp AT TIME ZONE 'Asia/Seoul'
    AND ${raw(column)} < (${day}::date + 1)::timestamp AT TIME ZONE 'Asia/Seoul'`

// Selects the deposits that arrived on a day, the charges credited on it, and the cash refunds debited on it. Leaves
// out deposits that were closed as duplicates, because they brought no money.
const dayRows = (day: string): Sql => sql`
  day_deposits AS (
    SELECT id, name, amount, status, charge_id FROM deposits WHERE ${isOfDay(day, 'at')} AND status <> 'DUPLICATE'
  ), day_charges AS (
    SELECT id, name, member_id, pay_amount, method FROM charges
    WHERE status = ${raw(String(chargeStatus.SUCCESS))} AND ${isOfDay(day, 'response_at')}
  ), day_refunds AS (
    SELECT id, name, member_id, point, transfer FROM refund_requests
    WHERE status = ${raw(String(refundStatus.PAID))} AND ${isOfDay(day, 'response_at')}
  )`

// Selects the charges that a deposit `d` paid for, with the amount (`won`) that it paid for each: one charge (matched),
// several charges (split), or one charge together with other deposits (merged). OFFSET 0 makes PostgreSQL look them up
// row by row.
const chargesOfDeposit = raw(`LATERAL (
    SELECT d.charge_id, d.amount AS won WHERE d.charge_id IS NOT NULL
    UNION ALL SELECT s.charge_id, (SELECT pay_amount FROM charges WHERE id = s.charge_id) FROM deposit_splits s WHERE s.deposit_id = d.id
    UNION ALL SELECT g.charge_id, d.amount FROM deposit_merges g WHERE g.deposit_id = d.id OFFSET 0
  )`)
// Selects the deposits that paid for a charge `c`, with the amount (`won`) that each paid for it.
const depositsOfCharge = raw(`LATERAL (
    SELECT id AS deposit_id, amount AS won FROM deposits WHERE charge_id = c.id
    UNION ALL SELECT s.deposit_id, c.pay_amount FROM deposit_splits s WHERE s.charge_id = c.id
    UNION ALL SELECT g.deposit_id, (SELECT amount FROM deposits WHERE id = g.deposit_id) FROM deposit_merges g
      WHERE g.charge_id = c.id OFFSET 0
  )`)

const sumsOf = (day: string): Sql => sql`
  WITH ${dayRows(day)}
  SELECT (SELECT count(*)::int FROM day_deposits) AS deposit_count,
    (SELECT coalesce(sum(amount), 0)::bigint FROM day_deposits) AS deposit_sum,
    (SELECT count(*)::int FROM day_charges WHERE method = 'TRANSFER') AS credit_count,
    (SELECT coalesce(sum(pay_amount), 0)::bigint FROM day_charges WHERE method = 'TRANSFER') AS credit_sum,
    (SELECT count(*)::int FROM day_charges WHERE method = 'CARD') AS card_count,
    (SELECT coalesce(sum(pay_amount), 0)::bigint FROM day_charges WHERE method = 'CARD') AS card_sum,
    (SELECT count(*)::int FROM day_refunds) AS refund_count,
    (SELECT coalesce(sum(point), 0)::bigint FROM day_refunds) AS refund_sum`

// `effect`: amount by which a difference makes the day's credits larger than its deposits; negative if it makes them
// smaller. `effect` and `won` are in hundredths of a won.
const differencesOf = (day: string): Sql => sql`
  WITH ${dayRows(day)}, differences AS (
    SELECT CASE WHEN status = 'RETURNED' THEN 'DEPOSIT_RETURNED' ELSE 'DEPOSIT_WAITING' END AS kind, id, name,
      NULL::int AS member_id, amount AS won, -amount AS effect
    FROM day_deposits WHERE status IN ('WAITING', 'UNCONFIRMED', 'RETURNED')
    UNION ALL
    SELECT 'CREDITED_OTHER_DAY', d.id, d.name, (SELECT member_id FROM charges WHERE id = p.charge_id), p.won, -p.won
    FROM day_deposits d CROSS JOIN ${chargesOfDeposit} p
    WHERE NOT EXISTS (SELECT FROM day_charges x WHERE x.id = p.charge_id)
    UNION ALL
    SELECT CASE WHEN p.deposit_id IS NULL THEN 'NO_DEPOSIT' ELSE 'PAID_OTHER_DAY' END, c.id, c.name, c.member_id,
      coalesce(p.won, c.pay_amount), coalesce(p.won, c.pay_amount)
    FROM day_charges c LEFT JOIN ${depositsOfCharge} p ON true
    WHERE c.method = 'TRANSFER' AND NOT EXISTS (SELECT FROM day_deposits x WHERE x.id = p.deposit_id)
    UNION ALL
    SELECT 'REFUND_UNSENT', id, name, member_id, point, 0 FROM day_refunds WHERE ${raw(transferDueCashRefund.sql())}
  )
  SELECT f.kind, f.id, f.name, m.login_id AS member_id, f.won::bigint AS won,
    (count(*) OVER ())::int AS total, (sum(f.effect) OVER ())::bigint AS effect
  FROM differences f LEFT JOIN members m ON m.id = f.member_id ORDER BY f.kind, f.id LIMIT ${raw(String(MAX_ROWS))}`

type Sums = Record<'depositCount' | 'creditCount' | 'cardCount' | 'refundCount', number> &
  Record<'depositSum' | 'creditSum' | 'cardSum' | 'refundSum', Points>

type StoredDifference = {
  kind: DayDifferenceKind
  id: number
  name: string
  memberId: string | null
  won: Points
  total: number
  effect: Points
}

const daySums = (db: Db, day: string): Promise<Sums> => oneRow<Sums>(db, sumsOf(day))

const dayDifferences = (db: Db, day: string): Promise<StoredDifference[]> =>
  db.rows<StoredDifference>(differencesOf(day))

/**
 * Compares the deposits of a day in Seoul (`YYYY-MM-DD`) with the charges credited on it. Lists the deposits and
 * charges that make the two sums differ, and the day's cash refunds whose transfer isn't complete; at most MAX_ROWS
 * rows.
 */
export async function compareDay(db: Db, day: string): Promise<DayComparison> {
  const [sums, rows] = await Promise.all([daySums(db, day), dayDifferences(db, day)])
  const [first] = rows
  const money = (count: number, sum: Points) => ({ count, won: pointsToNumber(sum) })
  return {
    day,
    deposits: money(sums.depositCount, sums.depositSum),
    credited: money(sums.creditCount, sums.creditSum),
    cards: money(sums.cardCount, sums.cardSum),
    refunds: money(sums.refundCount, sums.refundSum),
    unexplained: pointsToNumber(sums.creditSum - sums.depositSum - (first?.effect ?? 0n)),
    differences: first?.total ?? 0,
    rows: rows.map(({ kind, id, name, memberId, won }) => ({ kind, id, name, memberId, won: pointsToNumber(won) })),
  }
}
