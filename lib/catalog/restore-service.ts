import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAuditByPrisma } from '#lib/audit/record-audit.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { prismaTransaction } from '#lib/core/prisma.ts'
import { notWithdrawn } from './errors.ts'

/**
 * Puts a withdrawn service on sale again at its old price.
 * @throws NOT_FOUND; CONFLICT it isn't withdrawn
 */
export function restoreService(actor: StaffActor, { id }: { id: number }): Promise<void> {
  return prismaTransaction(async (tx) => {
    const restored = await tx.service.updateMany({
      where: { id, withdrawnAt: { not: null } },
      data: { withdrawnAt: null },
    })
    if (restored.count === 0) {
      const found = await tx.service.count({ where: { id } })
      throw found > 0 ? notWithdrawn() : new AppError('NOT_FOUND', messages.notFound)
    }
    await recordAuditByPrisma(tx, actor, { action: 'service.restore', subjectType: 'service', subjectId: id })
  })
}
