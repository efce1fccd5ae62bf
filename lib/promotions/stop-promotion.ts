import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import { promotionNotActive, unknownPromotion } from './errors.ts'

/**
 * Stops a promotion for good: from now on it gives nothing, not even for coupons that members have already registered.
 * @throws NOT_FOUND; CONFLICT it isn't active
 */
export function stopPromotion(db: Database, actor: StaffActor, { id }: { id: number }): Promise<void> {
  return db.transaction(async (tx) => {
    const stopped = await tx.rows(
      `UPDATE promotions SET state = 'STOPPED', stopped_at = now(), stopped_by = $2 WHERE id = $1 AND state = 'ACTIVE'
       RETURNING id`,
      [id, actor.memberId],
    )
    if (stopped.length === 0) {
      const found = await tx.rows('SELECT FROM promotions WHERE id = $1', [id])
      throw found.length === 0 ? unknownPromotion() : promotionNotActive()
    }
    await recordAudit(tx, actor, { action: 'promotion.stop', subjectType: 'promotion', subjectId: id })
  })
}
