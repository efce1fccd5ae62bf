import type { Db } from '#lib/core/db.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import { unknownProvider } from '../errors.ts'
import type { ProviderPricing } from '../import/schema.ts'
import { storedPricingOf } from '../import/stored-services.ts'

/**
 * Why a provider's list wasn't applied automatically. `former` and `currency`: the provider's currency before and after
 * a change; null if the currency didn't change. `isUnread`: no list could be read for a day. If neither is the reason,
 * the list looked truncated or far too cheap.
 */
export type HeldListReason = { former: string | null; currency: string | null; isUnread: boolean }

/**
 * Reads from the open task about a provider's list (SERVICE_LIST) why the list wasn't applied automatically; null if
 * there is no such task.
 */
export async function heldListReasonOf(db: Db, providerId: number): Promise<HeldListReason | null> {
  const [row] = await db.rows<HeldListReason>(
    `SELECT detail->>'former' AS former, detail->>'currency' AS currency, detail ? 'unread' AS is_unread FROM tasks
     WHERE kind = 'SERVICE_LIST' AND ref_type = 'provider' AND ref_id = $1 AND resolved_at IS NULL`,
    [providerId],
  )
  return row ?? null
}

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
