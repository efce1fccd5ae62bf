import { isPackage, serviceTypeNames } from '#lib/catalog/service-types.ts'
import { exchangeRateSql, exchangeRateSqlOf } from '../import/stored-services.ts'

const packageTypes = serviceTypeNames.filter(isPackage).map((name) => `'${name}'`)

/** SQL for the cost of one unit or package, in hundred-thousandths of a won; all arguments are SQL expressions. */
const costSql = (
  listed: { rateSql: string; typeSql: string },
  rateOfExchangeSql: string,
): string => `ceil(${listed.rateSql} * ${rateOfExchangeSql}::numeric
  * (CASE WHEN ${listed.typeSql} IN (${packageTypes.join(', ')}) THEN 0.00000001 ELSE 0.00000000001 END))`

/**
 * SQL for the cost of one unit or package on route `r` of `routesSql`, in hundred-thousandths of a won, as `unitCostOf`
 * computes it. Null if the provider's list never contained the service, or if the provider's exchange rate isn't known.
 * `p` is the route's provider, `l` its row of provider_price_lists.
 */
export const routeCostSql = costSql({ rateSql: 'r.listed_rate', typeSql: 'r.listed_type' }, exchangeRateSql)

// SQL for the cost of one unit on the first route: the lower of the stored cost and the cost by its provider's present
// list; 0 if neither is known. The stored cost may be higher, because an import may have held it
// (`idsOfTooCheapServices`).
const firstRouteCostSql = `coalesce(least(s.unit_cost, ${costSql({ rateSql: 'first_listed.rate', typeSql: 'first_listed.type' }, exchangeRateSqlOf('first_provider', 'first_list'))}), 0)`

/**
 * SQL for the least unit price at which an order must have been sold to be sent over route `r` without a decision of
 * staff (docs/contract.md#delivery). If `r` is a fallback route that costs more than the first route, this is the cost
 * of `r`. Otherwise, or if the cost isn't known, it is 0. `s` is the service; for the other names see `routeCostSql`.
 */
export const leastPriceSql = `(CASE WHEN r.position > 0 AND ${routeCostSql} > ${firstRouteCostSql} THEN ${routeCostSql} ELSE 0 END)`

/** SQL joins of the tables that `leastPriceSql` reads besides route `r`. */
export const routeCostJoins = `JOIN services s ON s.id = r.service_id JOIN providers p ON p.id = r.provider_id
  LEFT JOIN provider_price_lists l ON l.provider_id = r.provider_id
  LEFT JOIN providers first_provider ON first_provider.id = s.provider_id
  LEFT JOIN provider_price_lists first_list ON first_list.provider_id = s.provider_id
  LEFT JOIN provider_services first_listed ON first_listed.provider_id = s.provider_id
    AND first_listed.remote_id = s.provider_service_id AND first_listed.type = s.type AND NOT first_listed.gone`
