import sql, { raw, type Sql } from 'sql-template-tag'
import { orderableSql } from '#lib/catalog/orderable.ts'
import { allowsAuto, serviceTypeNames } from '#lib/catalog/service-types.ts'
import type { Db } from '#lib/core/db.ts'
import { countOf } from '#lib/core/keyset.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { statusesOfFilter } from './rules.ts'
import type { AutoHistoryQuery, AutoOrderRow } from './schema.ts'

/** SQL literals of the service types that allow auto orders. */
const autoTypes = serviceTypeNames.filter(allowsAuto).map((name) => `'${name}'`)

/**
 * SQL condition on a row `a` of auto_orders: its service can be ordered now, and the service's type still allows auto
 * orders. Staff may have changed the type to one that needs further details, which the auto order doesn't have. While
 * the condition is false the auto order is held (docs/contract.md#auto-orders).
 */
export const serviceOrderableSql = `${orderableSql('a.service_id')}
  AND EXISTS (SELECT FROM services t WHERE t.id = a.service_id AND t.type IN (${autoTypes.join(', ')}))`

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
 * SQL condition on the auto orders that a member sees in a list: his auto orders of the last 3 months, with one of
 * these statuses; null stands for any status.
 */
const memberAutoOrders = (memberId: number, statuses: readonly number[] | null): Sql =>
  sql`a.member_id = ${memberId} AND a.created_at > now() - interval '3 months' AND (${statuses}::int[] IS NULL OR a.status = ANY (${statuses}))`

/**
 * One page of a member's auto orders of the last 3 months, newest first, and how many there are on all pages
 * (docs/contract.md#member-lists).
 */
export async function autoOrderHistory(db: Db, memberId: number, { status, page, size }: AutoHistoryQuery) {
  const where = memberAutoOrders(memberId, status === undefined ? null : statusesOfFilter(status))
  const [rows, total] = await Promise.all([
    db.rows<StoredAutoOrder>(
      sql`SELECT ${autoOrderColumns} FROM auto_orders a WHERE ${where} ORDER BY a.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}::bigint`,
    ),
    countOf(db, sql`auto_orders a WHERE ${where}`),
  ])
  return { rows: rows.map(toAutoOrderRow), total }
}
