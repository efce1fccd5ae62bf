import { db, oneRow } from '#lib/core/db.ts'
import type { UnitPrice } from '#lib/money/prices.ts'

/** Prices of a service; `cost` is null if it isn't known, `isManual` true if staff fulfil its orders by hand. */
type StoredPrices = { list: UnitPrice; cost: UnitPrice | null; isManual: boolean }
type StoredRule = { percent: number | null; unitPrice: UnitPrice | null }

const smaller = (a: UnitPrice, b: UnitPrice): UnitPrice => (a < b ? a : b)

/**
 * Returns the lowest unit price at which a member may buy a service, and the service's price floor
 * (docs/contract.md#prices-for-people). `lowest` is the least of the list price, the floor, and the prices by the most
 * specific rule of the member and of his group. A rule counts only if an OWNER has allowed it to go below the floor.
 * Reads the stored rules by a separate SQL statement, so that it can't share a mistake with `unitPriceFor`.
 */
export async function lowestAllowedPrice(
  memberId: number,
  serviceId: number,
): Promise<{ lowest: UnitPrice; floor: UnitPrice }> {
  const { list, cost, isManual } = await oneRow<StoredPrices>(
    db(),
    'SELECT unit_price AS list, unit_cost AS cost, provider_id IS NULL AS is_manual FROM services WHERE id = $1',
    [serviceId],
  )
  const floor = cost ?? (isManual ? 0n : list)
  const allowed = await db().rows<StoredRule>(
    `SELECT percent, unit_price FROM (
       SELECT DISTINCT ON (r.member_id IS NULL) r.percent, r.unit_price, r.below_cost
       FROM price_rules r JOIN services s ON s.id = $2 LEFT JOIN member_prices m ON m.member_id = $1
       WHERE (r.member_id = $1 OR r.group_id = m.group_id)
         AND (r.service_id = s.id OR r.category_id = s.category_id OR (r.service_id IS NULL AND r.category_id IS NULL))
       ORDER BY r.member_id IS NULL, r.service_id IS NULL, r.category_id IS NULL
     ) AS applying WHERE below_cost`,
    [memberId, serviceId],
  )
  const pricesOfRules = allowed.map(
    ({ percent, unitPrice }) => unitPrice ?? (list * BigInt(10_000 - (percent ?? 0)) + 9_999n) / 10_000n,
  )
  return { lowest: [floor, ...pricesOfRules].reduce(smaller, list), floor }
}
