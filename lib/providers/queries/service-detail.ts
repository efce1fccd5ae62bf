import type { Db } from '#lib/core/db.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import { activeAutoOrder } from '#lib/orders/auto/rules.ts'
import { openOrder } from '#lib/orders/rules.ts'
import { formatProviderRate, type ListedType, type ProviderRate, storedUnitCostOf } from '../import/price.ts'
import { exchangeRateSql } from '../import/stored-services.ts'
import type { SyncRule } from '../labels.ts'
import type { ServiceDetail } from '../schema.ts'
import { fallbackRoutesOf } from './list-providers.ts'

/** A service and the terms of its provider; `margin` is the mark-up in hundredths of a percent of the cost. */
type ServiceFacts = {
  id: number
  runningOrders: number
  activeAutoOrders: number
  providerId: number | null
  rule: SyncRule
  margin: number
  /** In hundred-thousandths of a won per unit of the provider's currency; null if it isn't known. */
  exchangeRate: bigint | null
}

/** Name, type, price and limits of the service in its provider's list; all null if the list has never contained it. */
type ProviderTerms =
  | { name: string; type: ListedType; rate: ProviderRate; min: number; max: number; gone: boolean }
  | Record<'name' | 'type' | 'rate' | 'min' | 'max' | 'gone', null>

// A service without a sync rule is shown as FREEZE with the default mark-up of its provider, which is 20 % until staff
// set it.
const syncTermsSql = "coalesce(y.rule, 'FREEZE') AS rule, coalesce(y.margin, l.margin, 2000) AS margin"

const serviceDetailQuery = `
  SELECT s.id, s.provider_id, ${syncTermsSql},
    (SELECT count(*)::int FROM orders o WHERE o.service_id = s.id AND ${openOrder.sql('o')}) AS running_orders,
    (SELECT count(*)::int FROM auto_orders a WHERE a.service_id = s.id AND ${activeAutoOrder.sql('a')}) AS active_auto_orders,
    v.name, v.type, v.rate, ${exchangeRateSql} AS exchange_rate, v.min, v.max, v.gone
  FROM services s LEFT JOIN service_syncs y ON y.service_id = s.id
  LEFT JOIN providers p ON p.id = s.provider_id
  LEFT JOIN provider_price_lists l ON l.provider_id = s.provider_id
  LEFT JOIN provider_services v ON v.provider_id = s.provider_id AND v.remote_id = s.provider_service_id
  WHERE s.id = $1`

function providerTermsOf({
  name,
  type,
  rate,
  exchangeRate,
  min,
  max,
  gone,
}: ServiceFacts & ProviderTerms): ServiceDetail['upstream'] {
  if (name === null) return null
  const cost = storedUnitCostOf({ rate, type }, exchangeRate)
  return { name, rate: formatProviderRate(rate), cost: cost === null ? null : unitPriceToNumber(cost), min, max, gone }
}

/**
 * Routes, sync rule and provider's terms of a service, and the numbers of its running orders and auto orders; null if
 * the service doesn't exist.
 */
export async function serviceDetailOf(db: Db, serviceId: number): Promise<ServiceDetail | null> {
  const [[row], routes] = await Promise.all([
    db.rows<ServiceFacts & ProviderTerms>(serviceDetailQuery, [serviceId]),
    fallbackRoutesOf(db, serviceId),
  ])
  if (!row) return null
  const { id, runningOrders, activeAutoOrders, providerId, rule, margin } = row
  const sync = providerId === null ? null : { rule, margin: margin / 100 }
  return { id, runningOrders, activeAutoOrders, sync, upstream: providerTermsOf(row), routes }
}

/** How syncs change a service, as staff are shown it; null if it isn't fulfilled by a provider. */
export async function syncTermsOf(db: Db, serviceId: number): Promise<ServiceDetail['sync']> {
  const [row] = await db.rows<Pick<ServiceFacts, 'rule' | 'margin'>>(
    `SELECT ${syncTermsSql} FROM services s LEFT JOIN service_syncs y ON y.service_id = s.id
     LEFT JOIN provider_price_lists l ON l.provider_id = s.provider_id WHERE s.id = $1 AND s.provider_id IS NOT NULL`,
    [serviceId],
  )
  return row ? { rule: row.rule, margin: row.margin / 100 } : null
}
