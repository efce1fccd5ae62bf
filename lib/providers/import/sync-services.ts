import type { Database, Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { applyImport } from './apply-import.ts'
import { fetchServices } from './fetch-services.ts'
import { previewImport } from './preview-import.ts'

/**
 * Claims the providers that are due for a sync, by moving their next sync an hour ahead: other workers then skip them.
 */
const claimDueProviders = (db: Database): Promise<{ providerId: number }[]> =>
  db.rows(
    `UPDATE provider_price_lists l SET next_sync_at = now() + interval '1 hour' FROM providers p
     WHERE p.id = l.provider_id AND p.enabled AND l.auto_sync AND l.next_sync_at <= now() RETURNING l.provider_id`,
  )

/**
 * Locks a provider until the end of the transaction. Returns false if its list may no longer be imported without staff,
 * for example because `pollBalance` found another currency while the list was fetched.
 */
async function lockIfAutoSynced(tx: Db, providerId: number): Promise<boolean> {
  await tx.rows('SELECT FROM providers WHERE id = $1 FOR NO KEY UPDATE', [providerId])
  // A second statement, because only that sees the changes of the transaction that held the lock before.
  const synced = await tx.rows('SELECT FROM provider_price_lists WHERE provider_id = $1 AND auto_sync', [providerId])
  return synced.length > 0
}

/**
 * Imports a provider's list without staff. Does nothing if the automatic sync was switched off while the list was
 * fetched. If the list looks truncated (`suspicious`) or far too cheap (`collapsed` of a `ListComparison`), files a
 * task instead of applying it. If only some services would become far too cheap, these keep their price
 * (`applyImport`).
 * @throws what `fetchServices` and `previewImport` throw
 */
async function syncProvider(db: Database, providerId: number): Promise<void> {
  const answer = await fetchServices(db, providerId)
  await db.transaction(async (tx) => {
    if (!(await lockIfAutoSynced(tx, providerId))) return
    const { previewId, suspicious, collapsed, counts } = await previewImport(tx, providerId, answer)
    if (!suspicious && !collapsed) return applyImport(tx, { providerId, previewId, actorId: null })
    await fileTask(tx, { kind: 'SERVICE_LIST', refType: 'provider', refId: providerId, detail: counts })
  })
}

/** Syncs every provider that is due. An error with one provider doesn't stop the others. */
export async function syncDueProviders(db: Database): Promise<void> {
  for (const { providerId } of await claimDueProviders(db)) {
    await syncProvider(db, providerId).catch((error) =>
      log.warn('a list of services was not read', { providerId, error }),
    )
  }
}
