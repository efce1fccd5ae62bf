import type { OrderDetails } from '#lib/catalog/order-details.ts'
import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import type { Db } from '#lib/core/db.ts'
import { unsentOrder } from '#lib/orders/rules.ts'
import { openProvider } from '../rules.ts'
import { leastPriceSql, routeCostJoins } from './route-costs.ts'

/**
 * An order that this process has claimed and may send. Its delivery attempt was stored with the claim, before any HTTP
 * request.
 */
export type ClaimedOrder = {
  attemptId: number
  orderId: number
  providerServiceId: string
  link: string
  /** Quantity ordered. */
  amount: number
  serviceType: ServiceTypeName
  details: OrderDetails | null
  /**
   * When the order was claimed, in milliseconds of the monotonic clock. An order claimed too long ago isn't sent any
   * more (STALE_CLAIM_MS).
   */
  claimedAt: number
}

/**
 * SQL for the routes of all services: the provider services that can fulfil them. Position 0 is the provider service in
 * the service's own row; the fallback routes follow. `listed_type` and `listed_rate` are type and price of the provider
 * service in its provider's list; null if the list never contained it.
 */
export const routesSql = `(
  SELECT s.id AS service_id, 0 AS position, s.provider_id, s.provider_service_id, v.type AS listed_type, v.rate AS listed_rate
  FROM services s LEFT JOIN provider_services v ON v.provider_id = s.provider_id AND v.remote_id = s.provider_service_id
  WHERE s.provider_id IS NOT NULL AND s.provider_service_id IS NOT NULL
  UNION ALL
  SELECT f.service_id, f.position, f.provider_id, f.provider_service_id, v.type, v.rate
  FROM service_routes f LEFT JOIN provider_services v ON v.provider_id = f.provider_id AND v.remote_id = f.provider_service_id
)`

/**
 * SQL condition: the provider service of route `r` has this service type (an SQL expression), or its type isn't known.
 * Otherwise the provider would get parameters that it doesn't understand, such as a quantity instead of comments.
 */
export const routeFitsSql = (typeSql: string): string => `coalesce(r.listed_type = ${typeSql}, true)`

const openProviderSql = openProvider.sql('p')

const serviceIdsOfProviderSql = (providerIdSql: string) =>
  `SELECT service_id FROM ${routesSql} AS r WHERE r.provider_id = ${providerIdSql}`

/** SQL condition: order `o` waits to be sent, and was placed at least this many seconds (an SQL expression) ago. */
const waitsForSendingSql = (secondsSql: string) =>
  `${unsentOrder.sql('o')} AND o.created_at <= now() - ${secondsSql}::float8 * interval '1 second'`

// SQL for the first usable route of order `o`. A route is usable if:
// - its provider takes orders now
// - its provider service has the order's type
// - the order was sold for at least the route's least price (`leastPriceSql`), or staff let it be sent at any cost
// - each earlier attempt of the order on this route is due for a retry; an attempt that isn't to be repeated has no
//   `retry_at`: it is running, SENT, UNKNOWN or REFUSED
const firstRouteSql = `
  SELECT r.provider_id, r.provider_service_id FROM ${routesSql} AS r ${routeCostJoins}
  WHERE r.service_id = o.service_id AND ${openProviderSql} AND ${routeFitsSql('o.service_type')}
    AND (o.any_cost OR o.unit_price >= ${leastPriceSql})
    AND NOT EXISTS (
      SELECT FROM provider_attempts a WHERE a.order_id = o.id AND a.provider_id = r.provider_id
        AND a.provider_service_id = r.provider_service_id AND coalesce(a.retry_at, 'infinity') > now())
  ORDER BY r.position LIMIT 1`

// The lock on the provider's row (`locked_provider`) lets only one worker claim at a time, so that the limits on
// concurrent requests and requests per minute hold. Once `sent_at` is set, the member can't cancel the order himself
// any more. A unique index on unfinished attempts prevents two attempts at the same time.
//
// An order without any attempt yet (`untried`) is sent over the first open route of its service whose least price
// (`leastPriceSql`) isn't above the order's unit price. So each route gets the orders in a range of unit prices: from
// its own least price up to, but without, `price_limit`, which is the lowest least price of the open routes before it
// (null if there are none). `open_route` computes these ranges once per service, and leaves out routes with an empty
// range. Checking each order instead would make a claim for a fallback provider read all orders that wait for the first
// provider.
//
// All other orders count as `tried`, also those that staff let be sent at any cost.
const claimDueOrdersSql = `
  WITH locked_provider AS (
    SELECT id, least($2::int, max_in_flight - (SELECT count(*) FROM provider_attempts a WHERE a.provider_id = p.id AND a.outcome IS NULL),
      ceil(greatest(extract(epoch FROM now() - next_send_at), 0.001) * per_minute / 60.0))::int AS max_count
    FROM providers p WHERE id = $1 AND enabled AND next_send_at <= now() FOR NO KEY UPDATE SKIP LOCKED
  ), open_route AS (
    SELECT * FROM (
      SELECT priced.*, min(least_price) OVER (PARTITION BY service_id ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS price_limit
      FROM (
        SELECT r.service_id, r.position, r.provider_id, r.provider_service_id, r.listed_type, ${leastPriceSql} AS least_price
        FROM ${routesSql} AS r ${routeCostJoins}
        WHERE ${routeFitsSql('s.type')} AND r.service_id IN (${serviceIdsOfProviderSql('$1')}) AND ${openProviderSql}
      ) AS priced
    ) AS limited WHERE coalesce(least_price < price_limit, true)
  ), untried AS (
    SELECT next.id, open_route.provider_service_id FROM open_route CROSS JOIN LATERAL (
      SELECT o.id FROM orders o WHERE o.service_id = open_route.service_id AND coalesce(open_route.listed_type = o.service_type, true) AND ${waitsForSendingSql('$3')} AND o.tried_at IS NULL
        AND o.unit_price >= open_route.least_price AND coalesce(o.unit_price < open_route.price_limit, true) ORDER BY o.id LIMIT $2
    ) AS next WHERE open_route.provider_id = $1 ORDER BY next.id LIMIT $2
  ), tried AS (
    SELECT o.id, route.provider_service_id FROM orders o CROSS JOIN LATERAL (${firstRouteSql}) AS route
    WHERE ${waitsForSendingSql('$3')} AND o.tried_at IS NOT NULL AND o.service_id IN (${serviceIdsOfProviderSql('$1')}) AND route.provider_id = $1
    ORDER BY o.id LIMIT $2
  ), due AS (
    SELECT o.id, found.provider_service_id
    FROM (SELECT * FROM untried UNION ALL SELECT * FROM tried) AS found JOIN orders o ON o.id = found.id
    WHERE ${waitsForSendingSql('$3')}
      AND NOT EXISTS (SELECT FROM provider_attempts a WHERE a.order_id = o.id AND (a.outcome IS NULL OR a.outcome IN ('SENT', 'UNKNOWN')))
    ORDER BY o.id LIMIT coalesce((SELECT greatest(max_count, 0) FROM locked_provider), 0) FOR UPDATE OF o SKIP LOCKED
  ), claimed AS (
    UPDATE orders SET sent_at = now() FROM due WHERE orders.id = due.id AND ${unsentOrder.sql()}
    RETURNING orders.id, coalesce(clean_link, link) AS link, amount, service_type, details, due.provider_service_id
  ), paced AS (
    UPDATE providers SET next_send_at = greatest(next_send_at, now() - interval '1 second')
      + (SELECT count(*) FROM claimed) * interval '1 minute' / per_minute
    WHERE id = $1 AND EXISTS (SELECT FROM claimed)
  ), attempt AS (
    INSERT INTO provider_attempts (order_id, provider_id, provider_service_id)
    SELECT id, $1, provider_service_id FROM claimed ORDER BY id RETURNING id AS attempt_id, order_id
  )
  SELECT attempt_id, order_id, provider_service_id, link, amount, service_type, details
  FROM attempt JOIN claimed ON claimed.id = attempt.order_id ORDER BY order_id`

/**
 * Claims orders to be sent to this provider, oldest first, and stores a delivery attempt for each. Claims at most
 * `maxOrders` orders, and no more than the provider's limits allow. Skips orders younger than `delay` seconds, because
 * their members may still cancel them.
 */
export async function claimOrders(
  db: Db,
  { providerId, maxOrders, delay }: { providerId: number; maxOrders: number; delay: number },
): Promise<ClaimedOrder[]> {
  const rows = await db.rows<Omit<ClaimedOrder, 'claimedAt'>>(claimDueOrdersSql, [providerId, maxOrders, delay])
  const claimedAt = performance.now()
  return rows.map((row) => ({ ...row, claimedAt }))
}
