import sql, { raw, type Sql } from 'sql-template-tag'
import { isOrderableSql } from '#lib/catalog/orderable.ts'
import { canHaveAutoOrders, serviceTypeNames } from '#lib/catalog/service-types.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { countRows } from '#lib/core/keyset.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { isLinkTakenSql } from '../active-order.ts'
import type { OrderListOptions } from '../queries.ts'
import { activeAutoOrder, expandAutoOrderStatusFilter, MAX_DEBT_HOURS, runningAutoOrder } from './rules.ts'
import type { AutoOrderHistoryQuery, AutoOrderRow } from './schema.ts'

/** SQL literals of the service types that allow auto orders. */
const autoTypes = serviceTypeNames.filter(canHaveAutoOrders).map((name) => `'${name}'`)

/**
 * SQL condition on a row `a` of auto_orders: its service can be ordered now, and the service's type still allows auto
 * orders. Staff may have changed the type to one that needs details, which the auto order doesn't have. While the
 * condition is false, the auto order is held (docs/contract.md#auto-orders).
 */
export const isServiceOrderableSql = `${isOrderableSql('a.service_id')}
  AND EXISTS (SELECT FROM services t WHERE t.id = a.service_id AND t.type IN (${autoTypes.join(', ')}))`

/** SQL condition: the member has an open debt (docs/contract.md#debts). `member` is an SQL expression for his id. */
export const owesPointsSql = (member: string): string =>
  `EXISTS (SELECT FROM debts d WHERE d.member_id = ${member} AND d.recovered + d.waived < d.amount)`

/**
 * Sum of a member's open debts in hundredths of a point, 0 if he has none. `until`: time when his auto orders are
 * cancelled unless he pays; null while he wasn't notified of any debt.
 */
export const openDebtWithDeadline = (db: Db, memberId: number): Promise<{ debt: Points; until: Date | null }> =>
  oneRow(
    db,
    `SELECT coalesce(sum(amount - recovered - waived), 0)::bigint AS debt,
       min(notified_at) + interval '${MAX_DEBT_HOURS} hours' AS until
     FROM debts WHERE member_id = $1 AND recovered + waived < amount`,
    [memberId],
  )

/**
 * SQL condition on a row `a` of auto_orders: its next run is due but waits, because an open order of the member blocks
 * the link (docs/contract.md#one-order-at-a-time). Often this open order is the run before.
 */
export const waitsForLinkSql = `${runningAutoOrder.sql('a')} AND a.next_run_at <= now()
  AND ${isLinkTakenSql('a.member_id', 'a.service_id', 'a.link', 'a.clean_link')}`

/** Returns the ids, among `ids`, of the auto orders whose next run is due but waits for an open order on the link. */
export async function autoOrdersWaitingForLink(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(
    `SELECT a.id FROM auto_orders a WHERE a.id = ANY ($1::int[]) AND ${waitsForLinkSql}`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

export type StoredAutoOrder = {
  id: number
  createdAt: Date
  link: string
  /** Price of all runs together. */
  price: Points
  refunded: Points
  /** Quantity of one run. */
  amount: number
  serviceId: number
  /** Number of runs made. */
  completed: number
  runs: number
  intervalMinutes: number
  status: number
  nextRunAt: Date | null
  heldAt: Date | null
}

/** SELECT list of a `StoredAutoOrder`; `a` is auto_orders. */
export const autoOrderColumns =
  raw(`a.id, a.created_at, a.link, a.price, a.refunded, a.amount, a.service_id, a.completed, a.runs, a.interval_minutes,
  a.status, a.next_run_at, a.held_at`)

export function toAutoOrderRow(row: StoredAutoOrder): AutoOrderRow {
  const { id, link, amount, serviceId, completed, runs, intervalMinutes, status } = row
  return {
    id,
    createdAt: row.createdAt.toISOString(),
    link,
    point: pointsToNumber(row.price),
    refunded: pointsToNumber(row.refunded),
    amount,
    serviceId,
    completed,
    runs,
    interval: intervalMinutes,
    status,
    nextRunAt: row.nextRunAt?.toISOString() ?? null,
    heldAt: row.heldAt?.toISOString() ?? null,
  }
}

/**
 * SQL condition: auto order `a` hasn't ended, or has made a run in the last 3 months. So an auto order that was placed
 * more than 3 months ago doesn't vanish from its member's screen at the moment when it ends.
 */
const hasRunLatelySql = `(${activeAutoOrder.sql('a')}
  OR EXISTS (SELECT FROM orders r WHERE r.auto_order_id = a.id AND r.created_at > now() - interval '3 months'))`

/**
 * SQL condition for a member's list of auto orders: those that he placed in the last 3 months; with `withOlderRunning`
 * also older auto orders that meet `hasRunLatelySql`. Selects only auto orders with one of `statuses`; null for any
 * status.
 */
const memberAutoOrdersCondition = (
  memberId: number,
  statuses: readonly number[] | null,
  { withOlderRunning }: OrderListOptions,
): Sql =>
  sql`a.member_id = ${memberId} AND (a.created_at > now() - interval '3 months' OR ${raw(withOlderRunning ? hasRunLatelySql : 'false')})
    AND (${statuses}::int[] IS NULL OR a.status = ANY (${statuses}))`

/**
 * One page of a member's auto orders (`memberAutoOrdersCondition`), newest first. `total`: their number on all pages,
 * counted up to MAX_COUNTED (docs/contract.md#member-lists).
 */
export async function autoOrderHistory(
  db: Db,
  memberId: number,
  { status, page, size }: AutoOrderHistoryQuery,
  options: OrderListOptions = { withOlderRunning: false },
) {
  const where = memberAutoOrdersCondition(
    memberId,
    status === undefined ? null : expandAutoOrderStatusFilter(status),
    options,
  )
  const [rows, total] = await Promise.all([
    db.rows<StoredAutoOrder>(
      sql`SELECT ${autoOrderColumns} FROM auto_orders a WHERE ${where} ORDER BY a.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}::bigint`,
    ),
    countRows(db, sql`auto_orders a WHERE ${where}`),
  ])
  return { rows: rows.map(toAutoOrderRow), total }
}
