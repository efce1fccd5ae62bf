import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { sha256 } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { exchangeRateMissing, noServiceList, unknownProvider } from '../errors.ts'
import { diffServices, isSuspicious, type ServiceChange } from './diff-services.ts'
import { effectsOf, type ServiceEffect } from './effects-of-changes.ts'
import { fetchServices } from './fetch-services.ts'
import type { ListedService, RefusedRow } from './read-row.ts'
import { readServiceList } from './read-service-list.ts'
import { knownServices, linkedServices, priceListOf, toStored } from './stored-services.ts'

export type Comparison = { changes: ServiceChange[]; effects: ServiceEffect[]; suspicious: boolean }

export type Preview = Comparison & { previewId: number; refused: RefusedRow[]; counts: Record<string, number> }

/**
 * Compares a list with the last import and with the services on sale; locks the services it affects.
 * @throws CONFLICT the exchange rate isn't known, but services on sale depend on it
 */
export async function compareWithShop(
  db: Db,
  providerId: number,
  listed: readonly ListedService[],
): Promise<Comparison> {
  const prices = await priceListOf(db, providerId)
  if (!prices) throw unknownProvider()
  const known = await knownServices(db, providerId)
  const changes = diffServices(known, listed)
  const linked = await linkedServices(db, providerId)
  if (linked.length > 0 && prices.exchangeRate === null) throw exchangeRateMissing()
  const effects = effectsOf(linked, listed, prices.exchangeRate ?? 0n)
  return { changes, effects, suspicious: isSuspicious(known, changes) }
}

/**
 * Digest of a comparison, stored with its preview. Applying the preview compares again, and is refused if the digest
 * has changed.
 */
export const digestOf = ({ changes, effects }: Comparison): Buffer =>
  sha256(JSON.stringify([changes, effects], (_, value) => (typeof value === 'bigint' ? String(value) : value)))

function countByText(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of texts) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/**
 * Reads a provider's response and stores it as a preview of its effects. Changes no service.
 * @throws NOT_FOUND no such provider; CONFLICT the response contains no list
 */
export async function previewImport(tx: Db, providerId: number, answer: unknown): Promise<Preview> {
  const list = readServiceList(answer)
  if (!list) throw noServiceList()
  const comparison = await compareWithShop(tx, providerId, list.services)
  // Only the newest preview is kept: lists of thousands of rows don't accumulate.
  await tx.rows('DELETE FROM service_previews WHERE provider_id = $1', [providerId])
  const { id } = await oneRow<{ id: number }>(
    tx,
    'INSERT INTO service_previews (provider_id, services, digest) VALUES ($1, $2, $3) RETURNING id',
    [providerId, JSON.stringify(toStored(list.services)), digestOf(comparison)],
  )
  const counts = {
    LISTED: list.services.length,
    REFUSED: list.refused.length,
    EFFECTS: comparison.effects.length,
    ...countByText(comparison.changes.map(({ kind }) => kind)),
  }
  return { ...comparison, previewId: id, refused: list.refused, counts }
}

/**
 * Fetches a provider's list and previews its import, for staff.
 * @throws as `previewImport`
 */
export async function previewByStaff(
  db: Database,
  actor: StaffActor,
  { providerId }: { providerId: number },
): Promise<Preview> {
  const answer = await fetchServices(db, providerId)
  return db.transaction(async (tx) => {
    const preview = await previewImport(tx, providerId, answer)
    const subject = { subjectType: 'provider', subjectId: providerId }
    await recordAudit(tx, actor, { action: 'provider.preview', ...subject, after: preview.counts })
    return preview
  })
}
