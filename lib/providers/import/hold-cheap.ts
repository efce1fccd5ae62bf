import type { Db } from '#lib/core/db.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { isCollapsed } from './diff-services.ts'
import type { LinkedService, ServiceEffect } from './effects-of-changes.ts'

/** True if an import would make a service cost less than a fifth, by its price or by its cost. */
function isTooCheap({ highestPrice }: LinkedService, { before, after }: ServiceEffect): boolean {
  if (after.unitPrice < before.unitPrice && isCollapsed(highestPrice, after.unitPrice)) return true
  return before.unitCost !== null && after.unitCost !== null && isCollapsed(before.unitCost, after.unitCost)
}

/** Ids of the services that an import without staff leaves at their former price and cost (`withHeld`). */
export function servicesToHold(linked: readonly LinkedService[], effects: readonly ServiceEffect[]): number[] {
  const effectById = new Map(effects.map((effect) => [effect.serviceId, effect]))
  return linked.flatMap((service) => {
    const effect = effectById.get(service.id)
    return effect && isTooCheap(service, effect) ? [service.id] : []
  })
}

/** The effects of an import that leaves these services as they are, but for their limits. */
export const withHeld = (effects: readonly ServiceEffect[], held: readonly number[]): ServiceEffect[] =>
  effects.map((effect) => {
    const { before, after } = effect
    return held.includes(effect.serviceId)
      ? { ...effect, after: { ...before, min: after.min, max: after.max } }
      : effect
  })

/** Number of services that the task names; of the others it says how many they are. */
const MAX_NAMED = 5

/** Files the task about the services that an import held, or ends it if there are none. */
export async function fileCheapTask(tx: Db, providerId: number, held: readonly number[]): Promise<void> {
  const subject = { refType: 'provider', refId: providerId } as const
  if (held.length === 0) return dropTasks(tx, { kinds: ['SERVICE_CHEAP'], ...subject })
  const products = await tx.rows('SELECT id, text FROM services WHERE id = ANY ($1::int[]) ORDER BY id', [
    held.slice(0, MAX_NAMED),
  ])
  await fileTask(tx, { kind: 'SERVICE_CHEAP', ...subject, detail: { count: held.length, products } })
}
