import { someStaff } from '#lib/audit/testing/actors.ts'
import { dropCached } from '#lib/core/cache.ts'
import { db, oneRow } from '#lib/core/db.ts'
import type { TestMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { setPriceRule } from '#lib/prices/set-price-rule.ts'

const HOUR_S = 3_600

/**
 * Gives a service measured deliveries, and gives the member a price of his own for this service. Chooses a service of
 * SoundCloud, because no journey orders one. Returns the service's id.
 */
export async function makeMeasuredServiceWithMemberPrice({ id: memberNo }: TestMember): Promise<number> {
  const service = await oneRow<{ id: number }>(
    db(),
    `SELECT s.id FROM services s JOIN categories c ON c.id = s.category_id WHERE c.platform_id = 13 AND s.type = 'Default'
       AND s.withdrawn_at IS NULL AND NOT s.is_read_only AND s.unit_cost IS NULL ORDER BY s.id LIMIT 1`,
  )
  const { COMPLETED, PARTIAL, CANCELED } = orderStatus
  await db().rows(
    `INSERT INTO service_outcomes (order_id, service_id, status, started_in, ended_in, ended_at)
     SELECT 2000000000 + n, $1, CASE WHEN n % 17 = 0 THEN ${CANCELED} WHEN n % 9 = 0 THEN ${PARTIAL} ELSE ${COMPLETED} END,
       60 * (4 + n % 13), ${HOUR_S} * (2 + n % 31) + 60 * n, now() - n * interval '1 hour' FROM generate_series(1, 60) AS n`,
    [service.id],
  )
  const terms = { memberNo, serviceId: service.id, percent: 12.5, belowCost: false, reason: '매달 대량 주문' }
  await setPriceRule(db(), { ...someStaff, role: 'OWNER' }, terms)
  dropCached('catalog')
  return service.id
}
