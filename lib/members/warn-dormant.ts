import type { Database } from '#lib/core/db.ts'
import { presentRestrictionSql } from '#lib/members/restriction/rules.ts'
import { fileTask } from '#lib/tasks/file-task.ts'

/**
 * Warns up to `limit` unrestricted members (not staff) who have neither logged in nor used an api-key for a year, and
 * files a task for each (docs/contract.md#restrictions). For members who never logged in, the year starts with their
 * sign-up. A member whose warning staff have lifted is warned again after a year at the earliest. Returns the number of
 * warned members.
 */
export function warnDormantMembers(db: Database, limit = 500): Promise<number> {
  return db.transaction(async (tx) => {
    const warned = await tx.rows<{ id: number; since: Date }>(
      `UPDATE members SET restriction = 'WARNED', restricted_until = NULL, restriction_reason = '' WHERE id IN (
         SELECT id FROM members m
         WHERE role = 'MEMBER' AND ${presentRestrictionSql('m')} = 'NORMAL' AND deleted_at IS NULL
           AND coalesce(last_login_at, created_at) < now() - interval '1 year'
           AND NOT EXISTS (SELECT FROM api_keys k WHERE k.member_id = m.id AND k.last_used_at > now() - interval '1 year')
           AND NOT EXISTS (SELECT FROM tasks t WHERE t.kind = 'DORMANT' AND t.ref_type = 'member' AND t.ref_id = m.id
             AND t.created_at > now() - interval '1 year')
         ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
       ) RETURNING id, coalesce(last_login_at, created_at) AS since`,
      [limit],
    )
    for (const { id, since } of warned)
      await fileTask(tx, { kind: 'DORMANT', refType: 'member', refId: id, detail: { since: since.toISOString() } })
    return warned.length
  })
}
