import { parseArgs } from 'node:util'
import { readBackupEnvironment } from './backup/backup-environment.ts'
import { openEncryptedStore } from './backup/encrypted-store.ts'
import { restore } from './backup/restore.ts'

const usage = `npm run restore -- --into <data directory> [--to <time>] [--timeline <number>] [--owner <uid>:<gid>]
  --into      a data directory of PostgreSQL, empty or missing
  --to        moment to restore to, with its time zone, as 2026-11-24T12:00:00+09:00; without it everything archived
  --timeline  the timeline to follow, if an earlier restore made several; the newest without it
  --owner     the account that PostgreSQL runs as, where root restores`

const text = { type: 'string' } as const
const options = { into: text, to: text, timeline: text, owner: text }

/** Parses a time. It must name its time zone, because otherwise the restore could be nine hours off. */
function momentOf(text: string): Date {
  const moment = new Date(text)
  if (!/(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new Error(`'${text}' is no moment with a time zone, as 2026-11-24T12:00:00+09:00`)
  return moment
}

async function run(): Promise<void> {
  const { into, to, timeline, owner } = parseArgs({ options }).values
  if (!into) throw new Error(usage)
  const [uid, gid] = owner?.split(':').map(Number) ?? []
  const moment = to === undefined ? null : momentOf(to)
  const { backup, files, segments } = await restore({
    store: openEncryptedStore(readBackupEnvironment()),
    into,
    to: moment,
    ...(timeline && { timeline: Number(timeline) }),
    ...(uid !== undefined && gid !== undefined && { account: { uid, gid } }),
  })
  console.log(`${into}: ${files} files of ${backup.id}, each as its checksum says, and ${segments} segments of WAL.
Start PostgreSQL ${backup.serverVersion} there: it replays the changes ${moment ? `up to ${moment.toISOString()}` : 'to the last that was archived'} and opens.
If it ends with "recovery ended before configured recovery target was reached", nothing was committed after that
moment: remove the line recovery_target_time from postgresql.auto.conf and start it again.
Then: npm run restored`)
}

try {
  await run()
  process.exit()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
