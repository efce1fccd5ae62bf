import sql, { raw } from 'sql-template-tag'
import type { z } from 'zod'
import { isSamePersonSql } from '#lib/approvals/own-account.ts'
import type { Db } from '#lib/core/db.ts'
import { countRows, keysetPage } from '#lib/core/keyset.ts'
import type { PendingChangeKind } from './labels.ts'
import { NEWCOMER_HOURS } from './rules.ts'
import type { PendingChangeRow, pendingChangeQuery, ShownChange } from './schema.ts'

type Row = Omit<PendingChangeRow, keyof ShownChange | 'createdAt' | 'effectiveAt' | 'decidedAt'> & {
  shown: ShownChange
  createdAt: Date
  effectiveAt: Date
  decidedAt: Date | null
}

const columns =
  raw(`p.id, p.kind, p.subject, p.shown, p.needs_consent, p.state, a.login_id AS asked_by, p.asked_by AS asked_by_no,
  p.created_at, p.effective_at, d.login_id AS decided_by, p.decided_at`)

const changesWithLoginIds = raw(
  'pending_changes p JOIN members a ON a.id = p.asked_by LEFT JOIN members d ON d.id = p.decided_by',
)

const toRow = ({ shown, createdAt, effectiveAt, decidedAt, ...row }: Row): PendingChangeRow => ({
  ...row,
  ...shown,
  createdAt: createdAt.toISOString(),
  effectiveAt: effectiveAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
})

/** One page of pending and decided changes, newest first, by keyset. */
export async function pendingChanges(db: Db, { status, size, cursor }: z.output<typeof pendingChangeQuery>) {
  const filter = sql`(${status}::text IS NULL OR p.state = ${status})`
  const [rows, total] = await Promise.all([
    db.rows<Row>(
      sql`SELECT ${columns} FROM ${changesWithLoginIds} WHERE ${filter} AND (${cursor}::int IS NULL OR p.id < ${cursor})
        ORDER BY p.id DESC LIMIT ${size + 1}`,
    ),
    countRows(db, sql`pending_changes p WHERE ${filter}`),
  ])
  return keysetPage(rows, { size, total }, toRow)
}

/** Waiting changes of this kind, newest first, at most 200. */
export async function waitingChanges(db: Db, kind: PendingChangeKind): Promise<PendingChangeRow[]> {
  const rows = await db.rows<Row>(
    sql`SELECT ${columns} FROM ${changesWithLoginIds} WHERE p.state = 'WAITING' AND p.kind = ${kind} ORDER BY p.id DESC LIMIT 200`,
  )
  return rows.map(toRow)
}

/**
 * SQL condition: `o` is another OWNER than the member with this id, and has been an OWNER for at least a day. Unlike
 * `isSecondOwnerSql` it accepts an account of the same person. Reason: a dishonest OWNER could request a cash refund to
 * a colleague's bank account, so that both look like one person. He would then count as the only OWNER.
 */
export const isOtherOwnerSql = (
  memberSql: string,
): string => `o.role = 'OWNER' AND o.deleted_at IS NULL AND o.id <> ${memberSql}
  AND o.role_since <= now() - interval '${NEWCOMER_HOURS} hours'`

/**
 * SQL condition: `o` may confirm, as second OWNER, a change requested by the member with this id. `o` must be another
 * account, belong to another person, and have been an OWNER for at least a day. A restricted OWNER matches too, though
 * he can't confirm anything: otherwise an OWNER could restrict the second OWNER and then act alone.
 */
export const isSecondOwnerSql = (memberSql: string): string =>
  `${isOtherOwnerSql(memberSql)} AND NOT (${isSamePersonSql(memberSql, 'o.id')})`
