import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * File that the worker writes every 10 seconds while it is alive and reaches the database. The container's health check
 * reads the file's time, because the worker has no port.
 */
export const workerHeartbeatFile = join(tmpdir(), 'shop-worker-heartbeat')

/** Milliseconds since the worker last wrote the file; infinite if there is no file. */
function heartbeatAge(): number {
  const written = statSync(workerHeartbeatFile, { throwIfNoEntry: false })
  return written ? Date.now() - written.mtimeMs : Number.POSITIVE_INFINITY
}

if (import.meta.main) process.exit(heartbeatAge() < 45_000 ? 0 : 1)
