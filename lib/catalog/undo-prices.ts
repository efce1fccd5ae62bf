import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { unitPriceToNumber } from '#lib/money/prices.ts'
import { priceUndoTooLate, unknownPriceBatch } from './errors.ts'
import { type ChangedPrice, setPrices } from './price-history.ts'
import { restorablePrices } from './queries/price-changes.ts'

/**
 * Number of prices that were put back (`restored`), and number of prices left alone because they had been changed again
 * (`skipped`).
 */
export type UndoPricesResult = { restored: number; skipped: number }

/** A bulk price change; `isOpen` is true if it is less than a day old, so that it can be undone. */
type LockedBatch = { changed: number; restored: number | null; skipped: number | null; isOpen: boolean }

/**
 * Locks a bulk price change. If two staff members undo it at the same time, the second thus finds it undone.
 * @throws NOT_FOUND
 */
async function lockBatch(tx: Db, batchId: number): Promise<LockedBatch> {
  const [batch] = await tx.rows<LockedBatch>(
    `SELECT changed, restored, skipped, created_at > now() - interval '1 day' AS is_open
     FROM price_batches WHERE id = $1 FOR UPDATE`,
    [batchId],
  )
  if (!batch) throw unknownPriceBatch()
  return batch
}

/** Locks the services whose prices a bulk change has set. */
async function lockServices(tx: Db, batchId: number): Promise<void> {
  await tx.rows(
    `SELECT FROM services WHERE id IN (SELECT service_id FROM price_changes WHERE batch_id = $1) ORDER BY id FOR UPDATE`,
    [batchId],
  )
}

/**
 * Undoes a bulk price change: puts back the old prices of the services whose price hasn't been changed again since. A
 * second undoing changes nothing and returns the numbers of the first.
 * @throws NOT_FOUND; CONFLICT the change is older than a day
 */
export function undoPrices(
  db: Database,
  actor: StaffActor,
  { batchId }: { batchId: number },
): Promise<UndoPricesResult> {
  return db.transaction(async (tx) => {
    const batch = await lockBatch(tx, batchId)
    if (batch.restored !== null) return { restored: batch.restored, skipped: batch.skipped ?? 0 }
    if (!batch.isOpen) throw priceUndoTooLate()
    await lockServices(tx, batchId)
    const prices: ChangedPrice[] = await restorablePrices(tx, batchId)
    const after = { restored: prices.length, skipped: batch.changed - prices.length }
    await tx.rows('UPDATE price_batches SET undone_at = now(), restored = $2, skipped = $3 WHERE id = $1', [
      batchId,
      after.restored,
      after.skipped,
    ])
    await setPrices(tx, actor, { cause: 'UNDO', batchId, prices })
    await recordAudit(tx, actor, {
      action: 'service.prices-undo',
      subjectType: 'service',
      subjectId: `prices-${batchId}`,
      before: { prices: prices.map(({ id, from }) => [id, unitPriceToNumber(from)]) },
      after: { ...after, prices: prices.map(({ id, to }) => [id, unitPriceToNumber(to)]) },
    })
    return after
  })
}
