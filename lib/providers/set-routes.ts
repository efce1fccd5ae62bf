import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { routeTypeMismatch } from '#lib/catalog/errors.ts'
import { type Database, type Db, isForeignKeyViolation } from '#lib/core/db.ts'
import { changedMeanwhile } from '#lib/editable-lists/errors.ts'
import { unknownProvider, unknownProviderService } from './errors.ts'
import { fallbackRoutesOf } from './queries/list-providers.ts'
import type { ServiceRoutes, ServiceRoutesInput } from './schema.ts'

async function replaceRoutes(tx: Db, serviceId: number, { routes }: ServiceRoutes): Promise<void> {
  await tx.rows('DELETE FROM service_routes WHERE service_id = $1', [serviceId])
  try {
    await tx.rows(
      `INSERT INTO service_routes (service_id, position, provider_id, provider_service_id)
       SELECT $1, at, provider_id, provider_service_id
       FROM unnest($2::int[], $3::text[]) WITH ORDINALITY AS r (provider_id, provider_service_id, at)`,
      [serviceId, routes.map((route) => route.providerId), routes.map((route) => route.providerServiceId)],
    )
  } catch (error) {
    throw isForeignKeyViolation(error) ? unknownProvider() : error
  }
}

/**
 * Refuses a route to a provider service whose type, in its provider's list, differs from `type`: orders would be sent
 * with the parameters of another type. A provider service that was never in an imported list is accepted.
 */
async function refuseOtherTypes(tx: Db, type: string, { routes }: ServiceRoutes): Promise<void> {
  const routesOfOtherType = await tx.rows(
    `SELECT FROM unnest($1::int[], $2::text[]) AS r (provider_id, remote_id)
     JOIN provider_services v ON v.provider_id = r.provider_id AND v.remote_id = r.remote_id WHERE v.type <> $3`,
    [routes.map((route) => route.providerId), routes.map((route) => route.providerServiceId), type],
  )
  if (routesOfOtherType.length > 0) throw routeTypeMismatch()
}

/** True if both are the same routes in the same sequence. */
const areEqual = (routes: ServiceRoutes['routes'], others: ServiceRoutes['routes']): boolean =>
  routes.length === others.length &&
  routes.every(({ providerId, providerServiceId }, at) => {
    const other = others[at]
    return other?.providerId === providerId && other.providerServiceId === providerServiceId
  })

/**
 * Replaces the fallback routes of a service, in the sequence given.
 * @throws NOT_FOUND the service or a provider doesn't exist, or the service is withdrawn; CONFLICT a route leads to a
 * provider service of another type, or a colleague has changed the routes that are in `seen`
 */
export function setRoutes(
  db: Database,
  actor: StaffActor,
  { serviceId, routes, seen }: ServiceRoutesInput & { serviceId: number },
): Promise<ServiceRoutes> {
  return db.transaction(async (tx) => {
    const [service] = await tx.rows<{ type: string }>(
      'SELECT type FROM services WHERE id = $1 AND withdrawn_at IS NULL FOR UPDATE',
      [serviceId],
    )
    if (!service) throw unknownProviderService()
    const before = { routes: await fallbackRoutesOf(tx, serviceId) }
    if (seen && !areEqual(seen.routes, before.routes)) throw changedMeanwhile()
    await refuseOtherTypes(tx, service.type, { routes })
    await replaceRoutes(tx, serviceId, { routes })
    await recordAudit(tx, actor, {
      action: 'service.routes',
      subjectType: 'service',
      subjectId: serviceId,
      before,
      after: { routes },
    })
    return { routes: await fallbackRoutesOf(tx, serviceId) }
  })
}
