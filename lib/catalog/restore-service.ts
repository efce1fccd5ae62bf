import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAuditByPrisma } from '#lib/audit/record-audit.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { lockRows, type PrismaTx, prismaTransaction } from '#lib/core/prisma.ts'
import { serviceNotWithdrawn } from './errors.ts'

/** Ids of the category and platform that were restored with a service; absent if they hadn't been removed. */
type RestoredPlace = { category?: number; platform?: number }

/**
 * Restores the category of a withdrawn service, and the category's platform, if they were removed since the service was
 * withdrawn. Locks the category and the platform, so that nobody removes them before the service is restored. A
 * restored platform stays hidden.
 */
async function restoreCategory(tx: PrismaTx, categoryId: number): Promise<RestoredPlace> {
  await lockRows(tx, 'categories', [categoryId])
  const { platformId } = await tx.category.findUniqueOrThrow({
    where: { id: categoryId },
    select: { platformId: true },
  })
  await lockRows(tx, 'platforms', [platformId])
  const restored = { data: { removedAt: null } }
  const platform = await tx.platform.updateMany({ where: { id: platformId, removedAt: { not: null } }, ...restored })
  const category = await tx.category.updateMany({ where: { id: categoryId, removedAt: { not: null } }, ...restored })
  return { ...(category.count > 0 && { category: categoryId }), ...(platform.count > 0 && { platform: platformId }) }
}

/**
 * Puts a withdrawn service back into its old category. Where its price follows a provider's list, it
 * is that of the last list (docs/contract.md#delivery), else the old one.
 * @throws NOT_FOUND; CONFLICT the service isn't withdrawn
 */
export function restoreService(actor: StaffActor, { id }: { id: number }): Promise<void> {
  return prismaTransaction(async (tx) => {
    const service = await tx.service.findUnique({ where: { id }, select: { categoryId: true } })
    if (!service) throw new AppError('NOT_FOUND', messages.notFound)
    // Locked before the category, whose statements lock the version of the catalogue's cache, as an import does it, too.
    await lockRows(tx, 'services', [id])
    const after = await restoreCategory(tx, service.categoryId)
    const restored = await tx.service.updateMany({
      where: { id, withdrawnAt: { not: null } },
      data: { withdrawnAt: null },
    })
    if (restored.count === 0) throw serviceNotWithdrawn()
    await recordAuditByPrisma(tx, actor, { action: 'service.restore', subjectType: 'service', subjectId: id, after })
  })
}
