import type { Db } from '#lib/core/db.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import { unknownProvider } from '../errors.ts'
import type { ProviderPricing } from '../import/schema.ts'
import { storedPricingOf } from '../import/stored-services.ts'

/** A provider's exchange rate, default mark-up in percent and sync state, for staff. @throws NOT_FOUND */
export async function pricingForStaff(db: Db, providerId: number): Promise<ProviderPricing> {
  const stored = await storedPricingOf(db, providerId)
  if (!stored) throw unknownProvider()
  const { exchangeRate, margin, autoSync, syncedAt } = stored
  return {
    exchangeRate: exchangeRate === null ? null : unitPriceToNumber(exchangeRate),
    margin: margin / 100,
    autoSync,
    syncedAt: syncedAt?.toISOString() ?? null,
  }
}
