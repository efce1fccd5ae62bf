import { catalog } from '#lib/catalog/queries.ts'
import { cached } from '#lib/core/cache.ts'
import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type Snapshot, takeSnapshot } from '#lib/core/snapshot.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import type { ResellerService } from './schema.ts'

async function loadServices(db: Db): Promise<ResellerService[]> {
  const { services } = await catalog(db)
  return services.map(({ id, min, max, text, unitPrice, isReadOnly, type }) => ({
    id,
    min,
    max,
    text,
    point: unitPriceToNumber(unitPrice),
    isReadOnly,
    ...(type !== 'Default' && { type }),
  }))
}

/** Response of GET /services, serialized and compressed once for each version of the catalogue. */
export const resellerSnapshot = (db: Db): Promise<Snapshot> =>
  cached('catalog', 'reseller', async () => takeSnapshot(await loadServices(db)))

/** Base URL of the public API, without a trailing slash. */
export const apiAddress = (): string => env().PUBLIC_URL.replace(/\/+$/, '')
