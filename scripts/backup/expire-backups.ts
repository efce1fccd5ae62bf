import { type BaseBackup, listBaseBackups, recordName } from './base-backup.ts'
import type { SealedStore } from './sealed-store.ts'
import { placeOf, readWalName, walPrefix } from './segments.ts'

const DAY = 86_400_000

/**
 * Backups that are no longer needed to restore to any moment of the last `days`: all before the newest one that is older
 * than that.
 */
export function expiredBackups(backups: BaseBackup[], days: number, now: Date): BaseBackup[] {
  const oldest = now.getTime() - days * DAY
  const needed = backups.findLastIndex(({ finishedAt }) => new Date(finishedAt).getTime() <= oldest)
  return backups.slice(0, Math.max(needed, 0))
}

/** Removes expired backups, and the WAL before the oldest that is left. Returns the number of removed objects. */
export async function expireBackups(store: SealedStore, days: number, now = new Date()): Promise<number> {
  const backups = await listBaseBackups(store)
  const expired = expiredBackups(backups, days, now)
  let removed = 0
  const remove = async (name: string) => {
    await store.remove(name)
    removed++
  }
  for (const { id } of expired) {
    // First the record: what is left of a backup after a crash isn't taken for a complete one.
    await remove(recordName(id))
    for (const name of await store.list(`base/${id}/`)) await remove(name)
  }
  const left = backups.slice(expired.length)
  for (const systemId of new Set(left.map((each) => each.systemId))) {
    const places = left.filter((each) => each.systemId === systemId).map((each) => placeOf(each.firstSegment))
    const oldest = places.toSorted()[0] ?? ''
    for (const name of await store.list(walPrefix(systemId))) {
      const segment = readWalName(name)?.segment
      if (segment && placeOf(segment) < oldest) await remove(name)
    }
  }
  return removed
}
