import sql, { raw } from 'sql-template-tag'
import { type CatalogWithChanges, catalog, type Service, servicesById } from '#lib/catalog/queries.ts'
import { cacheResult } from '#lib/core/cache.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import type { UnitPrice } from '#lib/money/prices.ts'
import { type PriceRule, type PriceRules, unitPriceFor } from './rules.ts'

/** The price rules that apply to a member, and their revision. */
export type PriceTerms = {
  /** Key of a cached price list: members whose terms have the same name have the same prices. */
  name: string
  /**
   * Changes with every change of the rules. An order is placed only if its price was computed at the present revision.
   */
  revision: string
  /** Time of the last change of the rules, comparable with `cursor` of the catalogue; '' if there was none. */
  changedAt: string
  /** The rules of the member's group, and his own rules; empty if there are no rules. */
  ruleSets: readonly PriceRules[]
}

/** Terms of callers without a session, and of members who never had a group or a rule: everything at its list price. */
const listPriceTerms: PriceTerms = { name: 'list', revision: '', changedAt: '', ruleSets: [] }

/** The catalogue with all price rules. */
export type PricedCatalog = {
  catalog: CatalogWithChanges
  /** Time up to which all changes of catalogue and price rules are included (docs/decisions/0048). */
  cursor: string
  /** Terms of a member; for null, the terms of a caller without a session, who sees list prices. */
  termsOf(memberId: number | null): PriceTerms
}

/** A member's row of member_prices with his group; `percent` is the group's discount in hundredths of a percent. */
type StoredTerms = {
  memberId: number
  groupId: number | null
  percent: number | null
  revision: string
  changedAt: string
}
type StoredRule = PriceRule & {
  groupId: number | null
  memberId: number | null
  categoryId: number | null
  serviceId: number | null
}

/** SQL for a time as ISO 8601 text with microseconds. */
const isoSql = (timeSql: string): string => `to_char(${timeSql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * SQL for the revision of a member's prices, given an SQL expression for his id. The revision is a text that changes
 * when his group, a rule of his group or a rule of his own changes. It is '' for a member who never had a group or
 * rule.
 */
export const priceRevisionSql = (memberIdSql: string): string => `coalesce((
  SELECT concat_ws('.', mp.revision, pg.revision) FROM member_prices mp LEFT JOIN price_groups pg ON pg.id = mp.group_id
  WHERE mp.member_id = ${memberIdSql}), '')`

const termsSql = `
  SELECT m.member_id, m.group_id, g.percent, concat_ws('.', m.revision, g.revision) AS revision,
    ${isoSql('greatest(m.changed_at, g.changed_at)')} AS changed_at
  FROM member_prices m LEFT JOIN price_groups g ON g.id = m.group_id`

const rulesSql = `
  SELECT r.group_id, r.member_id, r.category_id, r.service_id, r.percent, r.unit_price, r.below_cost FROM price_rules r`

/**
 * Arranges the stored rules of a group or member by what they apply to. `all` is the group's discount on everything;
 * null if there is none.
 */
function rulesOf(all: PriceRule | null, stored: readonly StoredRule[]): PriceRules {
  const categories = new Map(stored.flatMap((rule) => (rule.categoryId === null ? [] : [[rule.categoryId, rule]])))
  const services = new Map(stored.flatMap((rule) => (rule.serviceId === null ? [] : [[rule.serviceId, rule]])))
  const ruleForAll = stored.find((rule) => rule.categoryId === null && rule.serviceId === null)
  return { all: ruleForAll ?? all, categories, services }
}

/** A member's terms, from his row of member_prices, the rules of his group and his own rules. */
function termsOfRow(
  { memberId, groupId, percent, revision, changedAt }: StoredTerms,
  groupRules: readonly StoredRule[],
  ownRules: readonly StoredRule[],
): PriceTerms {
  const groupWide = percent ? { percent, unitPrice: null, belowCost: false } : null
  const ruleSets = [
    ...(groupId === null ? [] : [rulesOf(groupWide, groupRules)]),
    ...(ownRules.length > 0 ? [rulesOf(null, ownRules)] : []),
  ]
  const name = ownRules.length > 0 ? `member ${memberId}` : groupId === null ? 'list' : `group ${groupId}`
  return { name, revision, changedAt, ruleSets }
}

async function loadPricedCatalog(db: Db): Promise<PricedCatalog> {
  // Reads the cursor before the rules. A change that commits in between is then reported again by a later request with
  // this cursor, not missed.
  const { cursor } = await oneRow<{ cursor: string }>(
    db,
    `SELECT ${isoSql('changed_at')} AS cursor FROM cache_versions WHERE name = 'catalog'`,
  )
  const [loaded, terms] = await Promise.all([catalog(db), db.rows<StoredTerms>(termsSql)])
  // Reads the rules after their revisions. If the rules are newer than the revision, an order is only priced again. If
  // they were older, an order would be charged an outdated price.
  const rules = await db.rows<StoredRule>(rulesSql)
  const byGroup = Map.groupBy(rules, ({ groupId }) => groupId)
  const byMember = Map.groupBy(rules, ({ memberId }) => memberId)
  const byId = new Map(
    terms.map((row) => [
      row.memberId,
      termsOfRow(row, byGroup.get(row.groupId ?? 0) ?? [], byMember.get(row.memberId) ?? []),
    ]),
  )
  return {
    catalog: loaded,
    cursor: [loaded.cursor, cursor].toSorted()[0] ?? cursor,
    termsOf: (memberId) => (memberId === null ? undefined : byId.get(memberId)) ?? listPriceTerms,
  }
}

/** The catalogue with all price rules, cached as long as the catalogue. */
export const pricedCatalog = (db: Db): Promise<PricedCatalog> =>
  cacheResult('catalog', 'prices', () => loadPricedCatalog(db))

/** A member's terms, read from the database instead of the cache. */
async function freshTermsOf(db: Db, memberId: number): Promise<PriceTerms> {
  const [row] = await db.rows<StoredTerms>(sql`${raw(termsSql)} WHERE m.member_id = ${memberId}`)
  if (!row) return listPriceTerms
  const rules = await db.rows<StoredRule>(
    sql`${raw(rulesSql)} WHERE r.member_id = ${memberId} OR r.group_id = ${row.groupId}`,
  )
  return termsOfRow(
    row,
    rules.filter(({ groupId }) => groupId !== null),
    rules.filter((rule) => rule.memberId !== null),
  )
}

/** A service whose `unitPrice` is what one member pays. */
export type PricedService = Service & {
  /** Price of one unit without price rules. */
  listPrice: UnitPrice
  /** Revision of the member's prices (`PriceTerms`). */
  priceRevision: string
}

/** The service at the price of a member with these terms. */
export const withPriceTerms = (service: Service, { ruleSets, revision }: PriceTerms): PricedService => ({
  ...service,
  listPrice: service.unitPrice,
  unitPrice: unitPriceFor(service, ruleSets),
  priceRevision: revision,
})

/** Ids of services to price, and of the member for whom they are priced. */
type ServicesOfMember = { ids: readonly number[]; memberId: number }

/**
 * Services of the catalogue at the prices that a member pays, by id; ids that the catalogue doesn't have are left out.
 * `fresh` reads the database instead of the cache.
 */
export async function pricedServicesFor(
  db: Db,
  { ids, memberId }: ServicesOfMember,
  { fresh = false } = {},
): Promise<ReadonlyMap<number, PricedService>> {
  const priced = fresh ? null : await pricedCatalog(db)
  // Reads the terms first. If rules change afterwards, an order is priced again, not charged a wrong price.
  const terms = priced ? priced.termsOf(memberId) : await freshTermsOf(db, memberId)
  const catalogServices = priced ? priced.catalog.byId : await servicesById(db, ids, { fresh })
  return new Map(
    ids.flatMap((id) => {
      const service = catalogServices.get(id)
      return service ? [[id, withPriceTerms(service, terms)]] : []
    }),
  )
}

/** One service as `pricedServicesFor` prices it; null if the catalogue doesn't contain it. */
export async function pricedServiceFor(
  db: Db,
  { id, memberId }: { id: number; memberId: number },
  options: { fresh?: boolean } = {},
): Promise<PricedService | null> {
  return (await pricedServicesFor(db, { ids: [id], memberId }, options)).get(id) ?? null
}
