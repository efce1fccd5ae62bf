import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Idempotency } from '#lib/core/call.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { changedMeanwhile } from '#lib/editable-lists/errors.ts'
import { readStoredAnswer, storeAnswer } from '#lib/idempotency/stored-answer.ts'
import { isOverpriced, unitPriceFromNumber } from '#lib/money/prices.ts'
import { exchangeRateMissing, unknownCategory, unknownProvider, unknownProviderService } from '../errors.ts'
import type { SyncRule } from '../labels.ts'
import { pricingForStaff } from '../queries/pricing.ts'
import { syncTermsOf } from '../queries/service-detail.ts'
import { cleanName } from './clean-text.ts'
import { copyRefillAndCancelTerms } from './copy-refill-and-cancel-terms.ts'
import { endHeldListTask } from './end-held-list-task.ts'
import { priceWithMargin, unitCostOf } from './price.ts'
import type { ListedService } from './read-row.ts'
import type { ProviderPricing, ProviderPricingInput, SyncRuleInput } from './schema.ts'
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

/** Name of the call for which idempotency keys are stored here. */
const IMPORT_CALL = 'POST /api/admin/providers/{id}/services/import'

type ImportRequest = { providerId: number; picks: readonly ImportPick[]; idempotency?: Idempotency | null }

/**
 * Creates services of the shop from selected services of a provider, each at its cost plus the mark-up. Returns the ids
 * of the new services in the sequence of `picks`. A retry with the same idempotency key creates none and gets the first
 * ids.
 * @throws NOT_FOUND the provider, one of its services or a category doesn't exist, or a price would be too high for the
 * shop; CONFLICT the exchange rate isn't known, or the key was used for other picks
 */
export function importServices(
  db: Database,
  actor: StaffActor,
  { providerId, picks, idempotency = null }: ImportRequest,
): Promise<number[]> {
  const request = {
    memberId: actor.memberId,
    call: IMPORT_CALL,
    idempotency: idempotency && { ...idempotency, key: `${idempotency.key}#${providerId}` },
  }
  return db.transaction(async (tx) => {
    // Locks the provider, so that a retry that arrives meanwhile waits for the first answer.
    await tx.rows('SELECT FROM providers WHERE id = $1 FOR NO KEY UPDATE', [providerId])
    const firstIds = await readStoredAnswer<number[]>(tx, request)
    if (firstIds) return firstIds
    const ids = await insertServices(tx, providerId, picks)
    await recordAudit(tx, actor, { action: 'provider.import', ...auditSubjectOf(providerId), after: { ids } })
    await storeAnswer(tx, request, ids)
    return ids
  })
}

/**
 * Sets how syncs change a service.
 * @throws NOT_FOUND there is no such service, or it has no provider; CONFLICT a colleague has changed the rule that is in
 * `seen`
 */
export function setSyncRule(
  db: Database,
  actor: StaffActor,
  { serviceId, rule, margin, seen }: SyncRuleInput & { serviceId: number },
): Promise<void> {
  return db.transaction(async (tx) => {
    // Locks the service, so that two who set its first rule don't both succeed.
    const locked = 'SELECT FROM services WHERE id = $1 AND provider_id IS NOT NULL FOR NO KEY UPDATE'
    if ((await tx.rows(locked, [serviceId])).length === 0) throw unknownProviderService()
    const before = await syncTermsOf(tx, serviceId)
    if (seen && (seen.rule !== before?.rule || seen.margin !== before.margin)) throw changedMeanwhile()
    await tx.rows(
      `INSERT INTO service_syncs (service_id, rule, margin) VALUES ($1, $2, $3)
       ON CONFLICT (service_id) DO UPDATE SET rule = excluded.rule, margin = excluded.margin`,
      [serviceId, rule, marginFromPercent(margin)],
    )
    const subject = { subjectType: 'service', subjectId: serviceId }
    await recordAudit(tx, actor, { action: 'service.sync-rule', ...subject, before, after: { rule, margin } })
  })
}

/** True if a provider's prices are what staff saw. */
const isPricingAsSeen = (
  { exchangeRate, margin, autoSync }: ProviderPricing,
  seen: NonNullable<ProviderPricingInput['seen']>,
): boolean => seen.exchangeRate === exchangeRate && seen.margin === margin && seen.autoSync === autoSync

/**
 * Sets a provider's exchange rate and default mark-up in percent, and whether its list is synced automatically.
 * Switching that sync on ends the task about a new currency. The prices of services on sale don't change until the
 * provider's list is applied the next time, by staff or automatically.
 * @throws NOT_FOUND; CONFLICT a colleague has changed what is in `seen`
 */
export function setProviderPricing(
  db: Database,
  actor: StaffActor,
  { providerId, seen, ...after }: ProviderPricingInput & { providerId: number },
): Promise<ProviderPricing> {
  return db.transaction(async (tx) => {
    // Locks the provider, so that two who set its first prices don't both succeed.
    await tx.rows('SELECT FROM providers WHERE id = $1 FOR NO KEY UPDATE', [providerId])
    const before = await pricingForStaff(tx, providerId)
    if (seen && !isPricingAsSeen(before, seen)) throw changedMeanwhile()
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
