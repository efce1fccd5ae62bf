import type { z } from 'zod'
import { samePersonSql } from '#lib/approvals/own-account.ts'
import type { Db } from '#lib/core/db.ts'
import { countOf, keysetPage } from '#lib/core/keyset.ts'
import type { ChangeKind } from './labels.ts'
import { NEW_HOURS } from './rules.ts'
import type { PendingChangeRow, pendingChangeQuery, ShownChange } from './schema.ts'

type Row = Omit<PendingChangeRow, keyof ShownChange | 'createdAt' | 'effectiveAt' | 'decidedAt'> & {
  shown: ShownChange
  createdAt: Date
  effectiveAt: Date
  decidedAt: Date | null
}

const columns = `p.id, p.kind, p.subject, p.shown, p.needs_consent, p.state, a.login_id AS asked_by, p.asked_by AS asked_by_no,
  p.created_at, p.effective_at, d.login_id AS decided_by, p.decided_at`

const joined = 'pending_changes p JOIN members a ON a.id = p.asked_by LEFT JOIN members d ON d.id = p.decided_by'

const toRow = ({ shown, createdAt, effectiveAt, decidedAt, ...row }: Row): PendingChangeRow => ({
  ...row,
  ...shown,
  createdAt: createdAt.toISOString(),
  effectiveAt: effectiveAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
})

const filter = '($1::text IS NULL OR p.state = $1)'

/** Pending and decided changes, newest first, one keyset page. */
export async function pendingChanges(db: Db, { status, size, cursor }: z.output<typeof pendingChangeQuery>) {
  const [rows, total] = await Promise.all([
    db.rows<Row>(
      `SELECT ${columns} FROM ${joined} WHERE ${filter} AND ($2::int IS NULL OR p.id < $2) ORDER BY p.id DESC LIMIT $3`,
      [status ?? null, cursor ?? null, size + 1],
    ),
    countOf(db, `pending_changes p WHERE ${filter}`, [status ?? null]),
  ])
  return keysetPage(rows, { size, total }, toRow)
}

/** Waiting changes of this kind, newest first. */
export async function waitingChanges(db: Db, kind: ChangeKind): Promise<PendingChangeRow[]> {
  const rows = await db.rows<Row>(
    `SELECT ${columns} FROM ${joined} WHERE p.state = 'WAITING' AND p.kind = $1 ORDER BY p.id DESC LIMIT 200`,
    [kind],
  )
  return rows.map(toRow)
}

/**
 * SQL condition: `o` is an OWNER other than the given member, and has been one for at least a day. It doesn't check
 * whether both accounts belong to the same person: an OWNER could make a colleague look like himself by entering the
 * colleague's bank account in a refund request, and would then be treated as the only OWNER.
 */
export const otherOwnerSql = (
  member: string,
): string => `o.role = 'OWNER' AND o.deleted_at IS NULL AND o.id <> ${member}
  AND o.role_since <= now() - interval '${NEW_HOURS} hours'`

/**
 * SQL condition: `o` is an OWNER who may act as the second person beside the given member: a different person, OWNER
 * for at least a day. A restricted OWNER counts too, though he can't decide anything; otherwise one OWNER could
 * restrict the other and act alone.
 */
export const secondOwnerSql = (member: string): string =>
  `${otherOwnerSql(member)} AND NOT (${samePersonSql(member, 'o.id')})`
