import type { Db } from '#lib/core/db.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { isPriceCollapsed } from './diff-services.ts'
import type { LinkedService, ServiceEffect } from './effects-of-changes.ts'

/**
 * True if an import would make a service far too cheap: its price would fall below a fifth of `formerPrice`. If the
 * price doesn't follow the list, also true if the cost would fall below a fifth of the present cost. The price is
 * compared with `formerPrice`, not with the present price, so that a provider can take back a rise of the last 7 days.
 */
function isTooCheap({ formerPrice }: LinkedService, { rule, before, after }: ServiceEffect): boolean {
  if (after.unitPrice < before.unitPrice && isPriceCollapsed(formerPrice, after.unitPrice)) return true
  if (rule === 'FOLLOW') return false
  return before.unitCost !== null && after.unitCost !== null && isPriceCollapsed(before.unitCost, after.unitCost)
}

/**
 * Ids of the services that an import would make far too cheap. An import without staff leaves their price and cost as
 * they are (`holdPrices`).
 */
export function idsOfTooCheapServices(linked: readonly LinkedService[], effects: readonly ServiceEffect[]): number[] {
  const effectById = new Map(effects.map((effect) => [effect.serviceId, effect]))
  return linked.flatMap((service) => {
    const effect = effectById.get(service.id)
    return effect && isTooCheap(service, effect) ? [service.id] : []
  })
}

/**
 * Returns the effects of an import in which the services `held` change only their quantity limits: their price, cost
 * and sale state stay.
 */
export const holdPrices = (effects: readonly ServiceEffect[], held: readonly number[]): ServiceEffect[] =>
  effects.map((effect) => {
    const { before, after } = effect
    return held.includes(effect.serviceId)
      ? { ...effect, after: { ...before, min: after.min, max: after.max } }
      : effect
  })

/** Maximum number of services that the task names. The task also states the number of all services that were held. */
const MAX_SERVICES_NAMED = 5

/**
 * For this long after staff closed the task about a provider's cheap services, no new one is filed about the same
 * provider.
 */
const REFILE_AFTER = "interval '3 days'"

const closedByStaffQuery = `SELECT FROM tasks WHERE kind = 'SERVICE_CHEAP' AND ref_type = 'provider' AND ref_id = $1
  AND resolved_by IS NOT NULL AND resolved_at > now() - ${REFILE_AFTER} LIMIT 1`

/**
 * Files the task about services whose price an import left as it was (`held`), unless staff closed a task about the
 * same provider's cheap services within the last 3 days (REFILE_AFTER). If `held` contains only withdrawn services, or
 * none, drops the open task.
 */
export async function fileTaskAboutCheapServices(tx: Db, providerId: number, held: readonly number[]): Promise<void> {
  const subject = { refType: 'provider', refId: providerId } as const
  const heldServices = await tx.rows(
    'SELECT id, text FROM services WHERE id = ANY ($1::int[]) AND withdrawn_at IS NULL ORDER BY id',
    [held],
  )
  if (heldServices.length === 0) return dropTasks(tx, { kinds: ['SERVICE_CHEAP'], ...subject })
  if ((await tx.rows(closedByStaffQuery, [providerId])).length > 0) return
  const products = heldServices.slice(0, MAX_SERVICES_NAMED)
  await fileTask(tx, { kind: 'SERVICE_CHEAP', ...subject, detail: { count: heldServices.length, products } })
}
