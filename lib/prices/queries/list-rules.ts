import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Db } from '#lib/core/db.ts'
import { countRows } from '#lib/core/keyset.ts'
import { type UnitPrice, unitPriceToNumber } from '#lib/money/prices.ts'
import type { PriceRuleRow, priceRuleQuery } from '../schema.ts'

/** A price rule as it is stored; `percent` is in hundredths of a percent. */
type StoredRule = Omit<PriceRuleRow, 'percent' | 'point' | 'createdAt'> & {
  percent: number | null
  unitPrice: UnitPrice | null
  createdAt: Date
}

const columns =
  raw(`r.id, r.group_id, g.name AS group_name, r.member_id AS member_no, m.login_id AS member_id, r.category_id,
  r.service_id, coalesce(s.text, c.text) AS text, r.percent, r.unit_price, r.below_cost, r.reason, r.created_at`)

const rulesWithNames =
  raw(`price_rules r LEFT JOIN price_groups g ON g.id = r.group_id LEFT JOIN members m ON m.id = r.member_id
  LEFT JOIN services s ON s.id = r.service_id LEFT JOIN categories c ON c.id = r.category_id`)

const toRow = ({ percent, unitPrice, createdAt, ...row }: StoredRule): PriceRuleRow => ({
  ...row,
  percent: percent === null ? null : percent / 100,
  point: unitPrice === null ? null : unitPriceToNumber(unitPrice),
  createdAt: createdAt.toISOString(),
})

const rowsWhere = async (db: Db, where: Sql, size: number): Promise<PriceRuleRow[]> => {
  const rows = await db.rows<StoredRule>(
    sql`SELECT ${columns} FROM ${rulesWithNames} WHERE ${where} ORDER BY r.id DESC LIMIT ${size}`,
  )
  return rows.map(toRow)
}

/** The price rule with this id; null if there is none. */
export async function priceRuleById(db: Db, id: number): Promise<PriceRuleRow | null> {
  const [row] = await rowsWhere(db, sql`r.id = ${id}`, 1)
  return row ?? null
}

/**
 * One page of price rules for staff, newest first, at most `size`. With `group` or `member` (ids), only the rules of
 * this group or member.
 */
export async function priceRulesForStaff(
  db: Db,
  { group, member, size, cursor }: z.output<typeof priceRuleQuery>,
): Promise<{ rows: PriceRuleRow[]; nextCursor: number | null; total: number }> {
  const ofGroup = group === undefined ? empty : sql`AND r.group_id = ${group}`
  const ofMember = member === undefined ? empty : sql`AND r.member_id = ${member}`
  const older = cursor === undefined ? empty : sql`AND r.id < ${cursor}`
  const [rows, total] = await Promise.all([
    rowsWhere(db, sql`true ${ofGroup} ${ofMember} ${older}`, size + 1),
    countRows(db, sql`price_rules r WHERE true ${ofGroup} ${ofMember}`),
  ])
  const page = rows.slice(0, size)
  return { rows: page, nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null, total }
}
