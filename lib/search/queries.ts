import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { SaleState } from '#lib/catalog/labels.ts'
import { saleStateSql } from '#lib/catalog/queries/list-for-staff.ts'
import type { Db } from '#lib/core/db.ts'
import { containsPattern, prefixBounds } from '#lib/core/search.ts'
import { presentRestrictionSql } from '#lib/members/restriction/rules.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { MAX_FOUND_PER_KIND, type SearchTerms } from './rules.ts'
import type { FoundItems } from './schema.ts'

// Each function looks up a search text in several columns. Every look-up has an index and stops after 6 rows
// (MAX_FOUND_PER_KIND), a look-up by depositor name after 500 (MAX_ROWS_OF_NAME), so that a search takes the same time
// in a shop of any size. Only services are searched by a part of their name, which reads their whole table: a shop has
// few services.

/** SQL that limits a look-up to 6 rows (MAX_FOUND_PER_KIND). */
const limitSql = raw(`LIMIT ${MAX_FOUND_PER_KIND}`)
/**
 * Maximum number of charges or deposits that a look-up by depositor name reads. The index keeps rows with equal names
 * in the sequence in which they were stored. So more rows must be read than are shown: to find the newest ones, and to
 * find other members besides one with many charges under this name.
 */
const MAX_ROWS_OF_NAME = 500
/** A query without rows. */
const nothing = sql`SELECT NULL::int AS id, NULL::text AS depositor WHERE false`

/** SQL for the rows of all these queries. False or null in place of a query means that its look-up doesn't apply. */
const unionOf = (branches: readonly (Sql | false | null)[]): Sql => {
  const queries = branches.filter((branch) => branch !== false && branch !== null)
  return join(
    (queries.length > 0 ? queries : [nothing]).map((branch) => sql`(${branch})`),
    ' UNION ALL ',
  )
}

/**
 * SQL for rows of `table` whose column begins with `text`. They are sorted as in the column's index, so that PostgreSQL
 * uses the index.
 */
function beginningWith(table: string, columnName: string, text: string, columns: Sql, limit = limitSql): Sql {
  const [from, to] = prefixBounds(text)
  const column = raw(columnName)
  return sql`SELECT ${columns} FROM ${raw(table)} WHERE ${column} ~>=~ ${from} AND ${column} ~<~ ${to} ORDER BY ${column} USING ~<~ ${limit}`
}

/** SQL for the charges or deposits whose depositor name begins with `name`. */
const ofDepositor = (table: 'charges' | 'deposits', name: string, columns: Sql): Sql =>
  beginningWith(table, 'normal_name', name, columns, raw(`LIMIT ${MAX_ROWS_OF_NAME}`))

/**
 * SQL for the newest ids that these look-ups found. Only these ids are looked up in their table: with all ids,
 * PostgreSQL might read the whole table, newest row first, until it has found enough rows.
 */
const newestOf = (branches: Sql): Sql =>
  sql`(SELECT DISTINCT id FROM (${branches}) AS each ORDER BY id DESC ${limitSql})`

/**
 * SQL for the columns that a look-up in members selects: the id, and NULL as depositor name, because the look-up
 * doesn't find members by a depositor name.
 */
const memberColumns = raw('id, NULL::text AS depositor')

/**
 * Members whose id equals the search text, or whose login id, e-mail address, telephone number or depositor name (of
 * one of their charges) begins with it. Members found only by a depositor name come last.
 */
export async function findMembers(db: Db, { text, id, phone, name }: SearchTerms): Promise<FoundItems['members']> {
  const lower = text.toLowerCase()
  const branches = unionOf([
    id !== null && sql`SELECT ${memberColumns} FROM members WHERE id = ${id}`,
    beginningWith('members', 'login_id', lower, memberColumns),
    lower.includes('@') && beginningWith('members', 'email', lower, memberColumns),
    phone !== null && beginningWith('members', 'phone', phone, memberColumns),
    name !== null && ofDepositor('charges', name, raw('member_id AS id, name AS depositor')),
  ])
  return db.rows<FoundItems['members'][number]>(
    sql`SELECT m.id AS member_no, m.login_id AS member_id, m.email, m.phone, m.role, ${raw(presentRestrictionSql('m'))} AS restriction,
        w.depositor
      FROM (SELECT id, min(depositor) FILTER (WHERE depositor IS NOT NULL) AS depositor, bool_or(depositor IS NULL) AS own
        FROM (${branches}) AS each GROUP BY id) w JOIN members m ON m.id = w.id
      ORDER BY m.login_id = ${lower} DESC, w.own DESC, m.login_id ${limitSql}`,
  )
}

/** Orders whose id, id at their provider, or link (in any spelling) equals the search text, newest first. */
export async function findOrders(db: Db, { text, id, links }: SearchTerms): Promise<FoundItems['orders']> {
  const branches = unionOf([
    id !== null && sql`SELECT id, NULL::text AS depositor FROM orders WHERE id = ${id}`,
    sql`SELECT a.order_id AS id, NULL::text AS depositor FROM providers p, LATERAL (SELECT order_id FROM provider_attempts
      WHERE provider_id = p.id AND provider_order_id = ${text} ${limitSql}) a`,
    links.length > 0 &&
      sql`SELECT o.id, NULL::text AS depositor FROM unnest(${links}::text[]) AS w (link), LATERAL (SELECT id FROM orders
        WHERE hashtextextended(coalesce(clean_link, link), 0) = hashtextextended(w.link, 0) AND coalesce(clean_link, link) = w.link
        ORDER BY id DESC ${limitSql}) o`,
  ])
  return db.rows<FoundItems['orders'][number]>(
    sql`SELECT o.id, m.login_id AS member_id, s.text AS service_text, o.amount, o.status
      FROM (SELECT DISTINCT id FROM (${branches}) AS each) w JOIN orders o ON o.id = w.id
        JOIN members m ON m.id = o.member_id JOIN services s ON s.id = o.service_id
      ORDER BY o.id DESC ${limitSql}`,
  )
}

type StoredCharge = Omit<FoundItems['charges'][number], 'payAmount'> & { payAmount: Points }

/** Charges whose id or sum to pay equals the search text, or whose depositor name begins with it, newest first. */
export async function findCharges(db: Db, { id, name, amount }: SearchTerms): Promise<FoundItems['charges']> {
  const branches = unionOf([
    id !== null && sql`SELECT id, NULL::text AS depositor FROM charges WHERE id = ${id}`,
    amount !== null &&
      sql`SELECT id, NULL::text AS depositor FROM charges WHERE pay_amount = ${amount} ORDER BY id DESC ${limitSql}`,
    name !== null &&
      sql`SELECT id, NULL::text AS depositor FROM charges WHERE normal_name = ${name} ORDER BY created_at DESC ${limitSql}`,
    name !== null && ofDepositor('charges', name, raw('id, NULL::text AS depositor')),
  ])
  const rows = await db.rows<StoredCharge>(
    sql`SELECT c.id, m.login_id AS member_id, c.name, c.pay_amount, c.status
      FROM ${newestOf(branches)} w JOIN charges c ON c.id = w.id JOIN members m ON m.id = c.member_id ORDER BY c.id DESC`,
  )
  return rows.map((row) => ({ ...row, payAmount: pointsToNumber(row.payAmount) }))
}

type StoredDeposit = Omit<FoundItems['deposits'][number], 'amount' | 'at'> & { amount: Points; at: Date }

/**
 * Deposits whose id, id at the bank, or sum equals the search text, or whose depositor name begins with it, newest
 * first.
 */
export async function findDeposits(db: Db, { text, id, name, amount }: SearchTerms): Promise<FoundItems['deposits']> {
  const branches = unionOf([
    id !== null && sql`SELECT id, NULL::text AS depositor FROM deposits WHERE id = ${id}`,
    sql`SELECT id, NULL::text AS depositor FROM deposits WHERE external_id = ${text}`,
    amount !== null &&
      sql`SELECT id, NULL::text AS depositor FROM deposits WHERE amount = ${amount} ORDER BY id DESC ${limitSql}`,
    name !== null && ofDepositor('deposits', name, raw('id, NULL::text AS depositor')),
  ])
  const rows = await db.rows<StoredDeposit>(
    sql`SELECT d.id, d.name, d.amount, d.status, d.at
      FROM ${newestOf(branches)} w JOIN deposits d ON d.id = w.id ORDER BY d.id DESC`,
  )
  return rows.map((row) => ({ ...row, amount: pointsToNumber(row.amount), at: row.at.toISOString() }))
}

/**
 * Services whose id, or id at their provider, equals the search text, or whose name contains it. The service with the
 * id comes first; withdrawn services come last.
 */
export function findServices(db: Db, { text, id }: SearchTerms): Promise<FoundItems['services']> {
  return db.rows<{ id: number; text: string; categoryText: string; saleState: SaleState }>(
    sql`SELECT s.id, s.text, c.text AS category_text, ${raw(saleStateSql)} AS sale_state
      FROM services s JOIN categories c ON c.id = s.category_id JOIN platforms p ON p.id = c.platform_id
      WHERE s.id = ${id}::int OR s.provider_service_id = ${text} OR s.text ILIKE ${containsPattern(text)}
      ORDER BY s.id = ${id}::int DESC NULLS LAST, s.withdrawn_at IS NOT NULL, p.position, p.id, c.position, c.id, s.position, s.id ${limitSql}`,
  )
}
