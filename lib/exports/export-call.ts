import type { z } from 'zod'
import { z as zod } from 'zod'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Call, call, Reply, type Role } from '#lib/core/call.ts'
import { clock } from '#lib/core/clock.ts'
import { type CsvHeads, csvHead, csvLine } from '#lib/core/csv.ts'
import type { Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'

type Page<Row> = { rows: Row[]; nextCursor: number | null }

type Filters<Q extends z.ZodObject> = Omit<z.output<Q>, 'size' | 'cursor'>

type Export<Q extends z.ZodObject, Row> = {
  /** Path of the list; the export is at `<path>/export`. */
  list: string
  access?: Exclude<Role, 'MEMBER'>
  /** Query of the list, including `size` and `cursor`, which the export leaves out. */
  query: Q
  /** Name of the file, to which the date is appended, and its columns. */
  sheet: { name: string; heads: CsvHeads<Row> }
  page: (db: Db, query: Filters<Q> & { size: number; cursor: number | undefined }, role: Role) => Promise<Page<Row>>
}

/** Rows per query: few enough to hold in memory, and a million rows take only a thousand queries. */
const PAGE = 1_000

const encoder = new TextEncoder()

type ExportQuery<Q extends z.ZodObject> = { db: Db; filters: Filters<Q>; role: Role }

/** Generates the lines page by page as the client reads them, so that only one page is in memory at a time. */
async function* linesOf<Q extends z.ZodObject, Row extends object>(
  wanted: Export<Q, Row>,
  { db, filters, role }: ExportQuery<Q>,
) {
  yield encoder.encode(csvHead(wanted.sheet.heads))
  let cursor: number | undefined
  do {
    const { rows, nextCursor } = await wanted.page(db, { ...filters, size: PAGE, cursor }, role)
    if (rows.length > 0) yield encoder.encode(rows.map((row) => csvLine(wanted.sheet.heads, row)).join(''))
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** Logs an error within the stream: the client only sees a broken connection. */
async function* logged(path: string, lines: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* lines
  } catch (error) {
    log.error('an export broke off', { path, error })
    throw error
  }
}

/**
 * A pull-based stream: the next page is read after the client has taken the last one, and a disconnect ends the
 * reading.
 */
function streamOf(lines: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}

function headersOf(name: string): Record<string, string> {
  const day = new Date(clock.now().getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  const own = encodeURIComponent(`${name}-${day}.csv`)
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${day}.csv"; filename*=UTF-8''${own}`,
    'cache-control': 'no-store',
  }
}

/** Declares the CSV export of a staff list, with the same filters. Each export adds an audit row. */
export function exportCall<Q extends z.ZodObject, Row extends object>(wanted: Export<Q, Row>): Call {
  const path = `${wanted.list}/export`
  return call({
    method: 'GET',
    path,
    access: wanted.access ?? 'SUPPORT',
    query: wanted.query.omit({ size: true, cursor: true }),
    answer: zod.unknown(),
    run: async ({ db, query, caller, address }) => {
      const filters = query as Filters<Q>
      const subject = { subjectType: 'export', subjectId: wanted.list.replace('/api/admin/', ''), after: filters }
      await recordAudit(db, { actorId: caller.memberId, action: 'list.export', ...subject, address })
      const lines = logged(path, linesOf(wanted, { db, filters, role: caller.role }))
      return new Reply(streamOf(lines), headersOf(wanted.sheet.name))
    },
  })
}
