import { type Database, type Db, db, openDatabase } from './db.ts'
import { env } from './env.ts'
import { log } from './log.ts'
import { singleton } from './singleton.ts'

/** Maximum age of the replica's data, in milliseconds. While the data are older, reads use the database itself. */
export const MAX_STALE_MS = 5_000

const CHECK_EVERY_MS = 1_000

/**
 * Length of the database's write-ahead log at the time `at`, in bytes. Times are those of `performance.now`, because
 * with the time of day, a replica that is behind would still be read after the clock was set back.
 */
type LogPosition = { at: number; bytes: bigint }

type Replica = {
  database: Database
  /** Positions of the database itself at the last checks, oldest first. */
  written: LogPosition[]
  /** The replica contains everything written until this time, and maybe later writes. */
  asOf: number
}

const writtenSql = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS bytes"
const replayedSql = "SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint AS bytes"

const bytesOf = async (handle: Db, statement: string): Promise<bigint | null> =>
  (await handle.rows<{ bytes: bigint | null }>(statement))[0]?.bytes ?? null

/**
 * Computes `asOf` by comparing the log position that the replica has replayed with positions that the database had at
 * known times. The time of the last replayed transaction isn't used, because it looks old whenever nobody writes.
 */
async function checkReplica(replica: Replica, primary: Db): Promise<void> {
  const at = performance.now()
  const bytes = await bytesOf(primary, writtenSql)
  if (bytes !== null) replica.written = [...replica.written.slice(-60), { at, bytes }]
  const replayed = await bytesOf(replica.database, replayedSql)
  if (replayed === null) return
  const reached = replica.written.findLast((written) => written.bytes <= replayed)
  if (reached) replica.asOf = Math.max(replica.asOf, reached.at)
}

function openReplica(url: string): Replica {
  const replica: Replica = {
    database: openDatabase(url, env().DATABASE_POOL, { name: 'replica' }),
    written: [],
    asOf: Number.NEGATIVE_INFINITY,
  }
  let wasBehind = true
  let lastFault: string | null = null
  const check = async () => {
    const error: Error | null = await checkReplica(replica, db()).then(
      () => null,
      (fault) => fault,
    )
    // Logs each fault once, not at every check: a replica may be gone for days.
    if (error && error.message !== lastFault) log.warn('the replica can not be checked', { error })
    lastFault = error?.message ?? null
    const isBehind = !isFresh(replica)
    if (isBehind !== wasBehind) log.info(isBehind ? 'the replica is not read' : 'the replica is read')
    wasBehind = isBehind
    setTimeout(check, CHECK_EVERY_MS).unref()
  }
  void check()
  return replica
}

const isFresh = ({ asOf }: Replica): boolean => performance.now() - asOf <= MAX_STALE_MS

/**
 * The database for a history or a report that may be MAX_STALE_MS old: the replica of READ_DATABASE_URL. It is the
 * database itself if there is no replica, or if the replica is too far behind or fails. Don't use it for reads that
 * decide about money.
 */
export function databaseForReads(): Db {
  const { READ_DATABASE_URL: url } = env()
  if (!url) return db()
  const replica = singleton(`replica ${url}`, () => openReplica(url))
  if (!isFresh(replica)) return db()
  const { rows: readReplica } = replica.database
  const { rows: readPrimary } = db()
  return {
    // Only the caller knows the type of the rows.
    rows: (statement, values) =>
      readReplica(statement, values).catch((error) => {
        log.warn('a read of the replica failed', { error })
        replica.asOf = Number.NEGATIVE_INFINITY
        return readPrimary(statement, values)
      }) as Promise<never[]>,
  }
}
