import { isPackage, serviceTypeNames } from '#lib/catalog/service-types.ts'
import { exchangeRateSql } from '../import/stored-services.ts'

const packageTypes = serviceTypeNames.filter(isPackage).map((name) => `'${name}'`)

/**
 * SQL for what one unit, or one package, costs on route `r` of `routesSql`, in hundred-thousandths of a won rounded up,
 * as `unitCostOf` computes it; null if the provider's list has never contained the service or its exchange rate isn't
 * known. `p` is the route's provider, `l` its row of provider_price_lists.
 */
export const routeCostSql = `ceil(r.listed_rate * ${exchangeRateSql}::numeric
  * (CASE WHEN r.listed_type IN (${packageTypes.join(', ')}) THEN 0.00000001 ELSE 0.00000000001 END))`

/**
 * SQL for the least unit price at which an order must have been sold to go over route `r` without staff
 * (docs/contract.md#delivery): what a fallback route costs if that is more than the first route costs, else 0. A route
 * of unknown cost takes every order. `s` is the service; the other names as for `routeCostSql`.
 */
export const leastPriceSql = `(CASE WHEN r.position > 0 AND ${routeCostSql} > coalesce(s.unit_cost, 0) THEN ${routeCostSql} ELSE 0 END)`

/** SQL for the rows that `leastPriceSql` needs beside route `r`. */
export const routeCostJoins = `JOIN services s ON s.id = r.service_id JOIN providers p ON p.id = r.provider_id
  LEFT JOIN provider_price_lists l ON l.provider_id = r.provider_id`
