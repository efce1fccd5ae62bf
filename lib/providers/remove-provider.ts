import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, isForeignKeyViolation } from '#lib/core/db.ts'
import { providerInUse } from './errors.ts'
import { requireProvider } from './queries/list-providers.ts'

/**
 * Deletes a provider. A provider that a service, route or delivery attempt refers to can only be disabled.
 * @throws NOT_FOUND; CONFLICT a service, route or attempt refers to the provider
 */
export function removeProvider(db: Database, actor: StaffActor, { providerId }: { providerId: number }): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.rows('SELECT FROM providers WHERE id = $1 FOR UPDATE', [providerId])
    const before = await requireProvider(tx, providerId)
    try {
      await tx.rows('DELETE FROM providers WHERE id = $1', [providerId])
    } catch (error) {
      throw isForeignKeyViolation(error) ? providerInUse() : error
    }
    await recordAudit(tx, actor, {
      action: 'provider.remove',
      subjectType: 'provider',
      subjectId: providerId,
      before,
    })
  })
}
