import { type BaseBackup, listBaseBackups, removeBaseBackup } from './base-backup.ts'
import type { EncryptedStore } from './encrypted-store.ts'
import { removeLogicalCopy } from './logical-copy.ts'
import { parseWalName, walPositionOf, walPrefix } from './segments.ts'

const DAY_MS = 86_400_000

/**
 * Selects the backups that aren't needed to restore to any moment of the last `days` days: all backups before the
 * newest one that is older than `days` days.
 */
export function selectExpiredBackups(backups: BaseBackup[], days: number, now: Date): BaseBackup[] {
  const oldest = now.getTime() - days * DAY_MS
  const needed = backups.findLastIndex(({ finishedAt }) => new Date(finishedAt).getTime() <= oldest)
  return backups.slice(0, Math.max(needed, 0))
}

/** Time at which a base backup or logical copy began, from its id; NaN for an id of another form. */
const beginningOf = (id: string): number =>
  Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-\w+)?$/, '$1-$2-$3T$4:$5:$6Z'))

/** Removes logical copies that are older than `days` days, complete or not. */
export async function expireLogicalCopies(store: EncryptedStore, days: number, now = new Date()): Promise<void> {
  const ids = new Set((await store.list('copy/')).map((name) => name.split('/')[1] ?? ''))
  for (const id of ids) if (beginningOf(id) < now.getTime() - days * DAY_MS) await removeLogicalCopy(store, id)
}

/**
 * Ids of base backups that were never completed, because their process was killed, and that began at least a day before
 * the newest complete one. A younger backup may still be in progress.
 */
async function abandonedBackups(store: EncryptedStore, backups: BaseBackup[]): Promise<string[]> {
  const complete = new Set(backups.map(({ id }) => id))
  const ids = new Set((await store.list('base/')).map((name) => name.split('/')[1] ?? ''))
  const newest = Date.parse(backups.at(-1)?.finishedAt ?? '')
  return [...ids].filter((id) => !complete.has(id) && beginningOf(id) < newest - DAY_MS)
}

/**
 * Removes expired and abandoned backups, old logical copies, and the WAL before the oldest remaining backup of the same
 * cluster. Returns the number of removed objects.
 */
export async function expireBackups(store: EncryptedStore, days: number, now = new Date()): Promise<number> {
  const backups = await listBaseBackups(store)
  const expired = selectExpiredBackups(backups, days, now)
  let removed = 0
  const remove = async (name: string) => {
    await store.remove(name)
    removed++
  }
  const remaining = backups.slice(expired.length)
  for (const systemId of new Set(backups.map((each) => each.systemId))) {
    const positions = remaining
      .filter((each) => each.systemId === systemId)
      .map((each) => walPositionOf(each.firstSegment))
    const oldest = positions.toSorted()[0]
    for (const name of await store.list(walPrefix(systemId))) {
      const segment = parseWalName(name)?.segment
      // A cluster without a base backup is one that the shop has moved away from. Its WAL is of no use.
      if (oldest === undefined || (segment && walPositionOf(segment) < oldest)) await remove(name)
    }
  }
  // Backups are removed after the WAL, because the WAL of a former cluster is found through the cluster's last backup.
  for (const id of [...expired.map((each) => each.id), ...(await abandonedBackups(store, backups))])
    removed += await removeBaseBackup(store, id)
  await expireLogicalCopies(store, days, now)
  return removed
}
