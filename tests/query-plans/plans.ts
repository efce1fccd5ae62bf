import type { Database, Db, SqlStatement } from '#lib/core/db.ts'

/** Makes a handle that runs statements on `db` and records them in `statements`. */
function recordStatements(db: Database): { db: Database; statements: SqlStatement[] } {
  const statements: SqlStatement[] = []
  const recorder = (inner: Db): Db => ({
    rows: (statement, values = []) => {
      statements.push(typeof statement === 'string' ? { text: statement, values } : statement)
      return inner.rows(statement, values)
    },
  })
  const recorded = {
    ...db,
    ...recorder(db),
    transaction: <T>(run: (tx: Db) => Promise<T>) => db.transaction((tx) => run(recorder(tx))),
  }
  return { db: recorded, statements }
}

/**
 * Limits for reading one page of a list and its count (docs/contract.md#staff-lists): no statement may read more than
 * `most` rows of a table that has more than `large` rows.
 */
export type ReadBounds = { large: number; most: number }

/** Tables with more than `large` rows, and their estimated numbers of rows. */
async function largeTables(db: Db, large: number): Promise<Map<string, number>> {
  const rows = await db.rows<{ name: string; size: number }>(
    "SELECT relname AS name, reltuples::float8 AS size FROM pg_class WHERE relkind = 'r' AND reltuples > $1 AND relnamespace = 'public'::regnamespace",
    [large],
  )
  return new Map(rows.map(({ name, size }) => [name, size]))
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

type TableRead = Plan & { 'Relation Name': string }

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const rowsReadBy = (node: Plan): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * Math.max(1, node['Actual Loops'])

/** Runs a statement that reads, and returns the nodes of its plan that read a table; none for other statements. */
async function tableReadsOf(db: Db, { text, values }: SqlStatement): Promise<TableRead[]> {
  if (!/^\s*(SELECT|WITH)/i.test(text)) return []
  const [row] = await db.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    values,
  )
  if (!row) return []
  return nodesOf(row['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] !== undefined) as TableRead[]
}

/** What `run` reads: a description of each scan of a large table, and the names of all tables that aren't large. */
export type ReadPlans = { largeScans: string[]; smallTables: Set<string> }

/**
 * Runs `run` and looks at the plans of all statements that it executes. A large table is scanned if a node of a plan
 * reads more than `most` of its rows in all loops together, or discards more than half of the table. A scan that a LIMIT
 * ends early counts only with the rows it has read.
 */
export async function explainReads(
  db: Database,
  run: (db: Database) => Promise<unknown>,
  { large, most }: ReadBounds,
): Promise<ReadPlans> {
  const tables = await largeTables(db, large)
  const { db: recorded, statements } = recordStatements(db)
  await run(recorded)
  const plans: ReadPlans = { largeScans: [], smallTables: new Set() }
  for (const statement of statements)
    for (const node of await tableReadsOf(db, statement)) {
      const [table, size] = [node['Relation Name'], tables.get(node['Relation Name'])]
      if (size === undefined) plans.smallTables.add(table)
      else if (rowsReadBy(node) > most || (node['Rows Removed by Filter'] ?? 0) > size / 2)
        plans.largeScans.push(`${node['Node Type']} of ${table}, ${rowsReadBy(node)} rows`)
    }
  return plans
}
