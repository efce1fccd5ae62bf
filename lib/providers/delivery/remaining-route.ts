import { routeFitsSql, routesSql } from './claim-orders.ts'
import { leastPriceSql, routeCostJoins, routeCostSql } from './route-costs.ts'

/**
 * A route on which an order wasn't refused. `tooDear`: it costs more than the order was sold for and more than the
 * first route (`leastPriceSql`), and staff haven't let the order be sent at any cost. `isOpen`: its provider is
 * switched on, though it may be down or without funds for a while. `price` and `cost` are the whole order's, in won;
 * `cost` is null if it isn't known.
 */
export type RemainingRoute = {
  tooDear: boolean
  isOpen: boolean
  providerId: number
  price: number
  cost: number | null
}

/**
 * SQL for the `RemainingRoute` of order `o` that it goes over next, as a subquery of at most one row: the first one that
 * doesn't cost too much; one that does only if there is no other; one whose provider is switched off last of all.
 */
export const remainingRouteSql = `(
  SELECT NOT o.any_cost AND o.unit_price < ${leastPriceSql} AS too_dear, p.enabled AS is_open, r.provider_id,
    o.price / 100.0::float8 AS price, ceil(${routeCostSql} * o.amount / 1000)::float8 / 100 AS cost
  FROM ${routesSql} AS r ${routeCostJoins}
  WHERE r.service_id = o.service_id AND ${routeFitsSql('o.service_type')} AND NOT EXISTS (
    SELECT FROM provider_attempts a WHERE a.order_id = o.id AND a.provider_id = r.provider_id
      AND a.provider_service_id = r.provider_service_id AND a.outcome = 'REFUSED')
  ORDER BY NOT p.enabled, 1, r.position LIMIT 1)`
