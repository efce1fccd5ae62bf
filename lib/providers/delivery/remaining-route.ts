import { routeFitsSql, routesSql } from './claim-orders.ts'
import { leastPriceSql, routeCostJoins, routeCostSql } from './route-costs.ts'

/**
 * A route on which an order hasn't been refused. `tooDear`: the route costs more than the order was sold for and more
 * than the first route (`leastPriceSql`); false if staff let the order be sent at any cost. `isOpen`: its provider is
 * switched on, though perhaps down or without funds for a while. `price` and `cost` are the price and cost of the whole
 * order, in won; `cost` is null if it isn't known.
 */
export type RemainingRoute = {
  tooDear: boolean
  isOpen: boolean
  providerId: number
  price: number
  cost: number | null
}

/**
 * SQL subquery for the `RemainingRoute` over which order `o` is sent next; it has no row if no route is left. It
 * prefers routes whose provider is switched on, then routes that don't cost too much, then earlier routes.
 */
export const remainingRouteSql = `(
  SELECT NOT o.any_cost AND o.unit_price < ${leastPriceSql} AS too_dear, p.enabled AS is_open, r.provider_id,
    o.price / 100.0::float8 AS price, ceil(${routeCostSql} * o.amount / 1000)::float8 / 100 AS cost
  FROM ${routesSql} AS r ${routeCostJoins}
  WHERE r.service_id = o.service_id AND ${routeFitsSql('o.service_type')} AND NOT EXISTS (
    SELECT FROM provider_attempts a WHERE a.order_id = o.id AND a.provider_id = r.provider_id
      AND a.provider_service_id = r.provider_service_id AND a.outcome = 'REFUSED')
  ORDER BY NOT p.enabled, 1, r.position LIMIT 1)`
