import type { PrismaTx } from '#lib/core/prisma.ts'
import { routeTypeMismatch } from './errors.ts'
import type { ServiceInput } from './schema.ts'

type FirstRoute = Pick<ServiceInput, 'providerId' | 'providerServiceId' | 'type'>

const isSameRoute = (a: FirstRoute, b: FirstRoute): boolean =>
  a.providerId === b.providerId && a.providerServiceId === b.providerServiceId && a.type === b.type

/**
 * Refuses to save a service whose first route leads to a provider's service of another type, because no order would be
 * sent over such a route (docs/contract.md#delivery). An unchanged route isn't checked, so that staff can edit a
 * service after the provider has changed the type. A provider's service that isn't in the stored list is accepted.
 */
export async function refuseRouteOfOtherType(
  tx: PrismaTx,
  before: FirstRoute | null,
  after: FirstRoute,
): Promise<void> {
  const { providerId, providerServiceId: remoteId, type } = after
  if (providerId === null || remoteId === null || (before && isSameRoute(before, after))) return
  const where = { providerId_remoteId: { providerId, remoteId } }
  const listed = await tx.providerService.findUnique({ where, select: { type: true } })
  if (listed && listed.type !== type) throw routeTypeMismatch()
}
