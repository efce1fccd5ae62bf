import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Role } from '#lib/core/call.ts'
import { type CsvHeads, csvHeadingLine, csvLine } from '#lib/core/csv.ts'
import type { Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'

type ExportPage<Row> = { rows: Row[]; nextCursor: number | null }

/**
 * A staff list to export: its path, the filters of the export, the columns of the file, and the function that reads a
 * page.
 */
export type ListExport<Filters, Row> = {
  list: string
  filters: Filters
  heads: CsvHeads<Row>
  page: (db: Db, query: Filters & { size: number; cursor: number | undefined }, role: Role) => Promise<ExportPage<Row>>
}

/**
 * Number of rows that an export reads per query: few enough to hold in memory, while a million rows still take only a
 * thousand queries.
 */
const PAGE_ROWS = 1_000

const encoder = new TextEncoder()

/**
 * Generates the lines of the file, page by page as the client reads them, so that only one page is in memory at a time.
 */
async function* linesOf<Filters extends object, Row extends object>(
  db: Db,
  role: Role,
  { filters, heads, page }: ListExport<Filters, Row>,
) {
  yield encoder.encode(csvHeadingLine(heads))
  let cursor: number | undefined
  do {
    const { rows, nextCursor } = await page(db, { ...filters, size: PAGE_ROWS, cursor }, role)
    if (rows.length > 0) yield encoder.encode(rows.map((row) => csvLine(heads, row)).join(''))
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

/**
 * Passes the lines on, and logs an error that occurs while they are read, because the client only sees a broken
 * connection.
 */
async function* logErrors(list: string, lines: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* lines
  } catch (error) {
    log.error('an export broke off', { path: `${list}/export`, error })
    throw error
  }
}

/**
 * Makes a stream of the lines. The stream reads the next page only after the client has taken the previous one, and
 * stops reading when the client disconnects.
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

/** Exports a staff list as the lines of a CSV file. Each export adds an audit row before its first line is read. */
export async function exportList<Filters extends object, Row extends object>(
  db: Db,
  actor: StaffActor,
  listExport: ListExport<Filters, Row>,
): Promise<ReadableStream<Uint8Array>> {
  const subject = { subjectType: 'export', subjectId: listExport.list.replace('/api/admin/', '') }
  await recordAudit(db, actor, { action: 'list.export', ...subject, after: listExport.filters })
  return streamOf(logErrors(listExport.list, linesOf(db, actor.role, listExport)))
}
