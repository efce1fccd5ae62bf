import { type Snapshot, takeSnapshot } from '#lib/core/snapshot.ts'
import type { PricedCatalog } from '#lib/prices/queries.ts'

/**
 * Maximum number of lists stored for one version of the catalogue, enough for all usual price groups. If members with
 * individual prices need more lists, the oldest ones are dropped.
 */
const MAX_STORED_LISTS = 60

const snapshotsOf = new WeakMap<PricedCatalog, Map<string, Promise<Snapshot>>>()

/**
 * Returns a list of services, serialized and compressed. This is done only once for each version of the catalogue
 * (`priced`) and each `name`, which identifies the list and the price terms.
 */
export function storedListSnapshot(priced: PricedCatalog, name: string, listOf: () => unknown): Promise<Snapshot> {
  const stored = snapshotsOf.get(priced) ?? new Map<string, Promise<Snapshot>>()
  snapshotsOf.set(priced, stored)
  const existing = stored.get(name)
  if (existing) return existing
  const oldest = stored.keys().next()
  if (stored.size >= MAX_STORED_LISTS && !oldest.done) stored.delete(oldest.value)
  const snapshot = takeSnapshot(listOf())
  stored.set(name, snapshot)
  return snapshot
}
