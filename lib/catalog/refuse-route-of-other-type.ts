import type { PrismaTx } from '#lib/core/prisma.ts'
import { routeTypeMismatch } from './errors.ts'
import type { ServiceInput } from './schema.ts'

type FirstRoute = Pick<ServiceInput, 'providerId' | 'providerServiceId' | 'type'>

const isSameRoute = (a: FirstRoute, b: FirstRoute): boolean =>
  a.providerId === b.providerId && a.providerServiceId === b.providerServiceId && a.type === b.type

/**
 * Refuses a first route to a provider's service that the provider's list has with another type: no order would be sent
 * over it (docs/contract.md#delivery). A route that stays as it was isn't checked, because staff must be able to change
 * the rest of a service whose type the provider has changed. A provider's service that no list has is accepted.
 * @throws CONFLICT
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
