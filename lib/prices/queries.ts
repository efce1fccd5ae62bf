import sql, { raw } from 'sql-template-tag'
import { catalog, type DatedCatalog, type Service, servicesById } from '#lib/catalog/queries.ts'
import { cached } from '#lib/core/cache.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import type { UnitPrice } from '#lib/money/prices.ts'
import { type PriceRule, type PriceRules, unitPriceFor } from './rules.ts'

/** The rules that determine a member's prices, and their version. */
export type PriceTerms = {
  /** Key of a cached price list: members whose terms have the same name have the same rules and so the same prices. */
  name: string
  /**
   * Changes with every change of the rules. An order is placed only if this is still the revision that it was priced
   * with.
   */
  revision: string
  /** Time of the last change of the rules, by the catalogue's clock; '' if there was none. */
  changedAt: string
  ruleSets: readonly PriceRules[]
}

/** Terms of members who have no group and no rules, and never had. */
const listTerms: PriceTerms = { name: 'list', revision: '', changedAt: '', ruleSets: [] }

/** The catalogue with all rules of prices, as of one time. */
export type PricedCatalog = {
  catalog: DatedCatalog
  /** Time on the catalogue's clock (docs/decisions/0048) up to which all changes are included. */
  cursor: string
  /** Terms of a member, or for null those of a visitor: the list prices. */
  termsOf(memberId: number | null): PriceTerms
}

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

const iso = (time: string): string => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * SQL for the revision of a member's prices, given his id: text that changes with his group, with its rules and with his
 * own; '' for a member without any.
 */
export const priceRevisionSql = (memberId: string): string => `coalesce((
  SELECT concat_ws('.', mp.revision, pg.revision) FROM member_prices mp LEFT JOIN price_groups pg ON pg.id = mp.group_id
  WHERE mp.member_id = ${memberId}), '')`

const termsSql = `
  SELECT m.member_id, m.group_id, g.percent, concat_ws('.', m.revision, g.revision) AS revision,
    ${iso('greatest(m.changed_at, g.changed_at)')} AS changed_at
  FROM member_prices m LEFT JOIN price_groups g ON g.id = m.group_id`

const rulesSql = `
  SELECT r.group_id, r.member_id, r.category_id, r.service_id, r.percent, r.unit_price, r.below_cost FROM price_rules r`

function rulesOf(all: PriceRule | null, stored: readonly StoredRule[]): PriceRules {
  const categories = new Map(stored.flatMap((rule) => (rule.categoryId === null ? [] : [[rule.categoryId, rule]])))
  const services = new Map(stored.flatMap((rule) => (rule.serviceId === null ? [] : [[rule.serviceId, rule]])))
  const ofAll = stored.find((rule) => rule.categoryId === null && rule.serviceId === null)
  return { all: ofAll ?? all, categories, services }
}

function termsOfRow(
  { memberId, groupId, percent, revision, changedAt }: StoredTerms,
  ofGroup: readonly StoredRule[],
  ofMember: readonly StoredRule[],
): PriceTerms {
  const groupWide = percent ? { percent, unitPrice: null, belowCost: false } : null
  const ruleSets = [
    ...(groupId === null ? [] : [rulesOf(groupWide, ofGroup)]),
    ...(ofMember.length > 0 ? [rulesOf(null, ofMember)] : []),
  ]
  const name = ofMember.length > 0 ? `member ${memberId}` : groupId === null ? 'list' : `group ${groupId}`
  return { name, revision, changedAt, ruleSets }
}

async function loadPricedCatalog(db: Db): Promise<PricedCatalog> {
  // The clock is read before the rules: a change that commits in between is then listed again by the next call rather
  // than missed.
  const { cursor } = await oneRow<{ cursor: string }>(
    db,
    `SELECT ${iso('changed_at')} AS cursor FROM cache_versions WHERE name = 'catalog'`,
  )
  const [loaded, terms] = await Promise.all([catalog(db), db.rows<StoredTerms>(termsSql)])
  // Read after the revisions: rules that are newer than their revision only make an order stale, but older ones would
  // charge an outdated price.
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
    termsOf: (memberId) => (memberId === null ? undefined : byId.get(memberId)) ?? listTerms,
  }
}

/** The catalogue with all rules of prices, cached as the catalogue is. */
export const pricedCatalog = (db: Db): Promise<PricedCatalog> =>
  cached('catalog', 'prices', () => loadPricedCatalog(db))

/** Terms of a member as they are now, read from the database instead of the cache. */
async function freshTermsOf(db: Db, memberId: number): Promise<PriceTerms> {
  const [row] = await db.rows<StoredTerms>(sql`${raw(termsSql)} WHERE m.member_id = ${memberId}`)
  if (!row) return listTerms
  const rules = await db.rows<StoredRule>(
    sql`${raw(rulesSql)} WHERE r.member_id = ${memberId} OR r.group_id = ${row.groupId}`,
  )
  return termsOfRow(
    row,
    rules.filter(({ groupId }) => groupId !== null),
    rules.filter((rule) => rule.memberId !== null),
  )
}

/** A service with the unit price of one member, and the list price. */
export type PricedService = Service & {
  listPrice: UnitPrice
  /** Revision of the member's prices. An order is placed only if neither it nor the service's revision has changed. */
  priceRevision: string
}

/** The service at the price of the member with these terms. */
export const withTerms = (service: Service, { ruleSets, revision }: PriceTerms): PricedService => ({
  ...service,
  listPrice: service.unitPrice,
  unitPrice: unitPriceFor(service, ruleSets),
  priceRevision: revision,
})

/** Which services to price, and for whom. */
type Wanted = { ids: readonly number[]; memberId: number }

/**
 * Services of the catalogue at a member's own prices, by id; those that the catalogue doesn't contain are left out.
 * `fresh` reads the database instead of the cache, for callers that have just learned that the cache is outdated.
 */
export async function servicesFor(
  db: Db,
  { ids, memberId }: Wanted,
  { fresh = false } = {},
): Promise<ReadonlyMap<number, PricedService>> {
  const priced = fresh ? null : await pricedCatalog(db)
  // The terms are read first: rules that change afterwards make the order stale instead of charging a wrong price.
  const terms = priced ? priced.termsOf(memberId) : await freshTermsOf(db, memberId)
  const found = priced ? priced.catalog.byId : await servicesById(db, ids, { fresh })
  return new Map(
    ids.flatMap((id) => {
      const service = found.get(id)
      return service ? [[id, withTerms(service, terms)]] : []
    }),
  )
}

/** One service as `servicesFor` prices it; null if the catalogue doesn't contain it. */
export async function serviceFor(
  db: Db,
  { id, memberId }: { id: number; memberId: number },
  options: { fresh?: boolean } = {},
): Promise<PricedService | null> {
  return (await servicesFor(db, { ids: [id], memberId }, options)).get(id) ?? null
}
