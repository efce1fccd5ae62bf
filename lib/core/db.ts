import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { env } from './env.ts'
import { log } from './log.ts'
import { singleton } from './singleton.ts'
import { sqlState } from './sql-state.ts'

/**
 * A statement with its values, as the templates of sql-template-tag build it: each fragment carries its own values, and
 * they are numbered once, when the text is read.
 */
export type Statement = { readonly text: string; readonly values: readonly unknown[] }

/**
 * A connection pool or a transaction, as passed to use cases. Column names are returned in camelCase, BIGINT as bigint.
 * A statement is a whole text with the values of its $1, $2 and so on, or a built `Statement`.
 */
export type Db = {
  rows<T>(statement: string | Statement, values?: readonly unknown[]): Promise<T[]>
}

export type Database = Db & {
  /** Commits when `run` returns, rolls back when it throws. After a deadlock `run` is repeated, at most twice. */
  transaction<T>(run: (tx: Db) => Promise<T>): Promise<T>
  /** A dedicated connection for LISTEN. The caller releases it; otherwise `end` does. */
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
}

const BIGINT_OID = 20
const resultTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === BIGINT_OID ? BigInt : pg.types.getTypeParser(oid, format as 'text')
  },
}

const statementNames = new Map<string, string | undefined>()

/**
 * Matches SQL with an optional filter such as `$1 IS NULL OR …`. Such a statement isn't prepared: PostgreSQL could
 * reuse one plan for all values, and that plan would scan the whole table for a rare value.
 */
const optionalFilter = /\$\d+(::\w+(\[\])?)? (IS NULL|= '') OR /

/**
 * Name of the prepared statement, one per SQL text; undefined for statements that need a plan for each set of values.
 */
function statementName(text: string): string | undefined {
  if (statementNames.has(text)) return statementNames.get(text)
  const name = optionalFilter.test(text) ? undefined : createHash('sha1').update(text).digest('hex')
  statementNames.set(text, name)
  return name
}

/** Field name that a column has in the rows of a `Db`: its name in camelCase. */
export const columnName = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

async function queryRows<T>(
  runner: pg.Pool | pg.PoolClient,
  statement: string | Statement,
  given: readonly unknown[],
): Promise<T[]> {
  const { text, values } = typeof statement === 'string' ? { text: statement, values: given } : statement
  const result = await runner.query({
    name: statementName(text),
    text,
    values: [...values],
    rowMode: 'array',
    types: resultTypes,
  })
  const columns = result.fields.map((field) => columnName(field.name))
  return (result.rows as unknown[][]).map(
    (row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])) as T,
  )
}

/** The two ways to query the database: `db()` (SQL) and `prisma()` (docs/decisions/0039). */
type DatabaseWay = 'SQL' | 'Prisma'

const wayOfOpenTransaction = new AsyncLocalStorage<DatabaseWay>()

/**
 * To be called before a request to another server: throws inside a transaction, whose locks would last until the
 * answer.
 */
export function refuseInTransaction(): void {
  if (wayOfOpenTransaction.getStore()) throw new Error('another server was called inside a transaction')
}

/**
 * To be called before a transaction begins: throws inside a transaction of the other way, which could commit without
 * this one, and inside any transaction of Prisma, whose small pool could run out of connections.
 */
export function refuseSecondTransaction(way: DatabaseWay): void {
  const open = wayOfOpenTransaction.getStore()
  if (open && (open !== way || open === 'Prisma'))
    throw new Error(`a transaction of ${way} began inside one of ${open}`)
}

/** Marks what `run` does, across its awaits, as part of a transaction. */
export const markTransaction = <T>(way: DatabaseWay, run: () => Promise<T>): Promise<T> =>
  wayOfOpenTransaction.run(way, run)

async function runTransaction<T>(pool: pg.Pool, run: (tx: Db) => Promise<T>): Promise<T> {
  refuseSecondTransaction('SQL')
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const tx: Db = { rows: (statement, values = []) => queryRows(client, statement, values) }
    const value = await markTransaction('SQL', () => run(tx))
    await client.query('COMMIT')
    return value
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

const MAX_TRANSACTION_ATTEMPTS = 3

/** Repeats a transaction that was aborted by a deadlock: it was rolled back, so nothing happens twice. */
export async function repeatAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await transaction()
    } catch (error) {
      if (runs >= MAX_TRANSACTION_ATTEMPTS || sqlState(error) !== '40P01') throw error
      log.warn('a transaction lost a deadlock and is run again', { error })
    }
  }
}

/** Timeouts of every connection: without them, node-pg waits indefinitely. */
export const connectionLimits = {
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
  application_name: 'shop',
}

/** Opens a pool with all timeouts set. */
export function openDatabase(url: string, size: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    ...connectionLimits,
  })
  pool.on('error', (error) => log.error('an idle connection failed', { error }))
  const lent = new Set<pg.PoolClient>()
  // Whoever gave its client back must not have it released again by `end`.
  pool.on('release', (_error, client) => lent.delete(client as pg.PoolClient))
  pool.on('remove', (client) => lent.delete(client as pg.PoolClient))
  return {
    rows: (statement, values = []) => queryRows(pool, statement, values),
    transaction: (run) => repeatAfterDeadlock(() => runTransaction(pool, run)),
    connect: async () => {
      const client = await pool.connect()
      lent.add(client)
      return client
    },
    end: async () => {
      // `pool.end` waits for connections in use, and a listener never returns its connection.
      for (const client of lent) client.release(true)
      await pool.end()
    },
  }
}

/** The connection pool of this process. */
export function db(): Database {
  return singleton('db', () => openDatabase(env().DATABASE_URL, env().DATABASE_POOL))
}

/** The single row of a statement that always returns one. */
export async function oneRow<T>(handle: Db, statement: string | Statement, values?: readonly unknown[]): Promise<T> {
  const [row] = await handle.rows<T>(statement, values)
  if (!row) throw new Error('a statement that always has a row had none')
  return row
}

/** True if a statement failed because it violates this unique constraint or index. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

/** True if a statement failed because it violates any unique constraint or index. */
export const isDuplicate = (error: unknown): boolean => sqlState(error) === '23505'

/** True if a statement failed at a foreign key: it refers to a missing row, or deletes a row that others refer to. */
export const violatesForeignKey = (error: unknown): boolean => ['23503', '23001'].includes(sqlState(error) ?? '')

/** True if a statement failed because it waited too long for a lock. */
export const lockTimedOut = (error: unknown): boolean => sqlState(error) === '55P03'
