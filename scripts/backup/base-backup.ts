import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { EncryptedStore } from './encrypted-store.ts'
import { CopyCommand, formatLsn, identifyCluster, openReplication, parseLsn } from './replication.ts'
import { segmentName, segmentNumber } from './segments.ts'
import { removeCoveredWalGap } from './wal-gap.ts'

/**
 * The record that is stored beside a base backup's data. It is written last, so a backup without a record is
 * incomplete.
 */
export type BaseBackup = {
  id: string
  systemId: string
  timeline: number
  /** First WAL segment that is needed to restore the backup. */
  firstSegment: string
  startLsn: string
  stopLsn: string
  segmentBytes: number
  serverVersion: string
  /** Times by the database's clock. A backup can be restored to any moment after `finishedAt`. */
  startedAt: string
  finishedAt: string
  /** Bytes of the data before compression. */
  bytes: number
  /** Number of objects in the store that contain the data. */
  objects: number
}

/** Number of collected bytes, before compression, at which an object of a base backup is stored. */
const OBJECT_BYTES = 16 * 2 ** 20

/** Name of the object that contains part number `at`, from 0, of a base backup's data. */
export const dataObjectName = (id: string, at: number): string => `base/${id}/data-${String(at).padStart(6, '0')}`
export const manifestObjectName = (id: string): string => `base/${id}/manifest`
/** Name of the object that contains the record of a base backup (`BaseBackup`). */
export const recordObjectName = (id: string): string => `base/${id}/backup.json`

/** Collects data, and stores an object as soon as there is enough for one. */
class ObjectWriter {
  bytes = 0
  objects = 0
  private waiting: Buffer[] = []
  private waitingBytes = 0
  private readonly store: (at: number, content: Buffer) => Promise<void>

  constructor(store: (at: number, content: Buffer) => Promise<void>) {
    this.store = store
  }

  /** Adds data. Returns a promise if an object is being stored; the caller must stop reading until it resolves. */
  add(data: Buffer): Promise<void> | undefined {
    this.waiting.push(data)
    this.waitingBytes += data.length
    return this.waitingBytes >= OBJECT_BYTES ? this.flush() : undefined
  }

  async flush(): Promise<void> {
    if (this.waitingBytes === 0) return
    const content = Buffer.concat(this.waiting)
    this.waiting = []
    this.waitingBytes = 0
    this.bytes += content.length
    await this.store(this.objects++, content)
  }
}

type ReceivedBackup = { startLsn: string; timeline: number; stopLsn: string; manifest: Buffer }

/** First bytes of the messages of BASE_BACKUP: each states the kind of its message's content. */
const NEW_ARCHIVE = 0x6e
const DATA = 0x64
const MANIFEST = 0x6d

/**
 * Runs BASE_BACKUP and passes the tar archive to `writer`. The archive contains the WAL that is written during the
 * backup, so that the backup can be restored even without the WAL in the store.
 */
async function receiveBackup(client: pg.Client, id: string, writer: ObjectWriter): Promise<ReceivedBackup> {
  const rows: (string | null)[][] = []
  const manifest: Buffer[] = []
  let inManifest = false
  let archives = 0
  let stored = Promise.resolve()
  let failure: unknown
  const options = `LABEL '${id}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'`
  const command = new CopyCommand(`BASE_BACKUP (${options})`, {
    onRow: (fields) => rows.push(fields),
    onData: (part) => {
      // The content is copied, because pg reuses the buffer for the next read.
      const content = Buffer.from(part.subarray(1))
      if (part[0] === NEW_ARCHIVE) archives++
      if (part[0] === MANIFEST) inManifest = true
      if (part[0] !== DATA) return
      if (inManifest) return void manifest.push(content)
      // The rest of a backup that has failed is read and dropped.
      if (failure !== undefined) return
      const storing = writer.add(content)
      if (!storing) return
      command.pause()
      const settled = storing
        .catch((error) => {
          failure ??= error
        })
        .finally(() => command.resume())
      stored = stored.then(() => settled)
    },
  })
  client.query(command)
  await command.done
  await stored
  if (failure !== undefined) throw failure
  await writer.flush()
  if (archives !== 1) throw new Error('the cluster has tablespaces of its own, which are not backed up')
  const [start, stop] = [rows[0], rows.at(-1)]
  if (!(start?.[0] && stop?.[0])) throw new Error('BASE_BACKUP did not say where it begins and ends')
  return { startLsn: start[0], timeline: Number(start[1]), stopLsn: stop[0], manifest: Buffer.concat(manifest) }
}

const timeOf = async (client: pg.Client): Promise<Date> =>
  (await client.query('SELECT clock_timestamp() AS now')).rows[0].now

/** Id of a backup: the time when it began, and four random hex digits in case two begin at the same moment. */
const idOf = (startedAt: Date): string =>
  `${startedAt.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')}-${randomBytes(2).toString('hex')}`

/**
 * Removes all objects of a base backup, its record first, so that the rest isn't mistaken for a complete backup.
 * Returns the number of objects.
 */
export async function removeBaseBackup(store: EncryptedStore, id: string): Promise<number> {
  const names = await store.list(`base/${id}/`)
  const record = recordObjectName(id)
  for (const name of [...names.filter((each) => each === record), ...names.filter((each) => each !== record)])
    await store.remove(name)
  return names.length
}

/**
 * Copies the whole cluster into the store while PostgreSQL runs. Removes a copy that fails: the copy is tried again
 * later, and the remains of all attempts would fill the store, so that WAL could no longer be archived. Returns the
 * backup's record.
 */
export async function takeBaseBackup(url: string, store: EncryptedStore): Promise<BaseBackup> {
  const sql = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  sql.on('error', () => undefined)
  await sql.connect()
  const client = await openReplication(url)
  let begunId: string | undefined
  try {
    const { systemId, segmentBytes } = await identifyCluster(client)
    const startedAt = await timeOf(sql)
    const id = idOf(startedAt)
    begunId = id
    const writer = new ObjectWriter((at, content) => store.put(dataObjectName(id, at), content))
    const { startLsn, timeline, stopLsn, manifest } = await receiveBackup(client, id, writer)
    await store.put(manifestObjectName(id), manifest)
    const backup: BaseBackup = {
      id,
      systemId,
      timeline,
      firstSegment: segmentName(timeline, segmentNumber(parseLsn(startLsn), segmentBytes), segmentBytes),
      startLsn,
      stopLsn: formatLsn(parseLsn(stopLsn)),
      segmentBytes,
      serverVersion: (await sql.query('SHOW server_version')).rows[0].server_version,
      startedAt: startedAt.toISOString(),
      finishedAt: (await timeOf(sql)).toISOString(),
      bytes: writer.bytes,
      objects: writer.objects,
    }
    await store.put(recordObjectName(id), Buffer.from(JSON.stringify(backup, null, 2)))
    begunId = undefined
    await removeCoveredWalGap(store, backup)
    return backup
  } catch (error) {
    if (begunId !== undefined) await removeBaseBackup(store, begunId).catch(() => undefined)
    throw error
  } finally {
    await client.end().catch(() => undefined)
    await sql.end().catch(() => undefined)
  }
}

/** All complete base backups, oldest first. */
export async function listBaseBackups(store: EncryptedStore): Promise<BaseBackup[]> {
  const names = (await store.list('base/')).filter((name) => name.endsWith('/backup.json'))
  const records = await Promise.all(names.map(async (name) => JSON.parse(String(await store.getOrThrow(name)))))
  return (records as BaseBackup[]).toSorted((a, b) => a.finishedAt.localeCompare(b.finishedAt))
}
