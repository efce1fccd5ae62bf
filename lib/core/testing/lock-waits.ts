import { expect, vi } from 'vitest'
import { db } from '../db.ts'

const lockWaits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

/**
 * Waits until exactly `count` connections to the test file's database wait for a lock. With this a test arranges a
 * race: while its own transaction holds the lock, it starts the other act and goes on once that waits.
 */
export const expectLockWaits = (count = 1): Promise<void> =>
  vi.waitFor(async () => expect(await db().rows(lockWaits)).toHaveLength(count), 60_000)
