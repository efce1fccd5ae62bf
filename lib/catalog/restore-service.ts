import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { serviceNotWithdrawn } from './errors.ts'

/** Ids of the category and platform that were restored with a service; absent if they hadn't been removed. */
type RestoredPlace = { category?: number; platform?: number }

/**
 * Restores the category of a withdrawn service, and the category's platform, if they were removed since the service was
 * withdrawn. Locks the category and the platform, so that nobody removes them before the service is restored. A
 * restored platform stays hidden.
 */
async function restoreCategory(tx: Db, categoryId: number): Promise<RestoredPlace> {
  const [category] = await tx.rows<{ platformId: number; removed: boolean }>(
    'SELECT platform_id, removed_at IS NOT NULL AS removed FROM categories WHERE id = $1 FOR UPDATE',
    [categoryId],
  )
  if (!category) throw new Error(`category ${categoryId} of a service is missing`)
  const { platformId } = category
  const [platform] = await tx.rows<{ removed: boolean }>(
    'SELECT removed_at IS NOT NULL AS removed FROM platforms WHERE id = $1 FOR UPDATE',
    [platformId],
  )
  if (platform?.removed) await tx.rows('UPDATE platforms SET removed_at = NULL WHERE id = $1', [platformId])
  if (category.removed) await tx.rows('UPDATE categories SET removed_at = NULL WHERE id = $1', [categoryId])
  return { ...(category.removed && { category: categoryId }), ...(platform?.removed && { platform: platformId }) }
}

/**
 * Files the task about a service that its provider no longer has, or has with another type, by the provider's last
 * list. A list files none for withdrawn services, and a frozen one would be on sale without it.
 */
async function fileTaskIfGone(tx: Db, id: number): Promise<void> {
  const [gone] = await tx.rows<{ providerId: number }>(
    `SELECT s.provider_id FROM services s
     JOIN provider_services p ON p.provider_id = s.provider_id AND p.remote_id = s.provider_service_id
     WHERE s.id = $1 AND (p.gone OR p.type <> s.type)`,
    [id],
  )
  if (gone) await fileTask(tx, { kind: 'SERVICE_GONE', refType: 'service', refId: id, detail: gone })
}

/**
 * Puts a withdrawn service back into its old category. Where its price follows a provider's list, it
 * is that of the last list (docs/contract.md#delivery), else the old one. If its provider no longer has it, files a task.
 * @throws NOT_FOUND; CONFLICT the service isn't withdrawn
 */
export function restoreService(db: Database, actor: StaffActor, { id }: { id: number }): Promise<void> {
  return db.transaction(async (tx) => {
    // Locked before the category, whose statements lock the version of the catalogue's cache, as an import does it, too.
    const [service] = await tx.rows<{ categoryId: number; withdrawn: boolean }>(
      'SELECT category_id, withdrawn_at IS NOT NULL AS withdrawn FROM services WHERE id = $1 FOR UPDATE',
      [id],
    )
    if (!service) throw new AppError('NOT_FOUND', messages.notFound)
    if (!service.withdrawn) throw serviceNotWithdrawn()
    const after = await restoreCategory(tx, service.categoryId)
    await tx.rows('UPDATE services SET withdrawn_at = NULL WHERE id = $1', [id])
    await fileTaskIfGone(tx, id)
    await recordAudit(tx, actor, { action: 'service.restore', subjectType: 'service', subjectId: id, after })
  })
}
