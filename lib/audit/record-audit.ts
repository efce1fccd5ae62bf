import type { Db } from '#lib/core/db.ts'
import type { PrismaTx } from '#lib/core/prisma.ts'

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

/** The statement that appends an entry. There is one, because the trail is chained row by row, whoever writes. */
function insertOf(entry: AuditEntry): { text: string; values: unknown[] } {
  return {
    text: `INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, before, after, reason, address)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8)`,
    values: [
      entry.actorId,
      entry.action,
      entry.subjectType,
      String(entry.subjectId),
      entry.before === undefined ? null : JSON.stringify(entry.before),
      entry.after === undefined ? null : JSON.stringify(entry.after),
      entry.reason ?? null,
      entry.address,
    ],
  }
}

/** Appends an entry to the audit trail. Pass the transaction of the write that it records. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  const { text, values } = insertOf(entry)
  await db.rows(text, values)
}

/** `recordAudit` for a write that goes by Prisma. */
export async function recordAuditByPrisma(tx: PrismaTx, entry: AuditEntry): Promise<void> {
  const { text, values } = insertOf(entry)
  await tx.$executeRawUnsafe(text, ...values)
}
