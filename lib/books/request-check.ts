import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { isBookCheckQueuedOrRunningSql } from './queries/last-book-check.ts'

/**
 * Queues a full check of the books for the worker. Returns the check's id. If another check is already queued or
 * running, queues nothing and returns the id of that check.
 */
export function requestBookCheck(db: Database, actor: StaffActor): Promise<{ id: number }> {
  return db.transaction(async (tx) => {
    await tx.rows("SELECT pg_advisory_xact_lock(hashtext('book-check'))")
    const [known] = await tx.rows<{ id: number }>(
      `SELECT id FROM book_checks WHERE ${isBookCheckQueuedOrRunningSql} ORDER BY id LIMIT 1`,
    )
    if (known) return known
    const asked = await oneRow<{ id: number }>(
      tx,
      `WITH asked AS (INSERT INTO book_checks (asked_by) VALUES ($1) RETURNING id)
       SELECT asked.id FROM asked, graphile_worker.add_job('prove-books', json_build_object('id', asked.id), max_attempts => 3)`,
      [actor.memberId],
    )
    const subject = { subjectType: 'books', subjectId: asked.id }
    await recordAudit(tx, actor, { action: 'books.check', ...subject })
    return { id: asked.id }
  })
}
