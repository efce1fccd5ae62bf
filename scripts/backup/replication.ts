import pg from 'pg'

/** A position in the WAL, as a number of bytes from its beginning. */
export type Lsn = bigint

/** Parses a position as PostgreSQL prints it, such as `16/B374D848`. */
export function parseLsn(text: string): Lsn {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const formatLsn = (lsn: Lsn): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase()

/** Opens a connection that speaks the replication protocol. The role needs REPLICATION. */
export async function openReplication(url: string): Promise<pg.Client> {
  const replicationUrl = new URL(url)
  replicationUrl.searchParams.set('replication', 'true')
  const client = new pg.Client({
    connectionString: replicationUrl.href,
    application_name: 'shop-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The running command reports connection errors. Without this listener the same errors would also end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Identity of a cluster, the end of its WAL, and the size of its WAL segments. */
export type ClusterIdentity = { systemId: string; timeline: number; end: Lsn; segmentBytes: number }

/** Size of WAL segments in bytes, from the result of `SHOW wal_segment_size`, such as `16MB`. */
function segmentBytesOf(setting: string): number {
  const [, count, unit = ''] = /^(\d+)(MB|GB)$/.exec(setting) ?? []
  if (!count) throw new Error(`wal_segment_size is ${setting}`)
  return Number(count) * (unit === 'GB' ? 2 ** 30 : 2 ** 20)
}

/** Reads the identity of the cluster that the connection leads to. */
export async function identifyCluster(client: pg.Client): Promise<ClusterIdentity> {
  const { rows } = await client.query('IDENTIFY_SYSTEM')
  const { rows: settings } = await client.query('SHOW wal_segment_size')
  const [{ systemid, timeline, xlogpos }] = rows
  return {
    systemId: systemid,
    timeline: Number(timeline),
    end: parseLsn(xlogpos),
    segmentBytes: segmentBytesOf(settings[0].wal_segment_size),
  }
}

/** Receives the server's response to a CopyCommand: COPY data, and the rows before and after it. */
export type CopyHandler = {
  onRow?(fields: (string | null)[]): void
  onData(data: Buffer): void
  /** Called when COPY in both directions has begun. From then on `send` may be called. */
  onStart?(): void
}

/**
 * A command of the replication protocol whose response contains COPY data (BASE_BACKUP, START_REPLICATION). While it
 * runs, pg passes the server's messages to its `handle…` methods.
 */
export class CopyCommand implements pg.Submittable {
  readonly done: Promise<void>
  private readonly text: string
  private readonly handler: CopyHandler
  private connection: pg.Connection | undefined
  private finish: (error?: Error) => void = () => undefined

  constructor(text: string, handler: CopyHandler) {
    this.text = text
    this.handler = handler
    this.done = new Promise((resolve, reject) => {
      this.finish = (error) => (error ? reject(error) : resolve())
    })
    // Prevents an unhandled rejection while nobody awaits `done`; a later `await` still gets the error.
    this.done.catch(() => undefined)
  }

  submit(connection: pg.Connection): void {
    this.connection = connection
    connection.once('replicationStart', () => this.handler.onStart?.())
    connection.query(this.text)
  }

  /** Sends COPY data to the server. */
  send(data: Buffer): void {
    ;(this.connection as unknown as { sendCopyFromChunk(data: Buffer): void }).sendCopyFromChunk(data)
  }

  /** Stops reading from the socket until `resume` is called, so that received data can be stored first. */
  pause(): void {
    this.connection?.stream.pause()
  }

  resume(): void {
    this.connection?.stream.resume()
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.handler.onRow?.(fields)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.handler.onData(chunk)
  }

  handleReadyForQuery(): void {
    this.finish()
  }

  handleError(error: Error): void {
    this.finish(error)
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyInResponse(): void {}
}
