import type { Database } from '#lib/core/db.ts'
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
 * Imports a provider's list without staff. If the list looks truncated (`isSuspicious`) or far too cheap
 * (`hasCollapsed`), applies nothing and files a task instead.
 */
async function syncProvider(db: Database, providerId: number): Promise<void> {
  const answer = await fetchServices(db, providerId)
  await db.transaction(async (tx) => {
    const { previewId, suspicious, collapsed, counts } = await previewImport(tx, providerId, answer)
    if (!suspicious && !collapsed) return applyImport(tx, providerId, previewId)
    await fileTask(tx, { kind: 'SERVICE_LIST', refType: 'provider', refId: providerId, detail: counts })
  })
}

/** Syncs every provider that is due. An error with one doesn't stop the others. */
export async function syncDueProviders(db: Database): Promise<void> {
  for (const { providerId } of await claimDueProviders(db)) {
    await syncProvider(db, providerId).catch((error) =>
      log.warn('a list of services was not read', { providerId, error }),
    )
  }
}
