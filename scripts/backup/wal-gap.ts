import type { EncryptedStore } from './encrypted-store.ts'
import { type ClusterIdentity, formatLsn, parseLsn } from './replication.ts'

/**
 * Name of the object that records a gap in the WAL of a cluster until a base backup makes the missing WAL unnecessary.
 * The object contains the position at which the gap ends.
 */
const gapName = (systemId: string): string => `gap/${systemId}`

/**
 * Records that WAL from before the server's present position may be missing in the store. A restore from an older base
 * backup would stop at the missing WAL, so a new base backup is needed. The record is in the store, because this
 * process may be killed before the new base backup is complete.
 */
export const recordWalGap = (store: EncryptedStore, { systemId, end }: ClusterIdentity): Promise<void> =>
  store.put(gapName(systemId), Buffer.from(formatLsn(end)))

/** True if a gap is recorded: no base backup that began after the gap has been completed. */
export const hasWalGap = async (store: EncryptedStore, systemId: string): Promise<boolean> =>
  (await store.get(gapName(systemId))) !== null

/**
 * Removes the record of a gap if the gap ends before `startLsn`, at which a complete base backup began: a restore from
 * this backup doesn't need the missing WAL.
 */
export async function removeCoveredWalGap(
  store: EncryptedStore,
  { systemId, startLsn }: { systemId: string; startLsn: string },
): Promise<void> {
  const end = await store.get(gapName(systemId))
  if (end && parseLsn(startLsn) >= parseLsn(String(end))) await store.remove(gapName(systemId))
}
