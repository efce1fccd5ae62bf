import type { Db } from '#lib/core/db.ts'
import type { KnownService } from './diff-services.ts'
import type { LinkedService } from './effects-of-changes.ts'
import type { ExchangeRate } from './price.ts'
import type { ListedService } from './read-row.ts'

export type PriceList = { exchangeRate: ExchangeRate; margin: number; autoSync: boolean; syncedAt: Date | null }

/** How a provider's prices become the shop's; null when there is no such provider. */
export async function priceListOf(db: Db, providerId: number): Promise<PriceList | null> {
  const [row] = await db.rows<PriceList>(
    `SELECT coalesce(l.exchange_rate, 100000) AS exchange_rate, coalesce(l.margin, 2000) AS margin,
       coalesce(l.auto_sync, false) AS auto_sync, l.synced_at
     FROM providers p LEFT JOIN provider_price_lists l ON l.provider_id = p.id WHERE p.id = $1`,
    [providerId],
  )
  return row ?? null
}

export const listedColumns = 'remote_id, name, category, rate, min, max, refill, cancel, dripfeed'

/** Services of the last import, by id. */
export const knownServices = (db: Db, providerId: number): Promise<KnownService[]> =>
  db.rows(`SELECT ${listedColumns}, gone FROM provider_services WHERE provider_id = $1 ORDER BY remote_id`, [
    providerId,
  ])

/** The shop's services that this provider is the first to fulfil. One without a rule is frozen. */
export const linkedServices = (db: Db, providerId: number): Promise<LinkedService[]> =>
  db.rows(
    `SELECT s.id, s.provider_service_id AS remote_id, coalesce(y.rule, 'FREEZE') AS rule,
       coalesce(y.margin, 0) AS margin, s.unit_price, s.unit_cost, s.min, s.max, s.is_read_only,
       coalesce(y.off_by_sync, false) AS off_by_sync
     FROM services s LEFT JOIN service_syncs y ON y.service_id = s.id
     WHERE s.provider_id = $1 AND s.provider_service_id IS NOT NULL AND s.withdrawn_at IS NULL
     ORDER BY s.id FOR UPDATE OF s`,
    [providerId],
  )

export type StoredService = Omit<ListedService, 'rate'> & { rate: string }

/** A list in a form that JSON can hold: without BigInt. */
export const toStored = (services: readonly ListedService[]): StoredService[] =>
  services.map((service) => ({ ...service, rate: String(service.rate) }))

export const fromStored = (services: readonly StoredService[]): ListedService[] =>
  services.map((service) => ({ ...service, rate: BigInt(service.rate) }))
