import type { Db } from '#lib/core/db.ts'

/** One action of a staff member, with the state before and after it. Never contains secrets. */
export type AuditEntry = {
  actorId: number | null
  action: string
  subjectType: string
  subjectId: string | number
  before?: unknown
  after?: unknown
  reason?: string | null
  address: string
}

/** Appends an entry to the audit trail. Pass the transaction of the write that it records. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db.rows(
    `INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, before, after, reason, address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.actorId,
      entry.action,
      entry.subjectType,
      String(entry.subjectId),
      entry.before === undefined ? null : JSON.stringify(entry.before),
      entry.after === undefined ? null : JSON.stringify(entry.after),
      entry.reason ?? null,
      entry.address,
    ],
  )
}
