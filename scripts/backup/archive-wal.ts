import type pg from 'pg'
import type { EncryptedStore } from './encrypted-store.ts'
import {
  type ClusterIdentity,
  CopyCommand,
  formatLsn,
  identifyCluster,
  type Lsn,
  openReplication,
  parseLsn,
} from './replication.ts'
import { historyFileName, partFileName, segmentName, segmentNumber, walName } from './segments.ts'
import { hasWalGap, recordWalGap } from './wal-gap.ts'

/** Replication slot that makes PostgreSQL keep WAL until it is in the store, even while no backup process runs. */
const SLOT = 'shop_backup'

/** Maximum number of received bytes that wait to be stored. Above it, reading from PostgreSQL pauses. */
const MAX_WAITING_BYTES = 128 * 2 ** 20
/** Milliseconds between two status messages to PostgreSQL. */
const STATUS_INTERVAL = 5_000
/** Start of the year 2000, from which PostgreSQL counts time, in microseconds since 1970. */
const POSTGRES_EPOCH = 946_684_800_000_000n

/** First byte of a replication message that contains WAL. */
const XLOG_DATA = 0x77
/** First byte of a replication message that contains only the server's position and time. */
const KEEPALIVE = 0x6b

export type WalArchiveOptions = {
  url: string
  store: EncryptedStore
  /** Milliseconds after which received WAL is stored, even if its segment isn't complete. */
  interval: number
  /** Called after WAL was stored. Everything committed until `until`, by the database's clock, is then in the store. */
  onStored?(until: Date): void
}

export type WalArchive = {
  /**
   * True if WAL from before the slot may be missing in the store, and no base backup was completed since the slot was
   * created.
   */
  needsBase: boolean
  /** Rejects when the connection or the store fails; resolves after `stop`. */
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Creates the slot unless a usable one exists, and records the gap before it. Returns the position at which the slot's
 * WAL begins.
 */
async function ensureSlot(client: pg.Client, store: EncryptedStore, system: ClusterIdentity): Promise<Lsn> {
  const read = async () => (await client.query(`READ_REPLICATION_SLOT ${SLOT}`)).rows[0]
  const existingSlot = await read()
  if (existingSlot.restart_lsn) return parseLsn(existingSlot.restart_lsn)
  await recordWalGap(store, system)
  // A slot without a position has lost its WAL (max_slot_wal_keep_size).
  if (existingSlot.slot_type) await client.query(`DROP_REPLICATION_SLOT ${SLOT}`)
  await client.query(`CREATE_REPLICATION_SLOT ${SLOT} PHYSICAL RESERVE_WAL`)
  return parseLsn((await read()).restart_lsn)
}

/** Stores the timeline's history file, from which a restore learns which earlier timelines this one continues. */
async function storeHistory(client: pg.Client, store: EncryptedStore, { systemId, timeline }: ClusterIdentity) {
  if (timeline === 1) return
  const { rows } = await client.query(`TIMELINE_HISTORY ${timeline}`)
  await store.putOnce(walName(systemId, historyFileName(timeline)), Buffer.from(rows[0].content))
}

/** A WAL segment. `filled` is the number of its bytes that were received, `stored` the number that are in the store. */
type Segment = { number: bigint; bytes: Buffer; filled: number; stored: number }

/**
 * Puts WAL into the store: first parts of a segment while it grows, then the complete segment in place of its parts.
 */
class SegmentWriter {
  /** All WAL before this position is in the store. */
  storedUntil: Lsn
  private readonly segments: Segment[] = []
  private readonly store: EncryptedStore
  private readonly system: ClusterIdentity

  constructor(store: EncryptedStore, system: ClusterIdentity, start: Lsn) {
    this.store = store
    this.system = system
    this.storedUntil = start
  }

  get waitingBytes(): number {
    return this.segments.reduce((sum, { filled, stored }) => sum + filled - stored, 0)
  }

  add(start: Lsn, data: Buffer): void {
    const { segmentBytes } = this.system
    for (let at = 0; at < data.length; ) {
      const lsn = start + BigInt(at)
      const segment = this.segmentOf(segmentNumber(lsn, segmentBytes))
      const offset = Number(lsn % BigInt(segmentBytes))
      if (offset !== segment.filled) throw new Error(`WAL at ${formatLsn(lsn)} does not follow what came before it`)
      const length = Math.min(data.length - at, segmentBytes - offset)
      data.copy(segment.bytes, offset, at, at + length)
      segment.filled += length
      at += length
    }
  }

  /** Stores everything that was received. */
  async flush(): Promise<void> {
    for (let [segment] = this.segments; segment; [segment] = this.segments) {
      if (segment.filled === this.system.segmentBytes) {
        await this.storeWhole(segment)
        this.segments.shift()
        continue
      }
      if (segment.filled > segment.stored) await this.storePart(segment)
      return
    }
  }

  private segmentOf(number: bigint): Segment {
    const last = this.segments.at(-1)
    if (last?.number === number) return last
    const segment = { number, bytes: Buffer.alloc(this.system.segmentBytes), filled: 0, stored: 0 }
    this.segments.push(segment)
    return segment
  }

  private nameOf({ number }: Segment): string {
    const { timeline, segmentBytes } = this.system
    return segmentName(timeline, number, segmentBytes)
  }

  private async storePart(segment: Segment): Promise<void> {
    const { filled, stored } = segment
    const name = walName(this.system.systemId, partFileName(this.nameOf(segment), stored, filled))
    await this.store.put(name, segment.bytes.subarray(stored, filled))
    segment.stored = filled
    this.storedUntil = segment.number * BigInt(this.system.segmentBytes) + BigInt(filled)
  }

  private async storeWhole(segment: Segment): Promise<void> {
    const name = walName(this.system.systemId, this.nameOf(segment))
    await this.store.putOnce(name, segment.bytes)
    this.storedUntil = (segment.number + 1n) * BigInt(this.system.segmentBytes)
    // Removes the parts of this segment, including those that an earlier run stored.
    for (const part of await this.store.list(`${name}.`)) await this.store.remove(part)
  }
}

/**
 * Makes a standby status update, which reports WAL up to `stored` as written and flushed, and no WAL as replayed. With
 * `asksForReply` the server responds at once with a keepalive message, which contains its time.
 */
function statusMessage(stored: Lsn, asksForReply: boolean): Buffer {
  const message = Buffer.alloc(34)
  message.write('r')
  message.writeBigUInt64BE(stored, 1)
  message.writeBigUInt64BE(stored, 9)
  message.writeBigUInt64BE(0n, 17)
  message.writeBigInt64BE(BigInt(Date.now()) * 1_000n - POSTGRES_EPOCH, 25)
  message[33] = asksForReply ? 1 : 0
  return message
}

const timeFrom = (micros: bigint): Date => new Date(Number((micros + POSTGRES_EPOCH) / 1_000n))

/**
 * Fetches the WAL as it is written, over the replication protocol, and stores it: complete segments, and parts of the
 * segment that is being written. Reports to PostgreSQL how much is stored; PostgreSQL keeps all later WAL for the slot.
 */
export async function archiveWal({ url, store, interval, onStored }: WalArchiveOptions): Promise<WalArchive> {
  const client = await openReplication(url)
  const system = await identifyCluster(client)
  const start = await ensureSlot(client, store, system)
  await storeHistory(client, store, system)
  // Starts at the beginning of the segment, because the complete segment will replace its parts in the store.
  const from = segmentNumber(start, system.segmentBytes) * BigInt(system.segmentBytes)
  const writer = new SegmentWriter(store, system, from)
  // Server time of the last message after which no older WAL was left to fetch: everything committed before that time
  // has been received.
  let receivedUntil: Date | undefined
  /**
   * False while older WAL is being fetched. While it is false, a message's time says nothing about how much WAL has
   * been received.
   */
  let isCaughtUp = false
  let flushing: Promise<void> | undefined
  let isPaused = false
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let isStreaming = false

  const sendStatus = (asksForReply = false) => {
    if (isStreaming) command.send(statusMessage(writer.storedUntil, asksForReply))
  }
  const flush = async (): Promise<void> => {
    const until = receivedUntil
    await writer.flush()
    sendStatus()
    if (until) onStored?.(until)
    if (isPaused && writer.waitingBytes < MAX_WAITING_BYTES / 2) {
      isPaused = false
      command.resume()
    }
  }
  /** Starts a flush, or returns the promise of the running flush. */
  const flushOnce = (): Promise<void> => {
    flushing ??= flush().finally(() => {
      flushing = undefined
    })
    return flushing
  }
  const onData = (message: Buffer) => {
    if (message[0] === KEEPALIVE) {
      if (isCaughtUp) receivedUntil = timeFrom(message.readBigInt64BE(9))
      if (message[17] === 1) sendStatus()
      return
    }
    if (message[0] !== XLOG_DATA) return
    const [start, end, data] = [message.readBigUInt64BE(1), message.readBigUInt64BE(9), message.subarray(25)]
    writer.add(start, data)
    isCaughtUp = start + BigInt(data.length) >= end
    if (isCaughtUp) receivedUntil = timeFrom(message.readBigInt64BE(17))
    if (!isPaused && writer.waitingBytes > MAX_WAITING_BYTES) {
      isPaused = true
      command.pause()
    }
  }
  const position = `${formatLsn(from)} TIMELINE ${system.timeline}`
  const command = new CopyCommand(`START_REPLICATION SLOT ${SLOT} PHYSICAL ${position}`, {
    onStart: () => {
      isStreaming = true
    },
    onData: (message) => {
      try {
        onData(message)
      } catch (error) {
        fail(error)
      }
    },
  })
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  client.query(command)
  const tick = () => {
    timer = setTimeout(() => flushOnce().then(tick, fail), interval)
  }
  tick()
  const statusTimer = setInterval(() => sendStatus(true), STATUS_INTERVAL)

  const ended = Promise.race([
    failed,
    command.done.then(() => Promise.reject(new Error('PostgreSQL ended the stream'))),
  ])
    .catch((error) => {
      if (!isStopping) throw error
    })
    .finally(async () => {
      clearTimeout(timer)
      clearInterval(statusTimer)
      isStreaming = false
      await client.end().catch(() => undefined)
    })
  ended.catch(() => undefined)
  const stop = async () => {
    isStopping = true
    clearTimeout(timer)
    await flushOnce().catch(() => undefined)
    // Flushes a second time, because the first call may have joined a flush that began before the last data arrived.
    await flushOnce().catch(() => undefined)
    fail(new Error('stopped'))
    await ended
  }
  return { needsBase: await hasWalGap(store, system.systemId), ended, stop }
}
