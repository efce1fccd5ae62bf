import type { Db } from '#lib/core/db.ts'
import type { PrismaTx } from '#lib/core/prisma.ts'
import type { MigrationActor, StaffActor } from './actor.ts'

/**
 * One action of a staff member or of the first migration, with the state before and after it. An entry never contains
 * secrets.
 */
export type AuditEntry = {
  action: string
  subjectType: string
  subjectId: string | number
  before?: unknown
  after?: unknown
  reason?: string | null
}

type AuditActor = StaffActor | MigrationActor

const jsonOfState = (state: unknown): string | null => (state === undefined ? null : JSON.stringify(state))

/** The statement that appends an entry; used by both `recordAudit` and `recordAuditByPrisma`. */
function insertEntryStatement(actor: AuditActor, entry: AuditEntry): { text: string; values: unknown[] } {
  const { memberId, address } = actor.kind === 'staff' ? actor : { memberId: null, address: 'migrate' }
  const { action, subjectType, subjectId, before, after, reason } = entry
  return {
    text: `INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, before, after, reason, address)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8)`,
    values: [
      ...[memberId, action, subjectType, String(subjectId), jsonOfState(before), jsonOfState(after), reason || null],
      address,
    ],
  }
}

/**
 * Appends an entry to the audit trail, with the actor's id and IP address. Call it in the use case, with the
 * transaction that it records. Every call, job or confirmation that runs the use case then leaves the same entry.
 */
export async function recordAudit(tx: Db, actor: AuditActor, entry: AuditEntry): Promise<void> {
  const { text, values } = insertEntryStatement(actor, entry)
  await tx.rows(text, values)
}

/** Like `recordAudit`, in a Prisma transaction. */
export async function recordAuditByPrisma(tx: PrismaTx, actor: AuditActor, entry: AuditEntry): Promise<void> {
  const { text, values } = insertEntryStatement(actor, entry)
  await tx.$executeRawUnsafe(text, ...values)
}
