/**
 * `npm run check:tables`: each table is written by one of the two ways to the database, SQL or Prisma
 * (docs/decisions/0039). The files that may use Prisma at all are listed in .dependency-cruiser.cjs.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStringTexts } from './check-sql.ts'

const root = join(import.meta.dirname, '..')

/**
 * Exceptions by table: files that may write the table by SQL although the other files write it by Prisma, or the other
 * way round.
 */
const exceptions: Exceptions = {
  // These files write many services in one statement, most of them together with rows of price_changes or
  // service_syncs. The one that restores a service files a task with it.
  services: [
    'lib/catalog/price-history.ts',
    'lib/catalog/restore-service.ts',
    'lib/providers/import/apply-import.ts',
    'lib/providers/import/import-services.ts',
    'lib/providers/import/copy-refill-and-cancel-terms.ts',
    'lib/providers/take-over/continue-take-over.ts',
  ],
  // The first writes hundreds of rows at once, in the transaction that stores the take-over; the second restores those
  // of a service with it.
  categories: ['lib/providers/take-over/start-take-over.ts', 'lib/catalog/restore-service.ts'],
  platforms: ['lib/catalog/restore-service.ts'],
  // Writes only the column `memo`.
  members: ['lib/members/set-member-memo.ts'],
}

type Exceptions = Readonly<Record<string, readonly string[]>>
type Way = 'SQL' | 'Prisma'
export type TableWrite = { file: string; table: string; way: Way }

/** Tables of a Prisma schema, by the name that the table's model has in TypeScript. */
export function readSchemaTables(schema: string): Map<string, string> {
  const models = schema.matchAll(/^model (\w)(\w*) \{\n([\s\S]*?)^\}/gm)
  return new Map(
    [...models].map(([, first = '', rest = '', body = '']) => {
      const model = first.toLowerCase() + rest
      return [model, /@@map\("(\w+)"\)/.exec(body)?.[1] ?? first + rest]
    }),
  )
}

const writeStatement =
  /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?)\s+(?:ONLY\s+)?"?([a-z_]+)\b/g

/** The tables that a file writes: by SQL statements, by calls of Prisma, or by declaring an editable list. */
export function findTableWrites(file: string, source: string, tables: ReadonlyMap<string, string>): TableWrite[] {
  const tableNames = new Set(tables.values())
  const sql = readStringTexts(source, file.endsWith('.tsx'))
    .flatMap((text) => [...text.matchAll(writeStatement)].map(([, table = '']) => table))
    .filter((table) => tableNames.has(table))
  const names = [...tables.keys()].join('|')
  const call = new RegExp(`\\.(${names})\\s*\\.(?:create|update|upsert|delete)\\w*\\(|\\bmodel: '(${names})'`, 'g')
  const prisma = [...source.matchAll(call)].map(([, written, listed]) => tables.get(written ?? listed ?? '') ?? '')
  const writeBy = (way: Way) => (table: string) => ({ file, table, way })
  return [...new Set(sql)].map(writeBy('SQL')).concat([...new Set(prisma)].map(writeBy('Prisma')))
}

/** Faults: tables written both by SQL and by Prisma without an exception, and exceptions that are no longer needed. */
export function findTableWriteFaults(writes: readonly TableWrite[], allowed: Exceptions): string[] {
  const isAllowed = ({ file, table }: TableWrite) => allowed[table]?.includes(file) ?? false
  const tables = [...new Set(writes.map(({ table }) => table))]
  const writtenBothWays = tables.flatMap((table) => {
    const disallowed = writes.filter((write) => write.table === table && !isAllowed(write))
    if (new Set(disallowed.map(({ way }) => way)).size < 2) return []
    return [`${table} is written by both ways: ${disallowed.map(({ file, way }) => `${file} (${way})`).join(', ')}`]
  })
  const unused = Object.entries(allowed).flatMap(([table, files]) =>
    files
      .filter((file) => !writes.some((write) => write.table === table && write.file === file))
      .map((file) => `${file} is an exception for ${table}, but doesn't write it`),
  )
  return [...writtenBothWays, ...unused]
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

function listFiles(...patterns: string[]): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', ...patterns]
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}

const isProduct = (file: string): boolean => !/\.(test|spec)\.tsx?$|\/testing\//.test(file)

/** Faults: editable lists of a file whose `table` isn't the table of their `model`. */
function wrongTables(file: string, tables: ReadonlyMap<string, string>): string[] {
  const lists = read(file).matchAll(/\bmodel: '(\w+)',\s+table: '(\w+)'/g)
  return [...lists]
    .filter(([, model = '', table]) => tables.get(model) !== table)
    .map(([, model, table]) => `${file}: the table of ${model} isn't ${table}`)
}

if (import.meta.main) {
  const tables = readSchemaTables(listFiles('prisma/*.prisma').map(read).join('\n'))
  const files = listFiles('app/*.ts', 'app/*.tsx', 'lib/*.ts').filter(isProduct)
  const writes = files.flatMap((file) => findTableWrites(file, read(file), tables))
  const faults = [...findTableWriteFaults(writes, exceptions), ...files.flatMap((file) => wrongTables(file, tables))]
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
