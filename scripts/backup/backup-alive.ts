import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * File that `npm run backup -- --follow` writes each time it has stored WAL. The container's health check reads the
 * file's time.
 */
export const backupHeartbeatFile = join(tmpdir(), 'shop-backup-heartbeat')

if (import.meta.main) {
  const written = statSync(backupHeartbeatFile, { throwIfNoEntry: false })
  process.exit(written && Date.now() - written.mtimeMs < 60_000 ? 0 : 1)
}
