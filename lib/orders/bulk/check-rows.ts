import { setImmediate as letOthersRun } from 'node:timers/promises'
import { cleanLink } from '#lib/catalog/rules.ts'
import type { Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { type PricedService, pricedServicesFor } from '#lib/prices/queries.ts'
import { isAutoOrder } from '../errors.ts'
import { type CheckedOrder, checkOrder } from '../place-order.ts'
import type { PlaceOrderInput } from '../schema.ts'
import { autoOrderInBulk, malformedRow } from './errors.ts'

/** A row of a bulk call; null if it didn't match the schema of an order. */
export type SentBulkRow = PlaceOrderInput | null

/** A row that passed its rules. `index` is its position in the call, from 0. */
export type CheckedBulkRow = CheckedOrder & { index: number; cleanLink: string | null }

export type RefusedBulkRow = { index: number; error: AppError }

/**
 * Number of rows checked before yielding to the event loop: an unusual link takes nearly half a millisecond, during
 * which other calls wait.
 */
const ROWS_BEFORE_YIELD = 50

function checkRow(row: SentBulkRow, services: ReadonlyMap<number, PricedService>, isOrderingPaused: boolean) {
  if (row === null) throw malformedRow()
  if (isAutoOrder(row)) throw autoOrderInBulk()
  const checked = checkOrder(row, services.get(row.serviceId) ?? null, { isOrderingPaused })
  return { ...checked, cleanLink: cleanLink(checked.input.link, checked.service.platformId) }
}

/**
 * Checks each row by the rules of a single order (docs/contract.md#placing-orders). Leaves out the rules that the
 * inserting statement checks, and the rule of one open order per link (`refuseTakenLinks`). `fresh`: reads the services
 * from the database instead of the cache.
 */
export async function checkBulkRows(
  db: Db,
  rows: readonly SentBulkRow[],
  { memberId, isOrderingPaused, fresh }: { memberId: number; isOrderingPaused: boolean; fresh: boolean },
): Promise<{ checked: CheckedBulkRow[]; refused: RefusedBulkRow[] }> {
  const ids = new Set(rows.flatMap((row) => row?.serviceId ?? []))
  const services = await pricedServicesFor(db, { ids: [...ids], memberId }, { fresh })
  const checked: CheckedBulkRow[] = []
  const refused: RefusedBulkRow[] = []
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_BEFORE_YIELD === ROWS_BEFORE_YIELD - 1) await letOthersRun()
    try {
      checked.push({ index, ...checkRow(row, services, isOrderingPaused) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ index, error })
    }
  }
  return { checked, refused }
}
