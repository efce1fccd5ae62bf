import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import { countOf, keysetPage } from '#lib/core/keyset.ts'
import { membersMeant } from '#lib/members/queries.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { columns, type StoredAutoOrder, toRow } from '../queries.ts'
import { statusesOf } from '../rules.ts'
import type { AdminAutoOrderDetail, AdminAutoOrderRow, adminAutoOrderQuery } from '../schema.ts'

type StaffRow = StoredAutoOrder & { memberNo: number; memberId: string; serviceText: string; cleanLink: string | null }

const staffColumns = `${columns}, a.clean_link, a.member_id AS member_no, m.login_id AS member_id, s.text AS service_text`

const joined = 'auto_orders a JOIN members m ON m.id = a.member_id JOIN services s ON s.id = a.service_id'

function toStaffRow(row: StaffRow): AdminAutoOrderRow {
  const { memberNo, memberId, serviceText, cleanLink } = row
  return { ...toRow(row), memberNo, memberId, serviceText, cleanLink }
}

/** A number finds a repeating order; text a member by the start of his login id. */
async function searchOf(
  db: Db,
  q: string,
): Promise<[id: number | null, memberNos: number[] | null, pattern: string | null]> {
  const text = q.trim()
  if (/^\d{1,9}$/.test(text)) return [Number(text), null, null]
  if (text === '') return [null, null, null]
  const { memberNos, pattern } = await membersMeant(db, text)
  return [null, memberNos, pattern]
}

// Very many members under an OR would be a list to try each order against; as a condition of its own it is a join.
const ofMany = 'a.member_id IN (SELECT id FROM members WHERE login_id LIKE $4::text)'

// Few members by number, so that their orders are looked up and not looked for.
const filterOf = (
  pattern: string | null,
) => `($1::int[] IS NULL OR a.status = ANY ($1)) AND ($2::int IS NULL OR a.id = $2)
  AND ($3::int[] IS NULL OR a.member_id = ANY ($3)) AND ${pattern === null ? '$4::text IS NULL' : ofMany}
  AND (NOT $5::boolean OR (a.status = 0 AND a.held_at IS NOT NULL))`

/** All repeating orders for staff, newest first, one keyset page (decisions 6). */
export async function autoOrdersForStaff(db: Db, query: z.output<typeof adminAutoOrderQuery>) {
  const { status, held, q, size, cursor } = query
  const [id, memberNos, pattern] = await searchOf(db, q)
  const values = [status === undefined ? null : statusesOf(status), id, memberNos, pattern, held]
  const filter = filterOf(pattern)
  const [rows, total] = await Promise.all([
    db.rows<StaffRow>(
      `SELECT ${staffColumns} FROM ${joined} WHERE ${filter} AND ($6::bigint IS NULL OR a.id < $6)
       ORDER BY a.id DESC LIMIT $7`,
      [...values, cursor ?? null, size + 1],
    ),
    countOf(db, `auto_orders a WHERE ${filter}`, values),
  ])
  return keysetPage(rows, { size, total }, toStaffRow)
}

/** The last repeating orders of one member, newest first. */
export async function lastAutoOrdersOf(db: Db, memberNo: number, size: number): Promise<AdminAutoOrderRow[]> {
  const rows = await db.rows<StaffRow>(
    `SELECT ${staffColumns} FROM ${joined} WHERE a.member_id = $1 ORDER BY a.id DESC LIMIT $2`,
    [memberNo, size],
  )
  return rows.map(toStaffRow)
}

type RunRow = {
  runNo: number
  orderId: number
  createdAt: Date
  status: number
  remains: number
  cost: Points
  refunded: Points
}
type EntryRow = { kind: string; delta: Points; reason: string | null; actor: string; createdAt: Date }

/** As many of its runs as a panel shows, the last first. */
const SHOWN_RUNS = 50

/** One repeating order for staff with its runs and its money; null when it isn't there. */
export async function autoOrderForStaff(db: Db, id: number): Promise<AdminAutoOrderDetail | null> {
  const [[row], runs, entries] = await Promise.all([
    db.rows<StaffRow>(`SELECT ${staffColumns} FROM ${joined} WHERE a.id = $1::bigint`, [id]),
    db.rows<RunRow>(
      `SELECT run_no, id AS order_id, created_at, status, remains, cost, refunded FROM orders
       WHERE auto_order_id = $1::bigint ORDER BY run_no DESC LIMIT ${SHOWN_RUNS}`,
      [id],
    ),
    db.rows<EntryRow>(
      `SELECT kind, delta, reason, actor, created_at FROM point_entries
       WHERE kind IN ('AUTO_ORDER', 'AUTO_ORDER_REFUND') AND ref_type = 'auto-order' AND ref_id = $1::bigint ORDER BY id`,
      [id],
    ),
  ])
  if (!row) return null
  return {
    ...toStaffRow(row),
    runList: runs.map(({ cost, refunded, createdAt, ...run }) => ({
      ...run,
      createdAt: createdAt.toISOString(),
      point: pointsToNumber(cost),
      refunded: pointsToNumber(refunded),
    })),
    entries: entries.map(({ delta, createdAt, ...entry }) => ({
      ...entry,
      delta: pointsToNumber(delta),
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** How many repeating orders run, and how many of them are held. */
export const openAutoOrders = (db: Db): Promise<{ active: number; held: number }> =>
  oneRow(
    db,
    'SELECT count(*)::int AS active, (count(*) FILTER (WHERE held_at IS NOT NULL))::int AS held FROM auto_orders WHERE status = 0',
  )
