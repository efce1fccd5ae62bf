import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import {
  byColumn,
  type DaysAndSort,
  daysCondition,
  firstInSpan,
  idAndSortKey,
  type ListKeys,
  type ListSpan,
  listPage,
  statusCondition,
} from '#lib/core/keyset.ts'
import { matchesManyMembers, rowIdsOfMembersSql } from '#lib/members/queries.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { autoOrderColumns, owesPointsSql, type StoredAutoOrder, toAutoOrderRow, waitsForLinkSql } from '../queries.ts'
import { activeAutoOrder, expandAutoOrderStatusFilter, heldAutoOrder } from '../rules.ts'
import type { AdminAutoOrderDetail, AdminAutoOrderRow, adminAutoOrderQuery } from '../schema.ts'

type StaffRow = StoredAutoOrder & {
  memberNo: number
  memberId: string
  serviceText: string
  cleanLink: string | null
  memberOwes: boolean
  waitsForLink: boolean
}

const staffColumns = sql`${autoOrderColumns}, a.clean_link, a.member_id AS member_no, m.login_id AS member_id, s.text AS service_text,
  ${raw(owesPointsSql('a.member_id'))} AS member_owes, coalesce(${raw(waitsForLinkSql)}, false) AS waits_for_link`

const autoOrdersWithNames = raw(
  'auto_orders a JOIN members m ON m.id = a.member_id JOIN services s ON s.id = a.service_id',
)

function toStaffRow(row: StaffRow): AdminAutoOrderRow {
  const { memberNo, memberId, serviceText, cleanLink, memberOwes, waitsForLink } = row
  return { ...toAutoOrderRow(row), memberNo, memberId, serviceText, cleanLink, memberOwes, waitsForLink }
}

/**
 * SQL condition that a row has one of the statuses selected by the filter `status`. A single status is compared with
 * `=` instead of `ANY`, so that PostgreSQL can read the rows already sorted from the index on the status.
 */
function statusesCondition(status: number | undefined): Sql {
  if (status === undefined) return statusCondition(undefined)
  const statuses = expandAutoOrderStatusFilter(status)
  return statuses.length === 1 ? statusCondition(statuses[0]) : sql`f.status = ANY (${statuses})`
}

const autoOrderKeys: ListKeys = { table: 'auto_orders', time: byColumn('created_at'), sorts: {} }

/** SQL that adds the condition that an auto order is held. */
const andHeld = raw(`AND ${heldAutoOrder.sql('f')}`)

/**
 * Prepares the search for auto orders that match the text `q` and the condition `where`. Returns a function that makes
 * the SQL for their ids within a span of the list. `q` is an auto order's id if it is a number of up to 9 digits,
 * otherwise the start of a member's login id.
 */
async function autoOrderIds(
  db: Db,
  { q, ...wanted }: DaysAndSort & { q: string },
  where: Sql,
): Promise<(span: ListSpan) => Sql> {
  const text = q.trim().toLowerCase()
  if (text === '')
    return (span) => sql`SELECT ${idAndSortKey(span)} FROM auto_orders f WHERE ${firstInSpan(where, span)}`
  if (/^\d{1,9}$/.test(text))
    return (span) =>
      sql`SELECT ${idAndSortKey(span)} FROM auto_orders f WHERE f.id = ${Number(text)} AND ${firstInSpan(where, span)}`
  const matchesMany = await matchesManyMembers(db, text)
  return (span) => rowIdsOfMembersSql({ keys: autoOrderKeys, wanted, matchesMany, text, where, span })
}

/** One keyset page of all members' auto orders for staff, newest first (docs/contract.md#staff-lists). */
export async function autoOrdersForStaff(db: Db, query: z.output<typeof adminAutoOrderQuery>) {
  const { status, held } = query
  const where = sql`${statusesCondition(status)} ${held ? andHeld : empty} AND ${daysCondition(autoOrderKeys, query)}`
  const ids = await autoOrderIds(db, query, where)
  return listPage(
    db,
    { keys: autoOrderKeys, wanted: query, ids, alias: 'a' },
    (rowsOfPage) => db.rows<StaffRow>(sql`SELECT ${staffColumns} FROM ${autoOrdersWithNames} WHERE ${rowsOfPage}`),
    toStaffRow,
  )
}

/** Latest auto orders of one member, at most `size`, newest first. */
export async function readLatestAutoOrders(db: Db, memberNo: number, size: number): Promise<AdminAutoOrderRow[]> {
  const rows = await db.rows<StaffRow>(
    sql`SELECT ${staffColumns} FROM ${autoOrdersWithNames} WHERE a.member_id = ${memberNo} ORDER BY a.id DESC LIMIT ${size}`,
  )
  return rows.map(toStaffRow)
}

type RunRow = {
  runNo: number
  orderId: number
  createdAt: Date
  status: number
  remains: number
  price: Points
  refunded: Points
}
type EntryRow = { kind: string; delta: Points; reason: string | null; actor: string; createdAt: Date }

/** Maximum number of runs in the detail of an auto order; the newest runs are shown. */
const MAX_SHOWN_RUNS = 50

/**
 * One auto order for staff with its latest MAX_SHOWN_RUNS runs and its ledger entries; null if there is no such auto
 * order.
 */
export async function autoOrderForStaff(db: Db, id: number): Promise<AdminAutoOrderDetail | null> {
  const [[row], runs, entries] = await Promise.all([
    db.rows<StaffRow>(sql`SELECT ${staffColumns} FROM ${autoOrdersWithNames} WHERE a.id = ${id}::bigint`),
    db.rows<RunRow>(
      `SELECT run_no, id AS order_id, created_at, status, remains, price, refunded FROM orders
       WHERE auto_order_id = $1::bigint ORDER BY run_no DESC LIMIT ${MAX_SHOWN_RUNS}`,
      [id],
    ),
    db.rows<EntryRow>(
      `SELECT kind, delta, reason, actor, created_at FROM (
         SELECT * FROM point_entries
         WHERE kind IN ('AUTO_ORDER', 'AUTO_ORDER_REFUND') AND ref_type = 'auto-order' AND ref_id = $1::bigint
         UNION ALL
         SELECT e.* FROM debt_recoveries d
           JOIN point_entries e ON e.kind = 'DEBT_RECOVERY' AND e.ref_id = d.charge_id AND e.seq = d.seq
             AND e.ref_type = CASE d.cause WHEN 'REWARD' THEN 'reward' ELSE 'charge' END
         WHERE d.credit_kind = 'AUTO_ORDER_REFUND' AND d.credit_ref_type = 'auto-order' AND d.credit_ref_id = $1::bigint
       ) AS entries ORDER BY id`,
      [id],
    ),
  ])
  if (!row) return null
  return {
    ...toStaffRow(row),
    runList: runs.map(({ price, refunded, createdAt, ...run }) => ({
      ...run,
      createdAt: createdAt.toISOString(),
      point: pointsToNumber(price),
      refunded: pointsToNumber(refunded),
    })),
    entries: entries.map(({ delta, createdAt, ...entry }) => ({
      ...entry,
      delta: pointsToNumber(delta),
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** Number of active auto orders, and how many of them are held. */
export const countActiveAutoOrders = (db: Db): Promise<{ active: number; held: number }> =>
  oneRow(
    db,
    `SELECT count(*)::int AS active, (count(*) FILTER (WHERE held_at IS NOT NULL))::int AS held FROM auto_orders WHERE ${activeAutoOrder.sql()}`,
  )
