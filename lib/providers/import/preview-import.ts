import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { sha256 } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { exchangeRateMissing, providerListUnreadable, unknownProvider } from '../errors.ts'
import { diffServices, haveRatesCollapsed, looksTruncated, type ServiceChange } from './diff-services.ts'
import {
  effectsOnServices,
  effectsShown,
  havePricesCollapsed,
  type ProviderList,
  type ServiceEffect,
} from './effects-of-changes.ts'
import { type FetchedList, fetchServices } from './fetch-services.ts'
import { idsOfTooCheapServices } from './hold-cheap-services.ts'
import type { RefusedRow } from './read-row.ts'
import { readServiceList } from './read-service-list.ts'
import { lockLinkedServices, servicesOfLastImport, storedPricingOf, toStoredServices } from './stored-services.ts'

/** Differences of a provider's list from its last import, and what applying it would change in the shop's services. */
export type ListComparison = {
  changes: ServiceChange[]
  effects: ServiceEffect[]
  /** True if the list has lost so many services that it is probably truncated (`looksTruncated`). */
  suspicious: boolean
  /**
   * True if many prices fall to less than a fifth of what they were (`haveRatesCollapsed` or `havePricesCollapsed`).
   */
  collapsed: boolean
  /** Ids of the services that the import would make far too cheap (`idsOfTooCheapServices`). */
  held: number[]
}

export type ImportPreview = ListComparison & {
  previewId: number
  refused: RefusedRow[]
  /**
   * Numbers of services listed (LISTED), rows refused (REFUSED), services of the shop changed, without withdrawn ones (EFFECTS), and changes in
   * the list by kind.
   */
  counts: Record<string, number>
}

/**
 * Compares a provider's list with its last import, and with the shop's services that the provider fulfils. Locks these
 * services.
 * @throws NOT_FOUND; CONFLICT the exchange rate isn't known, though the provider fulfils services that aren't withdrawn
 */
export async function compareListWithShop(db: Db, providerId: number, list: ProviderList): Promise<ListComparison> {
  const prices = await storedPricingOf(db, providerId)
  if (!prices) throw unknownProvider()
  const known = await servicesOfLastImport(db, providerId)
  const changes = diffServices(known, list.services)
  const linked = await lockLinkedServices(db, providerId)
  const { exchangeRate } = prices
  if (exchangeRate === null && linked.some(({ isWithdrawn }) => !isWithdrawn)) throw exchangeRateMissing()
  const effects = exchangeRate === null ? [] : effectsOnServices(linked, list, exchangeRate)
  const collapsed = haveRatesCollapsed(known, changes) || havePricesCollapsed(linked, effects)
  const held = idsOfTooCheapServices(linked, effects)
  return { changes, effects, suspicious: looksTruncated(known, changes), collapsed, held }
}

/**
 * Digest of a comparison's changes and effects, and of the provider's address and key (`access`, see `FetchedList`),
 * stored with the preview. When the preview is applied, the comparison is made again; if the digest has changed, the
 * preview is refused. So a list is never applied as that of another address.
 */
export const comparisonDigest = ({ changes, effects }: ListComparison, access: Buffer): Buffer =>
  sha256(
    JSON.stringify([changes, effects, access.toString('hex')], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  )

function countEach(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1
  return counts
}

/**
 * Reads a provider's list of services from its response and stores the list as the preview of an import.
 * Deletes the provider's earlier preview. Returns the preview with what the import would change. Changes no service.
 * @throws CONFLICT the response contains no list; what `compareListWithShop` throws
 */
export async function previewImport(
  tx: Db,
  providerId: number,
  { answer, access }: FetchedList,
): Promise<ImportPreview> {
  const list = readServiceList(answer)
  if (!list) throw providerListUnreadable()
  const otherTypes = list.refused.flatMap(({ reason, remoteId }) =>
    reason === 'TYPE' && remoteId !== null ? [remoteId] : [],
  )
  const comparison = await compareListWithShop(tx, providerId, { services: list.services, otherTypes })
  // Only the newest preview of a provider is stored, so that lists of thousands of rows don't accumulate.
  await tx.rows('DELETE FROM service_previews WHERE provider_id = $1', [providerId])
  const { id } = await oneRow<{ id: number }>(
    tx,
    'INSERT INTO service_previews (provider_id, services, other_types, digest) VALUES ($1, $2, $3, $4) RETURNING id',
    [providerId, JSON.stringify(toStoredServices(list.services)), otherTypes, comparisonDigest(comparison, access)],
  )
  const counts = {
    LISTED: list.services.length,
    REFUSED: list.refused.length,
    EFFECTS: effectsShown(comparison.effects).length,
    ...countEach(comparison.changes.map(({ kind }) => kind)),
  }
  return { ...comparison, previewId: id, refused: list.refused, counts }
}

/**
 * Fetches a provider's list and previews its import, for staff.
 * @throws what `fetchServices` and `previewImport` throw
 */
export async function previewImportByStaff(
  db: Database,
  actor: StaffActor,
  { providerId }: { providerId: number },
): Promise<ImportPreview> {
  const fetched = await fetchServices(db, providerId)
  return db.transaction(async (tx) => {
    const preview = await previewImport(tx, providerId, fetched)
    const subject = { subjectType: 'provider', subjectId: providerId }
    await recordAudit(tx, actor, { action: 'provider.preview', ...subject, after: preview.counts })
    return preview
  })
}
