import { catalog } from '#lib/catalog/queries.ts'
import { cached } from '#lib/core/cache.ts'
import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type Snapshot, takeSnapshot } from '#lib/core/snapshot.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import type { ResellerService } from './schema.ts'

async function load(db: Db): Promise<ResellerService[]> {
  const { services } = await catalog(db)
  return services.map(({ id, min, max, text, unitPrice }) => ({
    id,
    min,
    max,
    text,
    point: unitPriceToNumber(unitPrice),
  }))
}

/** GET /services, written and compressed once a version of the catalogue. */
export const resellerSnapshot = (db: Db): Promise<Snapshot> =>
  cached('catalog', 'reseller', async () => takeSnapshot(await load(db)))

/** What the paths of the public API are appended to. */
export const apiAddress = (): string => env().PUBLIC_URL.replace(/\/+$/, '')
