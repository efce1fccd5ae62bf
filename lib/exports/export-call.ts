import type { z } from 'zod'
import { z as zod } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { type Call, call, Reply, type Role } from '#lib/core/call.ts'
import { clock } from '#lib/core/clock.ts'
import type { CsvHeads } from '#lib/core/csv.ts'
import { withDaysInOrder } from '#lib/core/list-query.ts'
import { exportList, type ListExport } from './export-list.ts'

type FiltersOf<Q extends z.ZodObject> = Omit<z.output<Q>, 'size' | 'cursor' | 'sort'>

type ExportDeclaration<Q extends z.ZodObject, Row> = {
  /** Path of the list's call; the export is at `<path>/export`. */
  list: string
  access?: Exclude<Role, 'MEMBER'>
  /** Schema of the list's query. The export has the same query without `size`, `cursor` and `sort`. */
  query: Q
  /** The file's name, to which the exported days are appended, and its columns. */
  sheet: { name: string; heads: CsvHeads<Row> }
  /** Reads one page of the list's rows. */
  page: ListExport<FiltersOf<Q>, Row>['page']
}

/**
 * The days in a file's name, at most up to today:
 * - `2026-11-01~2026-11-22`: several days
 * - `2026-11-22`: a single day, or today if the filter has no days
 * - `~2026-11-22`: the filter has only a last day
 */
export function daysInFileName(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): string {
  const last = to !== undefined && to < today ? to : today
  if (from === undefined) return to === undefined ? today : `~${last}`
  return from < last ? `${from}~${last}` : from
}

function fileHeaders(name: string, filters: object): Record<string, string> {
  const today = new Date(clock.now().getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  const days = daysInFileName(filters, today)
  const koreanName = encodeURIComponent(`${name}-${days}.csv`)
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${days}.csv"; filename*=UTF-8''${koreanName}`,
    'cache-control': 'no-store',
  }
}

/**
 * Schema of a list's query without the fields for page and sorting: a file contains all rows, in the list's default
 * sequence.
 */
const filtersOf = (query: z.ZodObject): z.ZodObject =>
  zod.object(
    Object.fromEntries(Object.entries(query.shape).filter(([name]) => !['size', 'cursor', 'sort'].includes(name))),
  )

/** Declares the call that exports a staff list as CSV file, with the same filters as the list. */
export function exportCall<Q extends z.ZodObject, Row extends object>(declaration: ExportDeclaration<Q, Row>): Call {
  const { list, sheet, page } = declaration
  return call({
    method: 'GET',
    path: `${list}/export`,
    access: declaration.access ?? 'SUPPORT',
    query: withDaysInOrder(filtersOf(declaration.query)),
    answer: zod.unknown(),
    run: async ({ db, query, ...context }) => {
      const filters = query as FiltersOf<Q>
      const stream = await exportList(db, staffActor(context), { list, filters, heads: sheet.heads, page })
      return new Reply(stream, fileHeaders(sheet.name, filters))
    },
  })
}
