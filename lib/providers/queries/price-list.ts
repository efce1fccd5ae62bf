import type { Db } from '#lib/core/db.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import { unknownProvider } from '../errors.ts'
import { priceListOf } from '../import/stored-services.ts'
import type { PriceListRow } from '../schema.ts'

/** A provider's exchange rate, default margin in percent and sync state, for staff. @throws NOT_FOUND */
export async function priceListForStaff(db: Db, providerId: number): Promise<PriceListRow> {
  const found = await priceListOf(db, providerId)
  if (!found) throw unknownProvider()
  const { exchangeRate, margin, autoSync, syncedAt } = found
  return {
    exchangeRate: exchangeRate === null ? null : unitPriceToNumber(exchangeRate),
    margin: margin / 100,
    autoSync,
    syncedAt: syncedAt?.toISOString() ?? null,
  }
}
