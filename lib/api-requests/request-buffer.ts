import type { Database } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'

/** A row of the request log: a call with an API key, and its result. */
export type StoredRequest = {
  id: string
  memberId: number
  keyId: number
  call: string
  failed: boolean
  status: number
  errorCode: string | null
  error: string | null
  /** In milliseconds. */
  duration: number
  address: string
  serviceId: number | null
  /** Quantity in the request. */
  amount: number | null
  orderId: number | null
  /** How many calls of the same member and kind, just before this one, were left out of the log. */
  omitted: number
  at: Date
}

const insertStatement = `
  INSERT INTO api_requests (id, member_id, key_id, call, failed, status, error_code, error, duration, address, service_id,
    amount, order_id, omitted, created_at)
  SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::boolean[], $6::smallint[], $7::text[], $8::text[],
    $9::int[], $10::text[], $11::int[], $12::int[], $13::int[], $14::int[], $15::timestamptz[])
  ON CONFLICT DO NOTHING`

const columnsOf = (rows: readonly StoredRequest[]): unknown[][] => [
  rows.map(({ id }) => id),
  rows.map(({ memberId }) => memberId),
  rows.map(({ keyId }) => keyId),
  rows.map(({ call }) => call),
  rows.map(({ failed }) => failed),
  rows.map(({ status }) => status),
  rows.map(({ errorCode }) => errorCode),
  rows.map(({ error }) => error),
  rows.map(({ duration }) => duration),
  rows.map(({ address }) => address),
  rows.map(({ serviceId }) => serviceId),
  rows.map(({ amount }) => amount),
  rows.map(({ orderId }) => orderId),
  rows.map(({ omitted }) => omitted),
  rows.map(({ at }) => at),
]

/**
 * `maxRows`: maximum number of buffered rows. `pause`: milliseconds before a write. `batch`: maximum number of rows per
 * statement.
 */
type BufferOptions = { maxRows: number; pause: number; batch: number }

/**
 * Buffers calls in memory and writes them in batches, one statement at a time. If `maxRows` calls are waiting because
 * the database is slow or unreachable, further calls are dropped and counted. So no call waits for the log, and the
 * buffer's memory is bounded. A batch that can't be written is dropped too. If the process is killed, calls that aren't
 * written yet are lost.
 */
export function makeRequestBuffer(db: () => Database, { maxRows, pause, batch }: BufferOptions) {
  let waiting: StoredRequest[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const rows = waiting.slice(0, batch)
      waiting = waiting.slice(batch)
      try {
        await db().rows(insertStatement, columnsOf(rows))
      } catch (error) {
        dropped += rows.length
        log.warn('calls could not be written to the request log', { error })
      }
    }
    if (dropped > 0) log.warn('the request log lost calls', { dropped })
    dropped = 0
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    writing ??= writeAll().finally(() => {
      writing = null
      if (waiting.length > 0) schedule()
    })
    return writing
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), pause).unref()
  }

  return {
    add(row: StoredRequest): void {
      if (waiting.length >= maxRows) dropped += 1
      else waiting.push(row)
      if (!writing) schedule()
    },
    flush,
    /** Number of calls that wait to be written. */
    size: () => waiting.length,
  }
}
