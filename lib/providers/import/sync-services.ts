import type { Database, Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { applyImport } from './apply-import.ts'
import { fetchServices } from './fetch-services.ts'
import { previewImport } from './preview-import.ts'

/**
 * Claims the providers that are due for a sync and returns their ids. Their next sync is moved an hour ahead, so that
 * other workers skip them.
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
  // This must be a statement of its own: only one that starts after the lock is granted sees what the previous holder
  // of the lock committed.
  const synced = await tx.rows('SELECT FROM provider_price_lists WHERE provider_id = $1 AND auto_sync', [providerId])
  return synced.length > 0
}

/**
 * Imports a provider's list without staff. Does nothing if the automatic sync was switched off while the list was
 * fetched. If the list looks truncated (`suspicious`) or far too cheap (`collapsed` of a `ListComparison`), files a
 * task instead of applying it. If only some services would become far too cheap, these keep their price
 * (`applyImport`).
 * @throws what `fetchServices`, `previewImport` and `applyImport` throw; CONFLICT also if the provider's address or key
 * has changed since the list was fetched
 */
async function syncProvider(db: Database, providerId: number): Promise<void> {
  const fetched = await fetchServices(db, providerId)
  await db.transaction(async (tx) => {
    if (!(await lockIfAutoSynced(tx, providerId))) return
    const { previewId, suspicious, collapsed, counts } = await previewImport(tx, providerId, fetched)
    if (!suspicious && !collapsed) return applyImport(tx, { providerId, previewId, actorId: null })
    await fileTask(tx, { kind: 'SERVICE_LIST', refType: 'provider', refId: providerId, detail: counts })
  })
}

/** If a provider's list can't be read, a task is filed once the list that was applied last is older than this. */
const FILE_AFTER = "interval '24 hours'"
/** For this long after staff closed the task about a provider's list, no new one is filed about the same provider. */
const REFILE_AFTER = "interval '3 days'"

// Files nothing if a task about the provider's list is already open, because that task already tells staff that no list
// is applied.
const fileUnreadTaskStatement = `
  INSERT INTO tasks (kind, ref_type, ref_id, detail)
  SELECT 'SERVICE_LIST', 'provider', l.provider_id, jsonb_build_object('unread', true, 'appliedAt', l.synced_at)
  FROM provider_price_lists l
  WHERE l.provider_id = $1 AND l.auto_sync AND coalesce(l.synced_at, '-infinity') < now() - ${FILE_AFTER}
    AND NOT EXISTS (SELECT FROM tasks t WHERE t.kind = 'SERVICE_LIST' AND t.ref_type = 'provider' AND t.ref_id = $1
      AND t.resolved_by IS NOT NULL AND t.resolved_at > now() - ${REFILE_AFTER})
  ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO NOTHING`

/**
 * Handles a sync that failed. A single failure is only logged, because the next sync may succeed. If no list was
 * applied for 24 hours (FILE_AFTER), files a task: the shop's prices no longer follow the provider's.
 */
async function handleFailure(db: Database, providerId: number, error: unknown): Promise<void> {
  log.warn('a list of services was not applied', { providerId, error })
  await db.rows(fileUnreadTaskStatement, [providerId])
}

/** Syncs every provider that is due. An error with one provider doesn't stop the others. */
export async function syncDueProviders(db: Database): Promise<void> {
  for (const { providerId } of await claimDueProviders(db)) {
    await syncProvider(db, providerId).catch((error) => handleFailure(db, providerId, error))
  }
}
