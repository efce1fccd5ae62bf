import { type BaseBackup, listBaseBackups, recordName } from './base-backup.ts'
import type { SealedStore } from './sealed-store.ts'
import { readWalName, walPositionOf, walPrefix } from './segments.ts'

const DAY_MS = 86_400_000

/**
 * Selects the backups that aren't needed to restore to any moment of the last `days` days: all backups before the
 * newest one that is older than `days` days.
 */
export function expiredBackups(backups: BaseBackup[], days: number, now: Date): BaseBackup[] {
  const oldest = now.getTime() - days * DAY_MS
  const needed = backups.findLastIndex(({ finishedAt }) => new Date(finishedAt).getTime() <= oldest)
  return backups.slice(0, Math.max(needed, 0))
}

/**
 * Removes expired backups, and the WAL before the oldest remaining backup of the same cluster. Returns the number of
 * removed objects.
 */
export async function expireBackups(store: SealedStore, days: number, now = new Date()): Promise<number> {
  const backups = await listBaseBackups(store)
  const expired = expiredBackups(backups, days, now)
  let removed = 0
  const remove = async (name: string) => {
    await store.remove(name)
    removed++
  }
  for (const { id } of expired) {
    // Removes the record first, so that after a crash the rest isn't mistaken for a complete backup.
    await remove(recordName(id))
    for (const name of await store.list(`base/${id}/`)) await remove(name)
  }
  const remaining = backups.slice(expired.length)
  for (const systemId of new Set(remaining.map((each) => each.systemId))) {
    const positions = remaining
      .filter((each) => each.systemId === systemId)
      .map((each) => walPositionOf(each.firstSegment))
    const oldest = positions.toSorted()[0] ?? ''
    for (const name of await store.list(walPrefix(systemId))) {
      const segment = readWalName(name)?.segment
      if (segment && walPositionOf(segment) < oldest) await remove(name)
    }
  }
  return removed
}
