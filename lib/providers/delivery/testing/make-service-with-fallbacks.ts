import { db } from '#lib/core/db.ts'
import type { FakeProvider } from '../../testing/fake-provider.ts'
import { makeDeliveredService, makeProvider } from '../../testing/providers.ts'
import { listServiceAtPrice } from './list-service-at-price.ts'

/**
 * Creates a service that is sold at 2 won per unit. A unit costs 1 won at its first provider (the server `first`). Each
 * of `costs`, in won per unit, adds a fallback provider (all on the server `others`) that lists the service at this
 * cost.
 */
export async function makeServiceWithFallbacks(first: FakeProvider, others: FakeProvider, costs: readonly number[]) {
  const providers = [await makeProvider(first)]
  for (const _ of costs) providers.push(await makeProvider(others))
  const serviceId = await makeDeliveredService(providers, db(), { price: 2 })
  await db().rows('UPDATE services SET unit_cost = 100000 WHERE id = $1', [serviceId])
  for (const [at, cost] of costs.entries())
    await listServiceAtPrice(providers[at + 1] ?? 0, String(at + 2), cost * 1_000)
  return { serviceId, providers }
}
