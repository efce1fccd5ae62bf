import { formatLsn, parseLsn, type SystemIdentity } from './replication.ts'
import type { SealedStore } from './sealed-store.ts'

/** Name of the object that stands in the store while a cluster's gap lasts. It contains the position at its end. */
const gapName = (systemId: string): string => `gap/${systemId}`

/**
 * Records that WAL from before the server's present position may be missing in the store. A restore from a base backup
 * that began earlier would end there, so another one is needed. The record outlives the process, which may be killed
 * before the base backup is complete.
 */
export const recordGap = (store: SealedStore, { systemId, end }: SystemIdentity): Promise<void> =>
  store.put(gapName(systemId), Buffer.from(formatLsn(end)))

/** True if no base backup has been completed that began after the last recorded gap. */
export const hasGap = async (store: SealedStore, systemId: string): Promise<boolean> =>
  (await store.get(gapName(systemId))) !== null

/** Removes the record of a gap, if a complete base backup that began at `startLsn` makes up for it. */
export async function endGap(
  store: SealedStore,
  { systemId, startLsn }: { systemId: string; startLsn: string },
): Promise<void> {
  const end = await store.get(gapName(systemId))
  if (end && parseLsn(startLsn) >= parseLsn(String(end))) await store.remove(gapName(systemId))
}
