import { dropCached } from '#lib/core/cache.ts'
import { db, oneRow } from '#lib/core/db.ts'

let groups = 0

/** Creates a price group with a discount in percent on everything. Returns its id. */
export async function makePriceGroup(percent = 0): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    db(),
    'INSERT INTO price_groups (name, percent) VALUES ($1, $2) RETURNING id',
    [`그룹 ${process.pid}-${++groups}`, Math.round(percent * 100)],
  )
  dropCached('catalog')
  return id
}

/** Puts a member into a price group; null takes him out of his group. */
export async function putIntoPriceGroup(memberId: number, groupId: number | null): Promise<void> {
  await db().rows(
    'INSERT INTO member_prices (member_id, group_id) VALUES ($1, $2) ON CONFLICT (member_id) DO UPDATE SET group_id = excluded.group_id',
    [memberId, groupId],
  )
  dropCached('catalog')
}

type TestRule = {
  groupId?: number
  memberId?: number
  categoryId?: number
  serviceId?: number
  /** Discount in hundredths of a percent, unlike that of `makePriceGroup`. */
  percent?: number
  unitPrice?: bigint
  belowCost?: boolean
}

/** Stores a price rule without the checks of `setPriceRule`. */
export async function makePriceRule(rule: TestRule): Promise<void> {
  const { groupId = null, memberId = null, categoryId = null, serviceId = null } = rule
  if (memberId !== null)
    await db().rows('INSERT INTO member_prices (member_id) VALUES ($1) ON CONFLICT DO NOTHING', [memberId])
  await db().rows(
    `INSERT INTO price_rules (group_id, member_id, category_id, service_id, percent, unit_price, below_cost)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (group_id, member_id, category_id, service_id) DO UPDATE
     SET percent = excluded.percent, unit_price = excluded.unit_price, below_cost = excluded.below_cost`,
    [groupId, memberId, categoryId, serviceId, rule.percent ?? null, rule.unitPrice ?? null, rule.belowCost ?? false],
  )
  dropCached('catalog')
}
