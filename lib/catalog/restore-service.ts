import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { notWithdrawn } from './errors.ts'

/**
 * Puts a withdrawn service on sale again at its old price.
 * @throws NOT_FOUND; CONFLICT it isn't withdrawn
 */
export function restoreService(db: Database, actor: StaffActor, { id }: { id: number }): Promise<void> {
  return db.transaction(async (tx) => {
    const restored = await tx.rows(
      'UPDATE services SET withdrawn_at = NULL WHERE id = $1 AND withdrawn_at IS NOT NULL RETURNING id',
      [id],
    )
    if (restored.length === 0) {
      const found = await tx.rows('SELECT FROM services WHERE id = $1', [id])
      throw found.length > 0 ? notWithdrawn() : new AppError('NOT_FOUND', messages.notFound)
    }
    await recordAudit(tx, actor, { action: 'service.restore', subjectType: 'service', subjectId: id })
  })
}
