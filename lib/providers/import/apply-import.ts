import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { importPreviewOutdated, unknownImportPreview } from '../errors.ts'
import { effectsShown, type ServiceEffect } from './effects-of-changes.ts'
import { endHeldListTask } from './end-held-list-task.ts'
import { readAccessDigest } from './fetch-services.ts'
import { fileTaskAboutCheapServices, holdPrices } from './hold-cheap-services.ts'
import { compareListWithShop, comparisonDigest, type ListComparison } from './preview-import.ts'
import { OTHER_TYPE } from './price.ts'
import { fromStoredServices, listedServiceColumns, type StoredService } from './stored-services.ts'

/** A provider, and the preview of an import of its list. */
type PreviewRef = { providerId: number; previewId: number }

type LockedPreview = {
  providerId: number
  services: StoredService[]
  otherTypes: string[]
  digest: Buffer
  appliedAt: Date | null
}

/**
 * Locks the preview of an import, and its provider. So if the import is applied twice at the same time, the second
 * attempt finds it already applied.
 * @throws NOT_FOUND no such preview; CONFLICT already applied
 */
async function lockPreview(tx: Db, previewId: number, providerId: number): Promise<LockedPreview> {
  const [preview] = await tx.rows<LockedPreview>(
    `SELECT v.provider_id, v.services, v.other_types, v.digest, v.applied_at FROM service_previews v JOIN providers p ON p.id = v.provider_id
     WHERE v.id = $1 AND v.provider_id = $2 FOR UPDATE OF v, p`,
    [previewId, providerId],
  )
  if (!preview) throw unknownImportPreview()
  if (preview.appliedAt) throw importPreviewOutdated()
  return preview
}

const storeServicesStatement = `
  INSERT INTO provider_services (provider_id, ${listedServiceColumns})
  SELECT $1, r.* FROM jsonb_to_recordset($2::jsonb) AS r("remoteId" text, name text, type text, category text, rate bigint, min int,
    max int, refill boolean, cancel boolean, dripfeed boolean)
  ON CONFLICT (provider_id, remote_id) DO UPDATE SET name = excluded.name, type = excluded.type, category = excluded.category,
    rate = excluded.rate, min = excluded.min, max = excluded.max, refill = excluded.refill, cancel = excluded.cancel,
    dripfeed = excluded.dripfeed, gone = false`

const markGoneStatement = `
  UPDATE provider_services SET gone = true WHERE provider_id = $1 AND NOT gone AND remote_id <> ALL ($2::text[])`

// Sets the type of provider services to OTHER_TYPE if the shop doesn't know their present type. Only services that an
// earlier import stored have a row. These services count as gone, even if another row of the list gives the same id a
// known type.
const markOtherStatement = `
  UPDATE provider_services SET type = '${OTHER_TYPE}', gone = true WHERE provider_id = $1 AND remote_id = ANY ($2::text[])`

const setTermsStatement = `
  WITH wanted AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(id int, "unitPrice" bigint, "unitCost" bigint, min int, max int,
      "isReadOnly" boolean, "offBySync" boolean, rule text)
  ), noted AS (
    INSERT INTO service_syncs (service_id, rule, margin, off_by_sync) SELECT id, rule, 0, "offBySync" FROM wanted
    ON CONFLICT (service_id) DO UPDATE SET off_by_sync = excluded.off_by_sync
  ), priced AS (
    INSERT INTO price_changes (service_id, price_from, price_to, cause, actor_id)
    SELECT s.id, s.unit_price, w."unitPrice", 'SYNC', $2::int FROM wanted w JOIN services s ON s.id = w.id
    WHERE s.unit_price <> w."unitPrice" ORDER BY s.id
  )
  UPDATE services s SET unit_price = w."unitPrice", unit_cost = w."unitCost", min = w.min, max = w.max,
    is_read_only = w."isReadOnly"
  FROM wanted w WHERE s.id = w.id`

const effectAsJson = ({ serviceId, rule, after }: ServiceEffect) => ({
  id: serviceId,
  rule,
  ...after,
  unitPrice: String(after.unitPrice),
  unitCost: after.unitCost === null ? null : String(after.unitCost),
})

/**
 * Files a task for each service of the shop that the provider can no longer fulfil. The service is newly missing in the
 * provider's list, or it goes off sale because it is missing or has another type there. Staff must find another
 * provider for it, or withdraw it.
 */
async function fileGoneTasks(tx: Db, { changes, effects }: ListComparison, providerId: number): Promise<void> {
  const goneIds = [...changes.filter(({ kind }) => kind === 'GONE'), ...effects.filter((effect) => effect.gone)].map(
    ({ remoteId }) => remoteId,
  )
  const soldServices = await tx.rows<{ id: number }>(
    `SELECT id FROM services WHERE provider_id = $1 AND provider_service_id = ANY ($2::text[]) AND withdrawn_at IS NULL`,
    [providerId, goneIds],
  )
  for (const { id } of soldServices)
    await fileTask(tx, { kind: 'SERVICE_GONE', refType: 'service', refId: id, detail: { providerId } })
}

/**
 * Applies a previewed import: stores the provider's list and changes the shop's services accordingly. Also ends the
 * task about an earlier list that wasn't applied, unless that task is about a new currency (`endHeldListTask`). `tx`
 * must be a transaction.
 *
 * Without staff (`actorId` null), services that would become far too cheap keep everything except their minimum and
 * maximum quantity (`idsOfTooCheapServices`), and a task is filed about them (`fileTaskAboutCheapServices`).
 * @throws NOT_FOUND no such preview; CONFLICT the import was already applied, its effects would now differ from the
 * preview, the provider's address or key has changed, or the exchange rate isn't known (`compareListWithShop`)
 */
export async function applyImport(
  tx: Db,
  { providerId, previewId, actorId }: PreviewRef & { actorId: number | null },
): Promise<ListComparison> {
  const preview = await lockPreview(tx, previewId, providerId)
  const listed = fromStoredServices(preview.services)
  const comparison = await compareListWithShop(tx, providerId, { services: listed, otherTypes: preview.otherTypes })
  const access = await readAccessDigest(tx, providerId)
  if (!comparisonDigest(comparison, access).equals(preview.digest)) throw importPreviewOutdated()
  await tx.rows(storeServicesStatement, [providerId, JSON.stringify(preview.services)])
  await tx.rows(markGoneStatement, [providerId, listed.map(({ remoteId }) => remoteId)])
  await tx.rows(markOtherStatement, [providerId, preview.otherTypes])
  const held = actorId === null ? comparison.held : []
  const effects = holdPrices(comparison.effects, held)
  await tx.rows(setTermsStatement, [JSON.stringify(effects.map(effectAsJson)), actorId])
  await fileTaskAboutCheapServices(tx, providerId, held)
  await fileGoneTasks(tx, comparison, providerId)
  await endHeldListTask(tx, { providerId, applied: true, by: actorId })
  await tx.rows('UPDATE service_previews SET applied_at = now() WHERE id = $1', [previewId])
  await tx.rows(
    `INSERT INTO provider_price_lists (provider_id, synced_at) VALUES ($1, now())
     ON CONFLICT (provider_id) DO UPDATE SET synced_at = now()`,
    [providerId],
  )
  return comparison
}

/**
 * Applies a previewed import for staff, with an audit row. Returns the number of changes in the provider's list
 * (`changes`), and the number of the shop's services, without withdrawn ones, that they changed
 * (`effects`).
 * @throws what `applyImport` throws
 */
export function applyImportByStaff(
  db: Database,
  actor: StaffActor,
  { providerId, previewId }: PreviewRef,
): Promise<{ changes: number; effects: number }> {
  return db.transaction(async (tx) => {
    const { changes, effects } = await applyImport(tx, { providerId, previewId, actorId: actor.memberId })
    const after = { changes: changes.length, effects: effectsShown(effects).length }
    await recordAudit(tx, actor, { action: 'provider.sync', subjectType: 'provider', subjectId: providerId, after })
    return after
  })
}
