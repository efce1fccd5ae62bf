import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * File that `npm run backup -- --follow` writes each time WAL was stored; the container's health check reads its
 * time.
 */
export const backupHeartbeatFile = join(tmpdir(), 'shop-backup-heartbeat')

if (import.meta.main) {
  const written = statSync(backupHeartbeatFile, { throwIfNoEntry: false })
  process.exit(written && Date.now() - written.mtimeMs < 60_000 ? 0 : 1)
}
