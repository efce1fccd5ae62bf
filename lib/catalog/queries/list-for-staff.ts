import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import {
  afterCursor,
  byColumn,
  keysetPage,
  type ListKeys,
  listOrderOf,
  orderBy,
  type WithAnySort,
} from '#lib/core/keyset.ts'
import { type UnitPrice, unitPriceToNumber } from '#lib/money/prices.ts'
import type { SaleState } from '../labels.ts'
import type { AdminServiceRow, adminServiceQuery, CategoryRow, PlatformRow, ServiceFilter } from '../schema.ts'

type StoredService = Omit<AdminServiceRow, 'point' | 'cost'> & { unitPrice: UnitPrice; unitCost: UnitPrice | null }

/** SQL expression for the sale state of service `s` of platform `p`. */
export const saleStateSql = `CASE WHEN s.withdrawn_at IS NOT NULL THEN 'WITHDRAWN' WHEN NOT p.visible THEN 'HIDDEN'
  WHEN s.is_read_only THEN 'READ_ONLY' ELSE 'SALE' END`

const serviceColumns =
  raw(`s.id, s.category_id, s.text, s.type, s.unit_price, s.min, s.max, s.notice, s.is_read_only, s.enable_auto,
  s.refill_days, s.can_cancel, s.one_order_per_link,
  s.position, s.provider_id, s.provider_service_id, s.unit_cost, ${saleStateSql} AS sale_state, p.id AS platform_id,
  p.text AS platform_text, c.text AS category_text, v.name AS provider_name, y.rule AS sync_rule`)

/** FROM clause for services `s` with their category `c`, platform `p`, provider `v` and sync rule `y`. */
export const serviceTables =
  raw(`services s JOIN categories c ON c.id = s.category_id JOIN platforms p ON p.id = c.platform_id
  LEFT JOIN providers v ON v.id = s.provider_id LEFT JOIN service_syncs y ON y.service_id = s.id`)

/**
 * Reads a search text. A number is the id of a service, or of the provider's service that fulfils it (`number`). Any
 * other text becomes a LIKE pattern for names (`part`). The element that isn't used is null.
 */
function readSearchTerms(q: string): [part: string | null, number: string | null] {
  const text = q.trim()
  if (/^\d+$/.test(text)) return [null, text]
  return [text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`, null]
}

/**
 * SQL condition on `serviceTables` for a filter of the service list. A withdrawn service matches only if the filter has
 * the sale state WITHDRAWN, or if it has no sale state and `q` is the service's id.
 */
export function serviceFilterCondition({ q, saleState: sale, platform, category, provider }: ServiceFilter): Sql {
  const [part, number] = readSearchTerms(q)
  return sql`(${part}::text IS NULL OR s.text ILIKE ${part} OR c.text ILIKE ${part})
    AND (${number}::text IS NULL OR s.id::text = ${number} OR s.provider_service_id = ${number})
    AND CASE WHEN ${sale}::text IS NULL THEN s.withdrawn_at IS NULL OR s.id::text = ${number} ELSE ${raw(saleStateSql)} = ${sale} END
    AND (${platform}::int IS NULL OR p.id = ${platform}) AND (${category}::int IS NULL OR c.id = ${category})
    AND (${provider}::int IS NULL OR coalesce(s.provider_id, 0) = ${provider})`
}

/** SQL for the columns by which the shop sorts services. */
const shopSortColumns = 'p.position, p.id, c.position, c.id, s.position, s.id'

const shopSequence = raw(shopSortColumns)

/** SQL condition that service `s` comes after the service with the id `cursor` in the shop's sequence. */
const afterInShop = (
  cursor: number | undefined,
) => sql`(${cursor}::int IS NULL OR (${shopSequence}) > (SELECT ${shopSequence} FROM services s
    JOIN categories c ON c.id = s.category_id JOIN platforms p ON p.id = c.platform_id WHERE s.id = ${cursor}))`

const serviceKeys: ListKeys<'id' | 'point'> = {
  table: 'services',
  time: byColumn('id'),
  sorts: { id: byColumn('id'), point: byColumn('unit_price') },
}

/**
 * Returns SQL for the ORDER BY of the service list, and the SQL condition that a row comes after the cursor of a page.
 */
function pageOrder(sort: string, cursor: number | undefined): [order: Sql, after: Sql] {
  if (sort === 'SHOP') return [shopSequence, afterInShop(cursor)]
  const order = listOrderOf(serviceKeys, { sort })
  return [orderBy(order, 's'), afterCursor(order, cursor, 's')]
}

function toAdminRow({ unitPrice, unitCost, ...row }: StoredService): AdminServiceRow {
  return { ...row, point: unitPriceToNumber(unitPrice), cost: unitCost === null ? null : unitPriceToNumber(unitCost) }
}

/** Services for staff that match a filter, one keyset page, sorted by `sort`. */
export async function servicesForStaff(
  db: Db,
  { sort = 'NEW', size, cursor, ...wanted }: WithAnySort<z.output<typeof adminServiceQuery>>,
) {
  const filter = serviceFilterCondition(wanted)
  const [order, after] = pageOrder(sort, cursor)
  const [rows, { count }] = await Promise.all([
    db.rows<StoredService>(
      sql`SELECT ${serviceColumns} FROM ${serviceTables} WHERE ${filter} AND ${after}
        ORDER BY ${order} LIMIT ${size + 1}`,
    ),
    oneRow<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM ${serviceTables} WHERE ${filter}`),
  ])
  return keysetPage(rows, { size, total: count }, toAdminRow)
}

/** Number of services in each sale state; states without services are left out. */
export async function saleStateCounts(db: Db): Promise<Partial<Record<SaleState, number>>> {
  const rows = await db.rows<{ saleState: SaleState; count: number }>(
    `SELECT ${saleStateSql} AS sale_state, count(*)::int AS count FROM services s JOIN categories c ON c.id = s.category_id
     JOIN platforms p ON p.id = c.platform_id GROUP BY 1`,
  )
  return Object.fromEntries(rows.map((row) => [row.saleState, row.count]))
}

/** `categories`: number of the platform's categories that aren't removed. */
export type StaffPlatform = PlatformRow & { categories: number }

/** `services`: number of the category's services that aren't withdrawn. */
export type StaffCategory = CategoryRow & { platformText: string; services: number }

/**
 * All platforms that aren't removed, hidden ones too, in the shop's sequence. `categories` is the number of a
 * platform's categories that aren't removed.
 */
export const platformsForStaff = (db: Db): Promise<StaffPlatform[]> =>
  db.rows(`SELECT p.id, p.text, p.visible, p.background_color, p.position,
      (SELECT count(*)::int FROM categories c WHERE c.platform_id = p.id AND c.removed_at IS NULL) AS categories
    FROM platforms p WHERE p.removed_at IS NULL ORDER BY p.position, p.id`)

/**
 * All categories that aren't removed, in the shop's sequence. `services` is the number of a category's services that
 * aren't withdrawn.
 */
export const categoriesForStaff = (db: Db): Promise<StaffCategory[]> =>
  db.rows(`SELECT c.id, c.platform_id AS platform, c.text, c.position, p.text AS platform_text,
      (SELECT count(*)::int FROM services s WHERE s.category_id = c.id AND s.withdrawn_at IS NULL) AS services
    FROM categories c JOIN platforms p ON p.id = c.platform_id WHERE c.removed_at IS NULL
    ORDER BY p.position, p.id, c.position, c.id`)

/** Ids and names of all providers, sorted by name. */
export const providerNames = (db: Db): Promise<{ id: number; name: string }[]> =>
  db.rows('SELECT id, name FROM providers ORDER BY name, id')
