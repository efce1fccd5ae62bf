import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { appendFile, lchown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type BaseBackup, dataObjectName, listBaseBackups, manifestObjectName } from './base-backup.ts'
import type { EncryptedStore } from './encrypted-store.ts'
import { parseLsn } from './replication.ts'
import { historyFileName, parseWalName, type WalName, walName, walPositionOf, walPrefix } from './segments.ts'

export type RestoreOptions = {
  store: EncryptedStore
  /** Data directory to create; it must be empty or missing. */
  into: string
  /**
   * Moment to restore to: everything committed until then, and nothing after it. Null restores everything that was
   * archived.
   */
  to: Date | null
  /** Timeline to follow if earlier restores have created several; by default the newest. */
  timeline?: number
  /** Account that PostgreSQL runs as, if this process is root. */
  account?: { uid?: number; gid?: number }
}

export type RestoreResult = { backup: BaseBackup; files: number; segments: number }

/**
 * First of the lines that this script appends to postgresql.auto.conf. After recovery, PostgreSQL ignores these
 * lines.
 */
const RECOVERY_MARK = '# Recovery, written by the restore'

/** Highest number of a timeline of this cluster in the store. */
async function newestTimeline(store: EncryptedStore, { systemId, timeline }: BaseBackup): Promise<number> {
  const names = (await store.list(walPrefix(systemId))).map(parseWalName)
  return Math.max(timeline, ...names.map((name) => name?.timeline ?? 0))
}

/**
 * Returns a function that says whether a backup can be followed by the changes of `timeline`: the backup is on that
 * timeline, or on an earlier timeline and was complete before `timeline` branched off. A line of a history file
 * contains the number of an earlier timeline, the position at which the next timeline branched off, and the reason,
 * separated by tabs.
 */
async function leadsTo(
  store: EncryptedStore,
  systemId: string,
  timeline: number,
): Promise<(each: BaseBackup) => boolean> {
  const history = await store.get(walName(systemId, historyFileName(timeline)))
  const lines = String(history ?? '').matchAll(/^(\d+)\t([0-9A-F]+\/[0-9A-F]+)/gim)
  const leftAt = new Map([...lines].map(([, number, position = '']) => [Number(number), parseLsn(position)]))
  return (each) =>
    each.systemId === systemId &&
    (each.timeline === timeline || parseLsn(each.stopLsn) <= (leftAt.get(each.timeline) ?? -1n))
}

/**
 * Returns the newest backup that was complete at `to` and leads to the chosen timeline. If an earlier restore has
 * abandoned newer backups and no timeline is chosen, throws, because `to` may be a moment before or after that restore.
 */
async function chooseBackup(store: EncryptedStore, { to, timeline }: RestoreOptions): Promise<BaseBackup> {
  const backups = await listBaseBackups(store)
  const complete = backups.filter(({ finishedAt }) => !to || new Date(finishedAt) <= to)
  const newest = complete.at(-1)
  if (!newest)
    throw new Error(
      backups[0] ? `the first backup was complete at ${backups[0].finishedAt}` : 'the store has no complete backup',
    )
  const followed = timeline ?? (await newestTimeline(store, newest))
  const chosen = complete.findLast(await leadsTo(store, newest.systemId, followed))
  if (to && !timeline && chosen !== newest)
    throw new Error(
      `the newest backup before that moment, ${newest.id}, is of timeline ${newest.timeline}, which an earlier restore abandoned: name --timeline ${newest.timeline} for a moment before that restore, or --timeline ${followed} for one after it`,
    )
  if (!chosen) throw new Error(`no backup that was complete at that moment leads to timeline ${followed}`)
  return chosen
}

async function refuseUsedFolder(into: string): Promise<void> {
  const entries = await readdir(into).catch(() => [])
  if (entries.length > 0) throw new Error(`${into} is not empty: move it away, it may be needed to see what happened`)
  // The folders above the data directory belong to the user who runs the restore; mode 755 lets PostgreSQL's account
  // enter them.
  await mkdir(dirname(into), { recursive: true, mode: 0o755 })
  await mkdir(into, { recursive: true, mode: 0o700 })
}

/** Unpacks the backup's tar archive with the system's `tar`. */
async function unpack(store: EncryptedStore, { id, objects }: BaseBackup, into: string): Promise<void> {
  const tar = spawn('tar', ['--extract', '--file=-', '--no-same-owner', '--same-permissions', '--directory', into], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = once(tar, 'exit')
  let errorOutput = ''
  tar.stderr.on('data', (text) => {
    errorOutput += text
  })
  async function* content() {
    for (let at = 0; at < objects; at++) yield await store.getOrThrow(dataObjectName(id, at))
  }
  await pipeline(content, tar.stdin).catch((error) => {
    throw errorOutput ? new Error(`tar: ${errorOutput}`) : error
  })
  const [status] = await ended
  if (status !== 0) throw new Error(`tar ended with ${status}: ${errorOutput}`)
}

type Manifest = { Files: { Path?: string; 'Encoded-Path'?: string; Size: number; Checksum?: string }[] }

/** Compares every file with the checksum that PostgreSQL computed during the backup. Returns the number of files. */
async function verifyFiles(manifest: Buffer, into: string): Promise<number> {
  const { Files } = JSON.parse(String(manifest)) as Manifest
  for (const { Path, 'Encoded-Path': encoded, Checksum } of Files) {
    const path = Path ?? String(Buffer.from(encoded ?? '', 'hex'))
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(into, path)), hash)
    if (hash.digest('hex') !== Checksum) throw new Error(`${path} differs from the checksum in the backup's manifest`)
  }
  return Files.length
}

/** Joins the parts of a segment up to the first gap, and fills the rest of the segment with zeros. */
async function joinParts(store: EncryptedStore, parts: WalName[], segmentBytes: number): Promise<Buffer> {
  const segment = Buffer.alloc(segmentBytes)
  let end = 0
  for (const { name, offset } of parts.toSorted((a, b) => Number(a.offset) - Number(b.offset))) {
    if (Number(offset) > end) break
    const content = await store.getOrThrow(name)
    content.copy(segment, Number(offset))
    end = Math.max(end, Number(offset) + content.length)
  }
  return segment
}

/**
 * Fetches the WAL since the backup into `pg_wal/archived`. PostgreSQL copies it from there, so the server needs neither
 * this program nor access to the store. Fetches the history files of all timelines, not only of the followed one:
 * PostgreSQL gives the restored cluster the first timeline number that has no history file. Returns the number of
 * segments.
 */
async function fetchWal(options: RestoreOptions, backup: BaseBackup): Promise<number> {
  const { store, into, timeline } = options
  const folder = join(into, 'pg_wal/archived')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = (await store.list(walPrefix(backup.systemId))).map(parseWalName).filter((name) => name !== null)
  for (const { name, file, segment } of names)
    if (segment === null) await writeFile(join(folder, file), await store.getOrThrow(name), { mode: 0o600 })
  const needed = names.filter(
    ({ segment, timeline: fileTimeline }) =>
      segment &&
      walPositionOf(segment) >= walPositionOf(backup.firstSegment) &&
      (!timeline || fileTimeline <= timeline),
  )
  const segments = Map.groupBy(needed, ({ segment }) => segment as string)
  for (const [segment, objects] of segments) {
    const wholeSegment = objects.find(({ offset }) => offset === null)
    const content = wholeSegment
      ? await store.getOrThrow(wholeSegment.name)
      : await joinParts(store, objects, backup.segmentBytes)
    await writeFile(join(folder, segment), content, { mode: 0o600 })
  }
  return segments.size
}

function recoverySettings({ to, timeline }: RestoreOptions): Record<string, string> {
  return {
    restore_command: 'cp "pg_wal/archived/%f" "%p"',
    recovery_end_command: 'rm -rf pg_wal/archived',
    recovery_target_timeline: timeline ? String(timeline) : 'latest',
    ...(to && {
      recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_action: 'promote',
    }),
  }
}

async function writeRecovery(options: RestoreOptions): Promise<void> {
  const file = join(options.into, 'postgresql.auto.conf')
  const [before = ''] = (await readFile(file, 'utf8')).split(RECOVERY_MARK)
  const lines = Object.entries(recoverySettings(options)).map(([name, value]) => `${name} = '${value}'\n`)
  await writeFile(file, before, { mode: 0o600 })
  await appendFile(file, `${RECOVERY_MARK}\n${lines.join('')}`)
  await writeFile(join(options.into, 'recovery.signal'), '', { mode: 0o600 })
}

/** Makes `uid` and `gid` the owner of the data directory. */
async function changeOwner(folder: string, { uid, gid }: { uid?: number; gid?: number }): Promise<void> {
  if (uid === undefined || gid === undefined) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), uid, gid)
  await lchown(folder, uid, gid)
}

/** Creates a data directory. A PostgreSQL started on it recovers to the requested moment and then accepts writes. */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { store, into, account = {} } = options
  const backup = await chooseBackup(store, options)
  await refuseUsedFolder(into)
  await unpack(store, backup, into)
  const files = await verifyFiles(await store.getOrThrow(manifestObjectName(backup.id)), into)
  const segments = await fetchWal(options, backup)
  await writeRecovery(options)
  await changeOwner(into, account)
  return { backup, files, segments }
}
