import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '#lib/core/db.ts'
import {
  afterCursor,
  byColumn,
  countRows,
  daysCondition,
  keysetPage,
  type ListKeys,
  listOrderOf,
  orderBy,
} from '#lib/core/keyset.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import type { OrderState } from '#lib/orders/rules.ts'
import type { TaskKind } from '#lib/tasks/labels.ts'
import { computeTaskRefund, openTask, taskActionsFor } from './rules.ts'
import type { TaskQuery, TaskRow } from './schema.ts'

type StoredTask = Omit<TaskRow, 'dueAt' | 'createdAt' | 'resolvedAt' | 'actions' | 'refund' | 'orderStatus'> & {
  dueAt: Date | null
  createdAt: Date
  resolvedAt: Date | null
} & ({ status: null } | OrderState)

const columns =
  raw(`t.id, t.kind, t.ref_type, t.ref_id, t.detail, t.due_at, t.created_at, t.resolved_at, t.action, t.note,
  r.login_id AS resolved_by, m.id AS member_no, m.login_id AS member_id, f.id AS referrer_no, f.login_id AS referrer_id, s.text AS service_text, p.name AS provider_name,
  o.status, o.amount, o.remains, o.price, o.refunded, o.recovered`)

// Tasks, each with the order, member, service and provider that it is about, found by `ref_type`, `ref_id` and
// `detail`; null where the task isn't about one.
const tasksWithSubjects = raw(`tasks t LEFT JOIN members r ON r.id = t.resolved_by
  LEFT JOIN order_requests q ON t.ref_type = 'request' AND q.id = t.ref_id
  LEFT JOIN orders o ON o.id = CASE t.ref_type WHEN 'order' THEN t.ref_id WHEN 'request' THEN q.order_id END
  LEFT JOIN adjustments j ON t.ref_type = 'adjustment' AND j.id = t.ref_id
  LEFT JOIN approvals a ON t.ref_type = 'approval' AND a.id = t.ref_id
  LEFT JOIN charges h ON t.ref_type = 'charge' AND h.id = t.ref_id
  LEFT JOIN card_payments k ON t.ref_type = 'card-payment' AND k.id = t.ref_id
  LEFT JOIN members m ON m.id = CASE t.ref_type WHEN 'order' THEN o.member_id WHEN 'request' THEN q.member_id WHEN 'adjustment' THEN j.member_id
    WHEN 'approval' THEN a.member_id WHEN 'charge' THEN h.member_id WHEN 'card-payment' THEN k.member_id
    WHEN 'member' THEN t.ref_id END
  LEFT JOIN members f ON t.kind = 'REFERRAL_REWARD' AND f.id = (t.detail->>'referrerNo')::int
  LEFT JOIN services s ON s.id = CASE t.ref_type WHEN 'order' THEN o.service_id WHEN 'request' THEN o.service_id WHEN 'service' THEN t.ref_id END
  LEFT JOIN providers p ON p.id = CASE t.ref_type WHEN 'provider' THEN t.ref_id ELSE (t.detail->>'providerId')::int END`)

const taskKeys: ListKeys = { table: 'tasks', time: byColumn('created_at'), sorts: {} }

function filterOf({ status, kind, q, ...days }: Pick<TaskQuery, 'status' | 'kind' | 'q' | 'from' | 'to'>): Sql {
  const text = q.trim()
  const refId = /^\d{1,9}$/.test(text) ? Number(text) : null
  return sql`(${status}::text IS NULL OR (t.resolved_at IS NULL) = (${status}::text = 'OPEN')) AND (${kind}::text IS NULL OR t.kind = ${kind})
    AND (${text}::text = '' OR t.kind = upper(${text}::text) OR t.ref_id = ${refId}::int)
    AND ${daysCondition(taskKeys, days, 't')}`
}

function toRow({ dueAt, createdAt, resolvedAt, ...stored }: StoredTask): TaskRow {
  const { id, kind, refType, refId, detail, resolvedBy, action, note } = stored
  const { memberNo, memberId, referrerNo, referrerId, serviceText, providerName } = stored
  const refund = resolvedAt || stored.status === null ? null : computeTaskRefund(kind, detail, stored)
  return {
    ...{ id, kind, refType, refId, detail, resolvedBy, action, note },
    ...{ memberNo, memberId, referrerNo, referrerId, serviceText, providerName },
    orderStatus: stored.status,
    dueAt: dueAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    actions: resolvedAt ? [] : [...taskActionsFor(kind, detail)],
    refund: refund === null ? null : pointsToNumber(refund),
  }
}

/** One page of tasks, newest first, by keyset. `q` is a kind, or the id of the record that a task is about. */
export async function tasksForStaff(db: Db, { size, cursor, ...wanted }: TaskQuery) {
  const filter = filterOf(wanted)
  const order = listOrderOf(taskKeys, wanted)
  const [rows, total] = await Promise.all([
    db.rows<StoredTask>(
      sql`SELECT ${columns} FROM ${tasksWithSubjects} WHERE ${filter} AND ${afterCursor(order, cursor, 't')}
        ORDER BY ${orderBy(order, 't')} LIMIT ${size + 1}`,
    ),
    countRows(db, sql`tasks t WHERE ${filter}`),
  ])
  return keysetPage(rows, { size, total }, toRow)
}

/** Number of open tasks by kind, for the filters of the task page. */
export const countOpenTasks = (db: Db): Promise<{ kind: TaskKind; count: number }[]> =>
  db.rows(`SELECT kind, count(*)::int AS count FROM tasks WHERE ${openTask.sql()} GROUP BY kind`)
