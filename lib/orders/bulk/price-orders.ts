import { dailyCapReached } from '#lib/api-keys/errors.ts'
import { refuseEndedKey } from '#lib/api-keys/refuse-ended-key.ts'
import type { Service } from '#lib/catalog/queries.ts'
import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { insufficientPoints } from '../errors.ts'
import type { PlaceOrderInput } from '../schema.ts'
import type { RefusedBulkRow } from './check-rows.ts'
import { malformedRow } from './errors.ts'
import {
  type BulkRequest,
  checkRowsAndLinks,
  compareByIndex,
  retryWhileStale,
  shopOrderTarget,
} from './place-orders.ts'
import { areFitsAsExpected, laterRowsOnLinks } from './taken-links.ts'

/**
 * A row priced by a dry run. `short`: the price of a refused row that would be placed if the balance covered all rows.
 */
export type PricedBulkRow =
  | { index: number; service: Service; amount: number; price: Points }
  | (RefusedBulkRow & { short?: Points })

type DryRun = Pick<BulkRequest, 'memberId' | 'apiKeyId' | 'isOrderingPaused' | 'rows'> & { atomic?: boolean }

/**
 * Prices and checks orders without placing them. Returns for each row, in the sequence of the call, its price or why
 * `placeOrders` would refuse it at this moment. Writes nothing, and reads no idempotency key.
 * @throws UNAUTHENTICATED, FORBIDDEN the API key was ended or frozen meanwhile; CONFLICT services, prices or balance
 * kept changing
 */
export function priceOrders(
  db: Db,
  { memberId, apiKeyId = null, isOrderingPaused, rows, atomic = false }: DryRun,
  target = shopOrderTarget,
): Promise<PricedBulkRow[]> {
  return retryWhileStale(async (fresh) => {
    const request = { memberId, apiKeyId, isOrderingPaused, rows, atomic }
    const { checked, refused, expectedFits } = await checkRowsAndLinks(db, { ...request, target, fresh })
    if (checked.length === 0) return refused
    const fitOfRows = await target.checkFit(db, { memberId, apiKeyId, rows: checked })
    if (fitOfRows.length === 0) {
      if (apiKeyId !== null) await refuseEndedKey(db, apiKeyId)
      return 'STALE'
    }
    if (!areFitsAsExpected(expectedFits, fitOfRows)) return 'STALE'
    const later = laterRowsOnLinks(expectedFits)
    const priced = checked.map(({ index, service, input, price }, at): PricedBulkRow => {
      const { fits, overCap } = fitOfRows[at] as (typeof fitOfRows)[number]
      if (!fits && overCap) return { index, error: dailyCapReached() }
      if (!fits) return { index, error: insufficientPoints(), ...(later.has(index) ? {} : { short: price }) }
      return { index, service, amount: input.amount, price }
    })
    return [...priced, ...refused].sort(compareByIndex)
  })
}

/**
 * Prices and checks one order without placing it (`priceOrders`).
 * @throws the error with which `placeOrder` would refuse the order; and what `priceOrders` throws
 */
export async function priceOrder(
  db: Db,
  { input, ...caller }: Omit<DryRun, 'rows'> & { input: PlaceOrderInput },
  target = shopOrderTarget,
): Promise<{ amount: number; price: Points }> {
  const [priced] = await priceOrders(db, { ...caller, rows: [input] }, target)
  if (!priced || 'error' in priced) throw priced?.error ?? malformedRow()
  return priced
}
