import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { isOverpriced, unitPriceFromNumber } from '#lib/money/prices.ts'
import { exchangeRateMissing, unknownCategory, unknownProvider, unknownProviderService } from '../errors.ts'
import type { SyncRule } from '../labels.ts'
import { pricingForStaff } from '../queries/pricing.ts'
import { cleanName } from './clean-text.ts'
import { copyRefillAndCancelTerms } from './copy-refill-and-cancel-terms.ts'
import { endHeldListTask } from './end-held-list-task.ts'
import { priceWithMargin, unitCostOf } from './price.ts'
import type { ListedService } from './read-row.ts'
import type { ProviderPricing } from './schema.ts'
import { listedServiceColumns, lockListOf, storedPricingOf } from './stored-services.ts'

/** A service of a provider that staff selected to be sold in the shop. */
export type ImportPick = {
  /** Id of the service at the provider. */
  remoteId: string
  categoryId: number
  /** Name of the new service; if absent, the name that the service has in the provider's list. */
  text?: string | null | undefined
  /** How later syncs change the service. */
  rule: SyncRule
  /** Mark-up in percent of the cost; the provider's default mark-up if absent. */
  margin?: number | null | undefined
}

/** Converts a mark-up from percent to hundredths of a percent. */
export const marginFromPercent = (percent: number): number => Math.round(percent * 100)

const addServiceStatement = `
  WITH added AS (
    INSERT INTO services (category_id, text, unit_price, min, max, provider_id, provider_service_id, unit_cost, type)
    SELECT id, $2, $3, $4, $5, $6, $7, $8, $11 FROM categories WHERE id = $1 AND removed_at IS NULL FOR SHARE RETURNING id
  ), ruled AS (
    INSERT INTO service_syncs (service_id, rule, margin) SELECT id, $9, $10 FROM added
  )
  SELECT id FROM added`

async function readListedService(tx: Db, providerId: number, remoteId: string): Promise<ListedService> {
  const [listed] = await tx.rows<ListedService>(
    `SELECT ${listedServiceColumns} FROM provider_services WHERE provider_id = $1 AND remote_id = $2 AND NOT gone`,
    [providerId, remoteId],
  )
  if (!listed) throw unknownProviderService()
  return listed
}

const auditSubjectOf = (providerId: number) => ({ subjectType: 'provider', subjectId: providerId })

async function insertServices(tx: Db, providerId: number, picks: readonly ImportPick[]): Promise<number[]> {
  await lockListOf(tx, providerId)
  const prices = await storedPricingOf(tx, providerId)
  if (!prices) throw unknownProvider()
  if (prices.exchangeRate === null) throw exchangeRateMissing()
  const ids: number[] = []
  for (const pick of picks) {
    const listed = await readListedService(tx, providerId, pick.remoteId)
    const margin = pick.margin == null ? prices.margin : marginFromPercent(pick.margin)
    const cost = unitCostOf(listed, prices.exchangeRate)
    const price = priceWithMargin(cost, margin)
    if (isOverpriced(price)) throw unknownProviderService()
    const [added] = await tx.rows<{ id: number }>(addServiceStatement, [
      pick.categoryId,
      pick.text ?? cleanName(listed.name),
      price,
      listed.min,
      listed.max,
      providerId,
      listed.remoteId,
      cost,
      pick.rule,
      margin,
      listed.type,
    ])
    if (!added) throw unknownCategory()
    ids.push(added.id)
  }
  await copyRefillAndCancelTerms(tx, ids)
  return ids
}

/**
 * Creates services of the shop from selected services of a provider, each at its cost plus the mark-up. Returns the ids
 * of the new services in the sequence of `picks`.
 * @throws NOT_FOUND the provider, one of its services or a category doesn't exist, or a price would be too high for the
 * shop; CONFLICT the exchange rate isn't known
 */
export function importServices(
  db: Database,
  actor: StaffActor,
  { providerId, picks }: { providerId: number; picks: readonly ImportPick[] },
): Promise<number[]> {
  return db.transaction(async (tx) => {
    const ids = await insertServices(tx, providerId, picks)
    await recordAudit(tx, actor, { action: 'provider.import', ...auditSubjectOf(providerId), after: { ids } })
    return ids
  })
}

/** A new rule for how syncs change a service; `margin` is the mark-up in percent of the cost. */
type SyncRuleChange = { serviceId: number; rule: SyncRule; margin: number }

/**
 * Sets how syncs change a service.
 * @throws NOT_FOUND there is no such service, or it has no provider
 */
export function setSyncRule(
  db: Database,
  actor: StaffActor,
  { serviceId, rule, margin }: SyncRuleChange,
): Promise<void> {
  return db.transaction(async (tx) => {
    const rows = await tx.rows(
      `INSERT INTO service_syncs (service_id, rule, margin)
       SELECT id, $2, $3 FROM services WHERE id = $1 AND provider_id IS NOT NULL
       ON CONFLICT (service_id) DO UPDATE SET rule = excluded.rule, margin = excluded.margin RETURNING service_id`,
      [serviceId, rule, marginFromPercent(margin)],
    )
    if (rows.length === 0) throw unknownProviderService()
    const subject = { subjectType: 'service', subjectId: serviceId }
    await recordAudit(tx, actor, { action: 'service.sync-rule', ...subject, after: { rule, margin } })
  })
}

/**
 * Sets a provider's exchange rate and default mark-up in percent, and whether its list is synced automatically.
 * Switching that sync on ends the task about a new currency. The prices of services on sale don't change until the
 * provider's list is applied the next time, by staff or automatically.
 * @throws NOT_FOUND
 */
export function setProviderPricing(
  db: Database,
  actor: StaffActor,
  { providerId, ...after }: { providerId: number; exchangeRate: number; margin: number; autoSync: boolean },
): Promise<ProviderPricing> {
  return db.transaction(async (tx) => {
    const before = await pricingForStaff(tx, providerId)
    const exchangeRate = unitPriceFromNumber(after.exchangeRate) ?? 1n
    await tx.rows(
      `INSERT INTO provider_price_lists (provider_id, exchange_rate, margin, auto_sync) VALUES ($1, $2, $3, $4)
       ON CONFLICT (provider_id) DO UPDATE
       SET exchange_rate = excluded.exchange_rate, margin = excluded.margin, auto_sync = excluded.auto_sync`,
      [providerId, exchangeRate, marginFromPercent(after.margin), after.autoSync],
    )
    await endHeldListTask(tx, { providerId, applied: false, by: actor.memberId })
    await recordAudit(tx, actor, { action: 'provider.price-list', ...auditSubjectOf(providerId), before, after })
    return pricingForStaff(tx, providerId)
  })
}
