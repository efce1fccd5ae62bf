import { catalog, type DatedCatalog, type Service } from '#lib/catalog/queries.ts'
import { cached } from '#lib/core/cache.ts'
import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type Snapshot, takeSnapshot } from '#lib/core/snapshot.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import type { ResellerChanges, ResellerService } from './schema.ts'

const toRow = ({ id, min, max, text, unitPrice, isReadOnly, type }: Service): ResellerService => ({
  id,
  min,
  max,
  text,
  point: unitPriceToNumber(unitPrice),
  isReadOnly,
  ...(type !== 'Default' && { type }),
})

/** Response of GET /services, serialized and compressed once for each version of the catalogue. */
export const resellerSnapshot = (db: Db): Promise<Snapshot> =>
  cached('catalog', 'reseller', async () => takeSnapshot((await catalog(db)).services.map(toRow)))

/** Maximum number of answers about changes to store for each version of the catalogue. */
const MAX_STORED_CHANGES = 20

/**
 * Answers about changes, for each version of the catalogue by the number of changed services: all moments between the
 * same two changes have one answer.
 */
const storedChanges = new WeakMap<DatedCatalog, Map<number, Promise<Snapshot>>>()

function changesOf({ changes, byId, cursor }: DatedCatalog, count: number): ResellerChanges {
  const ids = changes.slice(0, count).map(({ id }) => id)
  return {
    cursor,
    changed: ids.flatMap((id) => byId.get(id) ?? []).map(toRow),
    gone: ids.filter((id) => !byId.has(id)),
  }
}

/**
 * Response of GET /services?since: the services that changed after `since`, which is compared as a text with the times
 * of the changes (docs/contract.md#public-api).
 */
export async function resellerChangesSnapshot(db: Db, since: string): Promise<Snapshot> {
  const loaded = await catalog(db)
  const at = loaded.changes.findIndex((change) => change.at <= since)
  const count = at < 0 ? loaded.changes.length : at
  const stored = storedChanges.get(loaded) ?? new Map<number, Promise<Snapshot>>()
  storedChanges.set(loaded, stored)
  const known = stored.get(count)
  if (known) return known
  const taken = takeSnapshot(changesOf(loaded, count))
  if (stored.size < MAX_STORED_CHANGES) stored.set(count, taken)
  return taken
}

/** Base URL of the public API, without a trailing slash. */
export const apiAddress = (): string => env().PUBLIC_URL.replace(/\/+$/, '')
