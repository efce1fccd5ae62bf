import type { Db } from '#lib/core/db.ts'
import type { KnownService } from './diff-services.ts'
import type { LinkedService } from './effects-of-changes.ts'
import type { ExchangeRate } from './price.ts'
import type { ListedService } from './read-row.ts'

/**
 * How the shop's prices are computed from a provider's prices. `margin` is the default mark-up in hundredths of a
 * percent. Until staff set `exchangeRate`, it is 1 won for a provider whose currency is won, else null.
 */
export type StoredPricing = {
  exchangeRate: ExchangeRate | null
  margin: number
  autoSync: boolean
  syncedAt: Date | null
}

/**
 * SQL for a provider's exchange rate (`ExchangeRate`), given the table aliases of providers (`provider`) and
 * provider_price_lists (`priceList`); null if the rate isn't known.
 */
export const exchangeRateSqlOf = (provider: string, priceList: string): string =>
  `coalesce(${priceList}.exchange_rate, CASE WHEN ${provider}.currency = 'KRW' THEN 100000 END)::bigint`

/** SQL for the exchange rate (`ExchangeRate`) of provider `p`, whose row of provider_price_lists is `l`, or null. */
export const exchangeRateSql = exchangeRateSqlOf('p', 'l')

/** A provider's exchange rate, default mark-up and sync state; null if there is no such provider. */
export async function storedPricingOf(db: Db, providerId: number): Promise<StoredPricing | null> {
  const [row] = await db.rows<StoredPricing>(
    `SELECT ${exchangeRateSql} AS exchange_rate, coalesce(l.margin, 2000) AS margin,
       coalesce(l.auto_sync, false) AS auto_sync, l.synced_at
     FROM providers p LEFT JOIN provider_price_lists l ON l.provider_id = p.id WHERE p.id = $1`,
    [providerId],
  )
  return row ?? null
}

/**
 * Locks a provider until the end of the transaction, so that no import changes its stored list meanwhile: a service put
 * on sale by that list would miss the change.
 */
export async function lockListOf(tx: Db, providerId: number): Promise<void> {
  await tx.rows('SELECT FROM providers WHERE id = $1 FOR SHARE', [providerId])
}

/** Columns of provider_services that make a `ListedService`. */
export const listedServiceColumns = 'remote_id, name, type, category, rate, min, max, refill, cancel, dripfeed'

/** A provider's services as of the last import, sorted by their ids at the provider. */
export const servicesOfLastImport = (db: Db, providerId: number): Promise<KnownService[]> =>
  db.rows(`SELECT ${listedServiceColumns}, gone FROM provider_services WHERE provider_id = $1 ORDER BY remote_id`, [
    providerId,
  ])

/** Maximum number of changes of one service's price that syncs can make in 7 days: one an hour. */
const MAX_RECENT_CHANGES = 168

// SQL for the price of service `s` 7 days ago, or after the last change by staff if that is newer. Null if no sync
// without staff has changed the price since then.
const formerPriceSql = `(
  SELECT price_from FROM (
    SELECT id, price_from, created_at, bool_or(actor_id IS NOT NULL) OVER (ORDER BY id DESC) AS before_staff
    FROM (SELECT id, price_from, created_at, actor_id FROM price_changes c WHERE c.service_id = s.id ORDER BY c.id DESC LIMIT ${MAX_RECENT_CHANGES}) AS latest
  ) AS recent WHERE NOT before_staff AND created_at > now() - interval '7 days' ORDER BY id LIMIT 1)`

/**
 * The shop's services whose first route is this provider; locks them. A service without a sync rule counts as FREEZE.
 * Withdrawn services are included, so that a restored one has the price of the provider's last list.
 */
export const lockLinkedServices = (db: Db, providerId: number): Promise<LinkedService[]> =>
  db.rows(
    `SELECT s.id, s.provider_service_id AS remote_id, s.type, coalesce(y.rule, 'FREEZE') AS rule,
       coalesce(y.margin, 0) AS margin, coalesce(y.step, 1) AS step, s.unit_price, s.unit_cost,
       coalesce(${formerPriceSql}, s.unit_price) AS former_price, s.min, s.max, s.is_read_only,
       coalesce(y.off_by_sync, false) AS off_by_sync, s.withdrawn_at IS NOT NULL AS is_withdrawn
     FROM services s LEFT JOIN service_syncs y ON y.service_id = s.id
     WHERE s.provider_id = $1 AND s.provider_service_id IS NOT NULL
     ORDER BY s.id FOR UPDATE OF s`,
    [providerId],
  )

/** A provider service as JSON can store it: its rate is text, because JSON has no BigInt. */
export type StoredService = Omit<ListedService, 'rate'> & { rate: string }

/** Converts services to values that JSON can store. */
export const toStoredServices = (services: readonly ListedService[]): StoredService[] =>
  services.map((service) => ({ ...service, rate: String(service.rate) }))

/** Converts values that `toStoredServices` made back to services. */
export const fromStoredServices = (services: readonly StoredService[]): ListedService[] =>
  services.map((service) => ({ ...service, rate: BigInt(service.rate) }))
