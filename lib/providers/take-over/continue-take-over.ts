import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { unknownTakeOver } from '../errors.ts'
import { copyRefillAndCancelTerms } from '../import/copy-refill-and-cancel-terms.ts'
import { takeOverProgressOf } from '../queries/take-over-progress.ts'
import type { TakeOverProgress } from './schema.ts'

/** Maximum number of services that one call of `continueTakeOver` adds. */
const CHUNK_SIZE = 200

/**
 * Locks a provider's newest take-over (its service list being added to the shop), so that two HTTP requests that
 * continue it run one after the other. `isOpen` is false if the take-over has finished.
 * @throws NOT_FOUND the provider has had no take-over
 */
async function lockTakeOver(tx: Db, providerId: number): Promise<{ id: number; isOpen: boolean }> {
  const [takeOver] = await tx.rows<{ id: number; isOpen: boolean }>(
    `SELECT id, finished_at IS NULL AS is_open FROM take_overs WHERE provider_id = $1 ORDER BY id DESC LIMIT 1 FOR UPDATE`,
    [providerId],
  )
  if (!takeOver) throw unknownTakeOver()
  return takeOver
}

// Adds the next services of a take-over to the shop. Leaves out a service that was put on sale after the preview, and a
// service whose category was deleted. Locks the categories, so that a concurrent deletion waits.
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
 * take-over has finished. Never adds a service twice, even if an HTTP request is killed or repeated. Returns the
 * progress.
 * @throws NOT_FOUND the provider has had no take-over
 */
export function continueTakeOver(
  db: Database,
  actor: StaffActor,
  { providerId }: { providerId: number },
): Promise<TakeOverProgress> {
  return db.transaction(async (tx) => {
    const { id, isOpen } = await lockTakeOver(tx, providerId)
    if (!isOpen) return takeOverProgressOf(tx, id)
    const added = await tx.rows<{ id: number }>(addChunkStatement, [id])
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
