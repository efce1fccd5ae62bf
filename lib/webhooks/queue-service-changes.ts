import type { Database, Db } from '#lib/core/db.ts'
import { type UnitPrice, unitPriceToNumber } from '#lib/money/prices.ts'
import { type PriceTerms, pricedCatalog } from '#lib/prices/queries.ts'
import { unitPriceFor } from '#lib/prices/rules.ts'
import type { ServicesSummary } from './rules.ts'

/** Minutes for which changes are gathered after the first change, so that many changed prices become one event. */
const GATHER_MINUTES = 5

/** Maximum number of services in one event; if more have changed, a member gets several events. */
const MAX_SERVICES = 500

// Once a row in changed_services is GATHER_MINUTES old, takes all rows. Skips rows that an open transaction has locked;
// the next run takes them. The services are read by a later statement, which therefore sees all changes that the taken
// rows report.
const takeSql = `
  DELETE FROM changed_services WHERE service_id IN (
    SELECT service_id FROM changed_services
    WHERE EXISTS (SELECT FROM changed_services WHERE changed_at <= now() - interval '${GATHER_MINUTES} minutes')
    ORDER BY service_id FOR UPDATE SKIP LOCKED
  ) RETURNING service_id, price_before, min_before, max_before, sold_before, floor_before`

/** A service as it was before the changes to report. */
type ServiceBefore = {
  serviceId: number
  priceBefore: UnitPrice
  minBefore: number
  maxBefore: number
  /** True if the service was on sale. */
  soldBefore: boolean
  /** Lowest unit price to which a discount could lead; null if the row in changed_services doesn't contain it. */
  floorBefore: UnitPrice | null
}

type PresentService = {
  serviceId: number
  categoryId: number
  unitPrice: UnitPrice
  /** Lowest unit price to which a discount may lead. Null if the cost isn't known: no discount may apply then. */
  priceFloor: UnitPrice | null
  min: number
  max: number
  onSale: boolean
}

type ChangedService = ServiceBefore & PresentService

const presentSql = `
  SELECT s.id AS service_id, s.category_id, s.unit_price, s.min, s.max,
    coalesce(nullif(s.unit_cost, 0), CASE WHEN s.provider_id IS NULL THEN 0 END) AS price_floor,
    s.withdrawn_at IS NULL AND NOT s.is_read_only AS on_sale
  FROM services s JOIN categories c ON c.id = s.category_id JOIN platforms p ON p.id = c.platform_id
  WHERE s.id = ANY($1::int[]) AND p.visible ORDER BY s.id`

// Members whose webhook reports changes of services, each with the services among $1 that the member has ordered. Reads
// only a member's latest 5,000 orders, to stay fast.
const followersSql = `
  SELECT w.member_id, array_agg(DISTINCT latest.service_id) AS service_ids FROM webhooks w
    CROSS JOIN LATERAL (SELECT service_id FROM orders WHERE member_id = w.member_id ORDER BY id DESC LIMIT 5000) AS latest
  WHERE w.enabled AND w.service_changes AND latest.service_id = ANY($1::int[])
  GROUP BY w.member_id ORDER BY w.member_id`

// Locks the webhooks, as the foreign key of the deliveries does afterwards: if an account is being deleted, the statement
// waits, and then finds the webhook gone. Otherwise the foreign key would refuse the deliveries of all members.
const queueSql = `
  INSERT INTO webhook_deliveries (member_id, event, summary, next_try_at)
  SELECT w.member_id, 'services.changed', e.summary, greatest(now(), w.paused_until)
  FROM unnest($1::int[], $2::jsonb[]) AS e (member_id, summary) JOIN webhooks w ON w.member_id = e.member_id
  ORDER BY w.member_id FOR KEY SHARE OF w`

/**
 * The change of a service for a member with these price terms, as a list of one element. The list is empty if nothing
 * changed for him, or if the service was on sale neither before nor after the change.
 */
function changeFor(service: ChangedService, { ruleSets }: PriceTerms): ServicesSummary['services'] {
  const { serviceId: id, categoryId, unitPrice, priceBefore, soldBefore, minBefore, maxBefore } = service
  const priceFloor = service.priceFloor ?? unitPrice
  const pointAt = (prices: { unitPrice: UnitPrice; priceFloor: UnitPrice }): number =>
    unitPriceToNumber(unitPriceFor({ id, categoryId, ...prices }, ruleSets))
  const { onSale, min, max } = service
  const floorBefore = service.floorBefore ?? service.priceFloor ?? priceBefore
  const now = { onSale, point: pointAt({ unitPrice, priceFloor }), min, max }
  const pointBefore = pointAt({ unitPrice: priceBefore, priceFloor: floorBefore })
  const before = { onSale: soldBefore, point: pointBefore, min: minBefore, max: maxBefore }
  const wasAndIsOffSale = !now.onSale && !before.onSale
  return wasAndIsOffSale || JSON.stringify(now) === JSON.stringify(before) ? [] : [{ serviceId: id, ...now, before }]
}

async function takeChangedServices(tx: Db): Promise<ChangedService[]> {
  const beforeById = new Map((await tx.rows<ServiceBefore>(takeSql)).map((row) => [row.serviceId, row]))
  if (beforeById.size === 0) return []
  const present = await tx.rows<PresentService>(presentSql, [[...beforeById.keys()]])
  return present.flatMap((service) => {
    const before = beforeById.get(service.serviceId)
    return before ? [{ ...service, ...before }] : []
  })
}

/**
 * Queues events about changed services (docs/contract.md#webhooks) for members whose webhook reports such changes. A
 * member's event lists services that occur in his latest 5,000 orders and whose terms have changed for him. It states
 * the net change since the last report, at his prices. Returns the number of events.
 */
export async function queueServiceChanges(db: Database): Promise<number> {
  const { termsOf } = await pricedCatalog(db)
  return db.transaction(async (tx) => {
    const services = await takeChangedServices(tx)
    if (services.length === 0) return 0
    const ids = services.map(({ serviceId }) => serviceId)
    const followers = await tx.rows<{ memberId: number; serviceIds: number[] }>(followersSql, [ids])
    const events = followers.flatMap(({ memberId, serviceIds }) => {
      const ordered = new Set(serviceIds)
      const terms = termsOf(memberId)
      const changes = services.flatMap((each) => (ordered.has(each.serviceId) ? changeFor(each, terms) : []))
      return Array.from({ length: Math.ceil(changes.length / MAX_SERVICES) }, (_, part) => ({
        memberId,
        services: changes.slice(part * MAX_SERVICES, (part + 1) * MAX_SERVICES),
      }))
    })
    await tx.rows(queueSql, [
      events.map((event) => event.memberId),
      events.map((event) => JSON.stringify({ services: event.services })),
    ])
    return events.length
  })
}
