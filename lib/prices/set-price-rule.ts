import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, type Db, isForeignKeyViolation, oneRow } from '#lib/core/db.ts'
import { changedMeanwhile } from '#lib/editable-lists/errors.ts'
import { type UnitPrice, unitPriceFromNumber } from '#lib/money/prices.ts'
import { belowCostRefused, refuseBadPriceRule, unknownPriceRule, unknownPriceTarget } from './errors.ts'
import { priceRuleById } from './queries/list-rules.ts'
import { refuseOwnPrices } from './refuse-own-prices.ts'
import type { PriceRuleInput, PriceRuleRow } from './schema.ts'

/**
 * Locks a member, and creates his row of member_prices if there is none.
 * @throws NOT_FOUND there is no such member, or his account was deleted
 */
export async function lockMemberPrices(tx: Db, memberId: number): Promise<void> {
  const found = await tx.rows('SELECT FROM members WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE', [memberId])
  if (found.length === 0) throw unknownPriceTarget()
  await tx.rows('INSERT INTO member_prices (member_id) VALUES ($1) ON CONFLICT DO NOTHING', [memberId])
}

/** Locks a price group, so that two rules of it aren't set at the same time. @throws NOT_FOUND */
async function lockPriceGroup(tx: Db, groupId: number): Promise<void> {
  const found = await tx.rows('SELECT FROM price_groups WHERE id = $1 FOR NO KEY UPDATE', [groupId])
  if (found.length === 0) throw unknownPriceTarget()
}

/** Refuses a price below the service's cost, if the cost is known. @throws FORBIDDEN */
async function refuseBelowCost(tx: Db, serviceId: number, price: UnitPrice): Promise<void> {
  const below = await tx.rows('SELECT FROM services WHERE id = $1 AND unit_cost > $2', [serviceId, price])
  if (below.length > 0) throw belowCostRefused()
}

const findRuleSql = `
  SELECT id FROM price_rules WHERE group_id IS NOT DISTINCT FROM $1::int AND member_id IS NOT DISTINCT FROM $2::int
    AND category_id IS NOT DISTINCT FROM $3::int AND service_id IS NOT DISTINCT FROM $4::int`

const upsertRuleSql = `
  INSERT INTO price_rules (group_id, member_id, category_id, service_id, percent, unit_price, below_cost, reason)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (group_id, member_id, category_id, service_id) DO UPDATE SET percent = excluded.percent,
    unit_price = excluded.unit_price, below_cost = excluded.below_cost, reason = excluded.reason
  RETURNING id`

/** True if staff saw this rule, or saw none and there is none. */
const isAsSeen = (rule: PriceRuleRow | null | undefined, seen: NonNullable<PriceRuleInput['seen']>): boolean =>
  (rule?.percent ?? null) === seen.percent &&
  (rule?.point ?? null) === seen.point &&
  (rule?.belowCost ?? false) === seen.belowCost

/** Subject of the audit rows about a price rule: its member or its group. */
const subjectOf = ({ memberNo, groupId }: Pick<PriceRuleRow, 'memberNo' | 'groupId'>) =>
  memberNo === null
    ? ({ subjectType: 'price-group', subjectId: groupId ?? 0 } as const)
    : ({ subjectType: 'member', subjectId: memberNo } as const)

/**
 * Stores a price rule of a group or member. Replaces an earlier rule of this group or member for the same service, for
 * the same category, or for everything (docs/contract.md#prices-for-people).
 * @throws BAD_INPUT; FORBIDDEN `belowCost` is set and the actor isn't an OWNER, or the price is below the service's
 * cost and `belowCost` isn't set; NOT_FOUND the member, group, service or category doesn't exist; OWN_ACCOUNT; CONFLICT
 * a colleague has set, changed or removed the rule that is in `seen`
 */
export async function setPriceRule(db: Database, actor: StaffActor, input: PriceRuleInput): Promise<PriceRuleRow> {
  refuseBadPriceRule(input)
  const { groupId = null, memberNo = null, categoryId = null, serviceId = null, belowCost, reason, seen } = input
  if (belowCost && actor.role !== 'OWNER') throw belowCostRefused()
  await refuseOwnPrices(db, actor, { action: 'price-rule.set', memberId: memberNo, groupId })
  const price = input.point == null ? null : unitPriceFromNumber(input.point)
  const percent = input.percent == null ? null : Math.round(input.percent * 100)
  return db.transaction(async (tx) => {
    if (memberNo !== null) await lockMemberPrices(tx, memberNo)
    if (groupId !== null) await lockPriceGroup(tx, groupId)
    if (price !== null && serviceId !== null && !belowCost) await refuseBelowCost(tx, serviceId, price)
    const scope = [groupId, memberNo, categoryId, serviceId]
    const [existing] = await tx.rows<{ id: number }>(findRuleSql, scope)
    const before = existing && (await priceRuleById(tx, existing.id))
    if (seen && !isAsSeen(before, seen)) throw changedMeanwhile()
    const { id } = await writeRule(tx, [...scope, percent, price, belowCost, reason])
    const after = await priceRuleById(tx, id)
    if (!after) throw unknownPriceRule()
    await recordAudit(tx, actor, {
      action: 'price-rule.set',
      ...subjectOf(after),
      ...(before && { before }),
      after,
      reason,
    })
    return after
  })
}

async function writeRule(tx: Db, values: readonly unknown[]): Promise<{ id: number }> {
  try {
    return await oneRow<{ id: number }>(tx, upsertRuleSql, values)
  } catch (error) {
    throw isForeignKeyViolation(error) ? unknownPriceTarget() : error
  }
}

/**
 * Removes a price rule, so that another rule or the list price applies again.
 * @throws NOT_FOUND; OWN_ACCOUNT
 */
export async function removePriceRule(
  db: Database,
  actor: StaffActor,
  { id }: { id: number },
): Promise<{ id: number }> {
  const rule = await priceRuleById(db, id)
  if (!rule) throw unknownPriceRule()
  await refuseOwnPrices(db, actor, { action: 'price-rule.remove', memberId: rule.memberNo, groupId: rule.groupId })
  return db.transaction(async (tx) => {
    const before = await priceRuleById(tx, id)
    const removed = await tx.rows('DELETE FROM price_rules WHERE id = $1 RETURNING id', [id])
    if (!before || removed.length === 0) throw unknownPriceRule()
    await recordAudit(tx, actor, { action: 'price-rule.remove', ...subjectOf(before), before })
    return { id }
  })
}
