import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import type { Database, Db } from '#lib/core/db.ts'
import type { UnitPrice } from '#lib/money/prices.ts'
import { exchangeRateMissing, unknownTakeOver } from '../errors.ts'
import { copyRefillAndCancelTerms } from '../import/copy-refill-and-cancel-terms.ts'
import { type ProviderRate, unitCostOf } from '../import/price.ts'
import { lockListOf, storedPricingOf } from '../import/stored-services.ts'
import { takeOverProgressOf } from '../queries/take-over-progress.ts'
import type { TakeOverProgress } from './schema.ts'

/** Maximum number of services that one call of `continueTakeOver` adds. */
const CHUNK_SIZE = 200

/**
 * Locks a provider's newest take-over (its service list being added to the shop), so that two HTTP requests that
 * continue it run one after the other. First locks the provider, so that no import changes its list meanwhile. `isOpen`
 * is false if the take-over has finished.
 * @throws NOT_FOUND the provider has had no take-over
 */
async function lockTakeOver(tx: Db, providerId: number): Promise<{ id: number; isOpen: boolean }> {
  await lockListOf(tx, providerId)
  const [takeOver] = await tx.rows<{ id: number; isOpen: boolean }>(
    `SELECT id, finished_at IS NULL AS is_open FROM take_overs WHERE provider_id = $1 ORDER BY id DESC LIMIT 1 FOR UPDATE`,
    [providerId],
  )
  if (!takeOver) throw unknownTakeOver()
  return takeOver
}

/** A service of a take-over as previewed (`unitCost`), and what makes its present cost. */
type UnchangedItem = { position: number; type: ServiceTypeName; unitCost: UnitPrice; rate: ProviderRate }

const asListedStatement = `
  SELECT i.position, i.type, i.unit_cost, v.rate FROM (
    SELECT * FROM take_over_items WHERE take_over_id = $1 AND outcome IS NULL ORDER BY position LIMIT ${CHUNK_SIZE}
  ) AS i JOIN provider_services v ON v.provider_id = $2 AND v.remote_id = i.remote_id AND v.type = i.type
    AND v.min = i.min AND v.max = i.max AND NOT v.gone`

/**
 * Positions of those of the next services of a take-over that still have the cost, the type and the limits of the
 * preview. Any other would go on sale at terms that nobody was shown, perhaps below its cost.
 * @throws CONFLICT the exchange rate isn't known any more
 */
async function unchangedPositions(tx: Db, takeOverId: number, providerId: number): Promise<number[]> {
  const exchangeRate = (await storedPricingOf(tx, providerId))?.exchangeRate ?? null
  if (exchangeRate === null) throw exchangeRateMissing()
  const items = await tx.rows<UnchangedItem>(asListedStatement, [takeOverId, providerId])
  return items.filter((item) => unitCostOf(item, exchangeRate) === item.unitCost).map(({ position }) => position)
}

// Adds the next services of a take-over to the shop. Leaves out a service that was put on sale after the preview, one
// whose category was deleted, and one whose position isn't among $2 (`unchangedPositions`). Locks the categories, so
// that a concurrent deletion waits.
const addChunkStatement = `
  WITH chunk AS (
    SELECT i.*, nextval('services_id_seq')::int AS service_id, t.provider_id, t.rule, t.margin, t.step
    FROM take_over_items i JOIN take_overs t ON t.id = i.take_over_id
    WHERE i.take_over_id = $1 AND i.outcome IS NULL ORDER BY i.position LIMIT ${CHUNK_SIZE}
  ), open AS (
    SELECT id FROM categories WHERE id IN (SELECT category_id FROM chunk) AND removed_at IS NULL FOR SHARE
  ), judged AS (
    SELECT c.*, CASE
      WHEN EXISTS (SELECT FROM services s WHERE s.provider_id = c.provider_id AND s.provider_service_id = c.remote_id
        AND s.withdrawn_at IS NULL) THEN 'ON_SALE'
      WHEN c.category_id NOT IN (SELECT id FROM open) THEN 'NO_CATEGORY'
      WHEN c.position <> ALL ($2::int[]) THEN 'CHANGED'
      ELSE 'ADDED' END AS becomes
    FROM chunk c
  ), added AS (
    INSERT INTO services (id, category_id, text, type, unit_price, min, max, position, provider_id, provider_service_id, unit_cost)
    SELECT service_id, category_id, text, type, unit_price, min, max, position, provider_id, remote_id, unit_cost
    FROM judged WHERE becomes = 'ADDED' ORDER BY position RETURNING id
  ), ruled AS (
    INSERT INTO service_syncs (service_id, rule, margin, step)
    SELECT service_id, rule, margin, step FROM judged WHERE becomes = 'ADDED'
  ), settled AS (
    UPDATE take_over_items i SET outcome = j.becomes FROM judged j
    WHERE i.take_over_id = j.take_over_id AND i.position = j.position
  )
  SELECT id FROM added ORDER BY id`

/**
 * Adds the next services of a provider's newest take-over to the shop, at most 200 (CHUNK_SIZE). Does nothing if the
 * take-over has finished. Never adds a service twice, even if an HTTP request is killed or repeated. Leaves out what has
 * changed since the preview. Returns the progress.
 * @throws NOT_FOUND the provider has had no take-over; CONFLICT the exchange rate isn't known any more
 */
export function continueTakeOver(
  db: Database,
  actor: StaffActor,
  { providerId }: { providerId: number },
): Promise<TakeOverProgress> {
  return db.transaction(async (tx) => {
    const { id, isOpen } = await lockTakeOver(tx, providerId)
    if (!isOpen) return takeOverProgressOf(tx, id)
    const added = await tx.rows<{ id: number }>(addChunkStatement, [id, await unchangedPositions(tx, id, providerId)])
    await copyRefillAndCancelTerms(
      tx,
      added.map((service) => service.id),
    )
    const progress = await takeOverProgressOf(tx, id)
    if (progress.left === 0) await tx.rows('UPDATE take_overs SET finished_at = now() WHERE id = $1', [id])
    if (added.length > 0)
      await recordAudit(tx, actor, {
        action: 'provider.import',
        subjectType: 'provider',
        subjectId: providerId,
        after: { takeOver: id, ids: added.map((service) => service.id), left: progress.left },
      })
    return progress
  })
}

/**
 * Stops a provider's newest take-over: services already added stay, the others aren't added. Does nothing if the
 * take-over has finished. Returns the progress.
 * @throws NOT_FOUND the provider has had no take-over
 */
export function stopTakeOver(
  db: Database,
  actor: StaffActor,
  { providerId }: { providerId: number },
): Promise<TakeOverProgress> {
  return db.transaction(async (tx) => {
    const { id, isOpen } = await lockTakeOver(tx, providerId)
    if (!isOpen) return takeOverProgressOf(tx, id)
    await tx.rows("UPDATE take_over_items SET outcome = 'STOPPED' WHERE take_over_id = $1 AND outcome IS NULL", [id])
    await tx.rows('UPDATE take_overs SET finished_at = now() WHERE id = $1', [id])
    const after = await takeOverProgressOf(tx, id)
    const subject = { subjectType: 'provider', subjectId: providerId }
    await recordAudit(tx, actor, { action: 'provider.take-over.stop', ...subject, after })
    return after
  })
}
