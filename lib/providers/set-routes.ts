import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, type Db, violatesForeignKey } from '#lib/core/db.ts'
import { unknownProvider, unknownProviderService } from './errors.ts'
import { routesOf } from './queries/list-providers.ts'
import type { ServiceRoutes } from './schema.ts'

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
    throw violatesForeignKey(error) ? unknownProvider() : error
  }
}

/**
 * Replaces the fallback routes of a service, in the sequence given.
 * @throws NOT_FOUND the service or a provider doesn't exist
 */
export function setRoutes(
  db: Database,
  actor: StaffActor,
  { serviceId, routes }: ServiceRoutes & { serviceId: number },
): Promise<ServiceRoutes> {
  return db.transaction(async (tx) => {
    const found = await tx.rows('SELECT FROM services WHERE id = $1 AND withdrawn_at IS NULL FOR UPDATE', [serviceId])
    if (found.length === 0) throw unknownProviderService()
    const before = { routes: await routesOf(tx, serviceId) }
    await replaceRoutes(tx, serviceId, { routes })
    await recordAudit(tx, actor, {
      action: 'service.routes',
      subjectType: 'service',
      subjectId: serviceId,
      before,
      after: { routes },
    })
    return { routes: await routesOf(tx, serviceId) }
  })
}
