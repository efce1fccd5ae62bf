import sql, { raw } from 'sql-template-tag'
import { cacheResult } from '#lib/core/cache.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type Snapshot, takeSnapshot } from '#lib/core/snapshot.ts'
import { type UnitPrice, unitPriceToNumber } from '#lib/money/prices.ts'
import { settings } from '#lib/settings/queries.ts'
import { detectDeviceKind, displayName } from './rules.ts'
import type { ServiceRow } from './schema.ts'
import type { ServiceTypeName } from './service-types.ts'

/** A platform; `text` is its name. */
export type Platform = { id: number; text: string; backgroundColor: string }
/** A category; `text` is its name. */
export type Category = { id: number; platformId: number; text: string }
export type Service = {
  id: number
  categoryId: number
  platformId: number
  /** Name of the service. */
  text: string
  type: ServiceTypeName
  unitPrice: UnitPrice
  /**
   * Lowest unit price to which a price rule without `belowCost` may lead: the cost of one unit. If the cost isn't
   * known, it is the list price for a service that a provider fulfils, and 0 for a service that staff fulfil.
   */
  priceFloor: UnitPrice
  min: number
  max: number
  /** Description of the service. */
  notice: string
  /** True if the service is shown but can't be ordered. */
  isReadOnly: boolean
  /** True if the service can be ordered as an auto order. */
  enableAuto: boolean
  /** Days after completion within which a refill can be requested; 0 if there are no refills. */
  refillDays: number
  /** True if members may ask to cancel an order that was already sent to the provider. */
  canCancel: boolean
  /** True if a member may have only one open order at a time on a link, among all services of the category. */
  oneOrderPerLink: boolean
  /** Incremented by every change of the service; an order is placed only if it was priced at the current revision. */
  revision: number
}

/**
 * The catalogue shown in the shop. Removed categories, withdrawn services, and everything on hidden platforms are left
 * out.
 */
export type Catalog = {
  platforms: Platform[]
  categories: Category[]
  services: Service[]
  byId: ReadonlyMap<number, Service>
}

/** The catalogue with the time of each service's last change. */
export type CatalogWithChanges = Catalog & {
  /**
   * For each service, also hidden and withdrawn ones, when a field that GET /services shows last changed; newest first.
   */
  changes: readonly ServiceChange[]
  /** The catalogue contains all changes up to this time (ISO 8601 with microseconds). */
  cursor: string
}

/** `at` is the time of the change in ISO 8601 with microseconds, so that times can be compared as texts. */
export type ServiceChange = { id: number; at: string }

const platformsSql = 'SELECT id, text, background_color FROM platforms WHERE visible ORDER BY position, id'

const categoriesSql = `
  SELECT c.id, c.platform_id, c.text FROM categories c JOIN platforms p ON p.id = c.platform_id
  WHERE p.visible AND c.removed_at IS NULL ORDER BY p.position, p.id, c.position, c.id`

const servicesSql = `
  SELECT s.id, s.category_id, c.platform_id, s.text, s.type, s.unit_price,
    coalesce(nullif(s.unit_cost, 0), CASE WHEN s.provider_id IS NULL THEN 0 ELSE s.unit_price END) AS price_floor, s.min, s.max, s.notice,
    s.is_read_only, s.enable_auto, s.refill_days, s.can_cancel, s.one_order_per_link, s.revision
  FROM services s JOIN categories c ON c.id = s.category_id JOIN platforms p ON p.id = c.platform_id
  WHERE p.visible AND s.withdrawn_at IS NULL`

/** SQL for a time as ISO 8601 text with microseconds. */
const isoSql = (timeSql: string) => `to_char(${timeSql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const cursorSql = `SELECT ${isoSql('changed_at')} AS cursor FROM cache_versions WHERE name = 'catalog'`

const changesSql = `SELECT service_id AS id, ${isoSql('changed_at')} AS at FROM service_changes ORDER BY changed_at DESC, service_id`

// Reads the cursor before the rows. If a change commits in between, a later request with this cursor reports it again.
// With the opposite sequence the change would be missed.
async function loadCatalog(db: Db): Promise<CatalogWithChanges> {
  const { cursor } = await oneRow<{ cursor: string }>(db, cursorSql)
  const [platforms, categories, services, changes] = await Promise.all([
    db.rows<Platform>(platformsSql),
    db.rows<Category>(categoriesSql),
    db.rows<Service>(`${servicesSql} ORDER BY p.position, p.id, c.position, c.id, s.position, s.id`),
    db.rows<ServiceChange>(changesSql),
  ])
  const byId = new Map(services.map((service) => [service.id, service]))
  return { platforms, categories, services, byId, changes, cursor }
}

/**
 * The catalogue, cached for an hour like the settings (docs/contract.md#settings); any change to it invalidates the
 * cache.
 */
export const catalog = (db: Db): Promise<CatalogWithChanges> => cacheResult('catalog', 'all', () => loadCatalog(db))

/**
 * The service of the catalogue with this id; null if the catalogue doesn't have it. `fresh` reads the database instead
 * of the cache.
 */
export async function serviceById(db: Db, id: number, { fresh = false } = {}): Promise<Service | null> {
  if (!fresh) return (await catalog(db)).byId.get(id) ?? null
  const [service] = await db.rows<Service>(sql`${raw(servicesSql)} AND s.id = ${id}`)
  return service ?? null
}

/**
 * Map in which these services are found by id, if the catalogue has them. From the cache it is the whole catalogue, so
 * look ids up and don't count it. `fresh` reads the database instead.
 */
export async function servicesById(
  db: Db,
  ids: readonly number[],
  { fresh = false } = {},
): Promise<ReadonlyMap<number, Service>> {
  if (!fresh) return (await catalog(db)).byId
  const services = await db.rows<Service>(sql`${raw(servicesSql)} AND s.id = ANY (${ids}::int[])`)
  return new Map(services.map((service) => [service.id, service]))
}

const toServiceRow = ({
  id,
  text,
  unitPrice,
  min,
  max,
  notice,
  categoryId,
  isReadOnly,
  enableAuto,
  type,
}: Service): ServiceRow => {
  const row = { id, text, point: unitPriceToNumber(unitPrice), min, max, notice, categoryId, isReadOnly, enableAuto }
  return type === 'Default' ? row : { ...row, type }
}

/** Response of GET /service/services, serialized and compressed once per version of the catalogue. */
export const publicServiceListSnapshot = (db: Db): Promise<Snapshot> =>
  cacheResult('catalog', 'services', async () => takeSnapshot((await catalog(db)).services.map(toServiceRow)))

type NamedService = { id: number; text: string; platformId: number }

/** Names and platform ids of services by id, withdrawn and hidden ones included, for histories of orders. */
export async function namesOfServices(db: Db, ids: readonly number[]) {
  const rows = await db.rows<NamedService>(
    'SELECT s.id, s.text, c.platform_id FROM services s JOIN categories c ON c.id = s.category_id WHERE s.id = ANY($1::int[])',
    [[...new Set(ids)]],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Adds three fields to each row of a history of orders. `product`: the present name of its service, as displayed on the
 * device of `userAgent`. `platformId`: id of the service's platform. `orderable`: true if the service can be ordered
 * now.
 */
export async function addServiceNames<Row extends { serviceId: number }>(
  db: Db,
  rows: readonly Row[],
  userAgent: string,
) {
  const [site, { byId }] = await Promise.all([settings(db), catalog(db)])
  const unlisted = rows.map(({ serviceId }) => serviceId).filter((id) => !byId.has(id))
  const others = unlisted.length > 0 ? await namesOfServices(db, unlisted) : new Map<number, NamedService>()
  const display = { showId: site.ENABLE_VISIBLE_SERVICE_ID, device: detectDeviceKind(userAgent) }
  return rows.map((row) => {
    const listed = byId.get(row.serviceId)
    const service = listed ?? others.get(row.serviceId)
    const orderable = !site.ENABLE_SERVICE_CHECK && listed?.isReadOnly === false
    return { ...row, product: service ? displayName(service, display) : '', platformId: service?.platformId, orderable }
  })
}
