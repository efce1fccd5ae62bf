import type { z } from 'zod'
import { z as zod } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { type Call, call, Reply, type Role } from '#lib/core/call.ts'
import { clock } from '#lib/core/clock.ts'
import type { CsvHeads } from '#lib/core/csv.ts'
import { exportList, type ListExport } from './export-list.ts'

type FiltersOf<Q extends z.ZodObject> = Omit<z.output<Q>, 'size' | 'cursor'>

type ExportDeclaration<Q extends z.ZodObject, Row> = {
  /** Path of the list's call; the export is at `<path>/export`. */
  list: string
  access?: Exclude<Role, 'MEMBER'>
  /** Query of the list, including `size` and `cursor`, which the export leaves out. */
  query: Q
  /** Name of the file, to which the date is appended, and its columns. */
  sheet: { name: string; heads: CsvHeads<Row> }
  page: ListExport<FiltersOf<Q>, Row>['page']
}

function fileHeaders(name: string): Record<string, string> {
  const day = new Date(clock.now().getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  const own = encodeURIComponent(`${name}-${day}.csv`)
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${day}.csv"; filename*=UTF-8''${own}`,
    'cache-control': 'no-store',
  }
}

/** Declares the CSV export of a staff list, with the same filters. */
export function exportCall<Q extends z.ZodObject, Row extends object>(declaration: ExportDeclaration<Q, Row>): Call {
  const { list, sheet, page } = declaration
  return call({
    method: 'GET',
    path: `${list}/export`,
    access: declaration.access ?? 'SUPPORT',
    query: declaration.query.omit({ size: true, cursor: true }),
    answer: zod.unknown(),
    run: async ({ db, query, ...context }) => {
      const filters = query as FiltersOf<Q>
      const stream = await exportList(db, staffActor(context), { list, filters, heads: sheet.heads, page })
      return new Reply(stream, fileHeaders(sheet.name))
    },
  })
}
