import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { env } from './env.ts'
import { log } from './log.ts'
import { isWorkObserved, measureWork } from './measure-work.ts'
import { isOutage, noteOutage } from './outage.ts'
import { singleton } from './singleton.ts'
import { sqlState } from './sql-state.ts'

/**
 * An SQL statement with its values, built from fragments by the template tag of sql-template-tag. Each fragment carries
 * its own values; reading `text` numbers all of them as $1, $2 and so on.
 */
export type SqlStatement = { readonly text: string; readonly values: readonly unknown[] }

/**
 * A connection pool or a transaction, with which use cases query the database. The fields of a row are named like the
 * columns, in camelCase; BIGINT values are bigints. Pass either the text of a statement and the values of its $1, $2
 * and so on, or a built `SqlStatement`.
 */
export type Db = {
  rows<T>(statement: string | SqlStatement, values?: readonly unknown[]): Promise<T[]>
}

export type TransactionOptions = {
  /** Milliseconds that each statement may take, instead of `serverTimeouts.statement_timeout`. */
  statementTimeout?: number
}

/**
 * A connection pool. Each statement outside `transaction` is a transaction by itself; after a deadlock it is repeated,
 * at most twice.
 */
export type Database = Db & {
  /**
   * Commits when `run` returns, rolls back when it throws. After a deadlock `run` is repeated, at most twice.
   */
  transaction<T>(run: (tx: Db) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** A connection for the caller alone, for LISTEN. If the caller doesn't release it, `end` does. */
  connect(): Promise<pg.PoolClient>
  /** Releases the connections lent by `connect` and closes the pool. */
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
 * Name under which a statement is prepared, one per SQL text; undefined for a statement that isn't prepared because its
 * best plan depends on the values (`optionalFilter`).
 */
function statementName(text: string): string | undefined {
  if (statementNames.has(text)) return statementNames.get(text)
  const name = optionalFilter.test(text) ? undefined : createHash('sha1').update(text).digest('hex')
  statementNames.set(text, name)
  return name
}

/** Name of a column's field in the rows that a `Db` returns: the column's name in camelCase. */
export const fieldNameOfColumn = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** First word of a statement, in lower case. */
const operationOf = (text: string): string => /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'other'

/**
 * Where a statement runs: the pool or connection, and whether it may prepare statements by name. `queryTimeout`:
 * milliseconds that node-pg waits for a result, if other than the pool's setting.
 */
type QueryTarget = { client: pg.Pool | pg.PoolClient; prepares: boolean; queryTimeout?: number }

async function queryRows<T>(
  { client, prepares, queryTimeout }: QueryTarget,
  statement: string | SqlStatement,
  givenValues: readonly unknown[],
): Promise<T[]> {
  const { text, values } = typeof statement === 'string' ? { text: statement, values: givenValues } : statement
  const name = prepares ? statementName(text) : undefined
  const limit = queryTimeout && { query_timeout: queryTimeout }
  const query = { name, text, values: [...values], rowMode: 'array' as const, types: resultTypes, ...limit }
  const run = () => client.query(query)
  const result = isWorkObserved()
    ? await measureWork({ kind: 'query', operation: operationOf(text), text }, run)
    : await run()
  const columns = result.fields.map((field) => fieldNameOfColumn(field.name))
  return (result.rows as unknown[][]).map(
    (row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])) as T,
  )
}

/** The two ways to query the database: `db()` (SQL) and `prisma()` (docs/decisions/0039). */
type DatabaseWay = 'SQL' | 'Prisma'

const wayOfOpenTransaction = new AsyncLocalStorage<DatabaseWay>()

/**
 * Call this before a request to another server. Throws inside a transaction, which would hold its locks until the other
 * server answers.
 */
export function refuseInTransaction(): void {
  if (wayOfOpenTransaction.getStore()) throw new Error('another server was called inside a transaction')
}

/**
 * Call this before a transaction begins. Throws if an SQL transaction begins inside a Prisma one or the reverse, since
 * either could commit without the other. Also throws if a Prisma transaction begins inside another: Prisma's small pool
 * could run out of connections.
 */
export function refuseSecondTransaction(way: DatabaseWay): void {
  const open = wayOfOpenTransaction.getStore()
  if (open && (open !== way || open === 'Prisma'))
    throw new Error(`a transaction of ${way} began inside one of ${open}`)
}

/**
 * Runs `run` and marks all its work, also after an await, as part of a transaction, for `refuseInTransaction` and
 * `refuseSecondTransaction`.
 */
export const markTransaction = <T>(way: DatabaseWay, run: () => Promise<T>): Promise<T> =>
  wayOfOpenTransaction.run(way, run)

/**
 * Lends a connection of the pool. The connection gets an error listener: while it is lent, the pool's own listener is
 * removed, and an error without a listener would end the whole process. Releasing the connection a second time does
 * nothing, because the borrower may release a broken connection after `end` has released it.
 */
async function lendConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  const onError = (error: Error) => log.warn('a connection broke while it was in use', { error })
  client.on('error', onError)
  const release = client.release.bind(client)
  let isReleased = false
  client.release = (broken) => {
    if (isReleased) return
    isReleased = true
    release(broken)
    client.removeListener('error', onError)
  }
  return client
}

type PoolOptions = TransactionOptions & { prepares: boolean }

async function runTransaction<T>(
  pool: pg.Pool,
  { prepares, statementTimeout }: PoolOptions,
  run: (tx: Db) => Promise<T>,
): Promise<T> {
  refuseSecondTransaction('SQL')
  const client = await lendConnection(pool)
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    if (statementTimeout) await client.query(`SET LOCAL statement_timeout = ${Math.round(statementTimeout)}`)
    // node-pg waits longer than PostgreSQL's own timeout, so that PostgreSQL's error, which says more, comes first.
    const limit = statementTimeout && { queryTimeout: statementTimeout + QUERY_GRACE_MS }
    const tx: Db = {
      rows: (statement, values = []) => queryRows({ client, prepares, ...limit }, statement, values),
    }
    const value = await markTransaction('SQL', () => run(tx))
    await client.query('COMMIT')
    return value
  } catch (error) {
    // A broken connection isn't asked to roll back: it would not answer, and PostgreSQL rolls back when it closes.
    if (isOutage(error)) broken = error as Error
    else
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
    throw error
  } finally {
    client.release(broken)
  }
}

/** How much longer node-pg waits for a statement than PostgreSQL's own timeout allows, in milliseconds. */
const QUERY_GRACE_MS = 5_000

const MAX_TRANSACTION_ATTEMPTS = 3

/**
 * Runs a transaction. If PostgreSQL aborts it because of a deadlock, runs it again, at most twice. An aborted
 * transaction is rolled back, so nothing happens twice.
 */
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

/**
 * Timeouts in milliseconds that PostgreSQL enforces. They aren't sent to a pooler, which would refuse the connection.
 * Behind a pooler the longer timeouts of the runtime role apply (`runtimeSessionSettings` in scripts/privileges.ts).
 */
export const serverTimeouts = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
}

/**
 * Settings of every connection, with timeouts in milliseconds. PostgreSQL itself ends a statement after
 * `statement_timeout`. `query_timeout` ends the wait if PostgreSQL hangs and doesn't do so. Without `query_timeout` and
 * `connectionTimeoutMillis`, node-pg would wait indefinitely.
 */
export const connectionLimits = {
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  query_timeout: 20_000,
  application_name: 'shop',
}

/** Settings of a connection to the database itself or, if `pooled`, to a pooler in front of it. */
export const connectionSettings = (pooled: boolean) =>
  pooled ? connectionLimits : { ...connectionLimits, ...serverTimeouts }

type DatabaseOptions = {
  /** Name of the pool in the metrics; a pool without a name isn't measured. */
  name?: string
  /**
   * True if the URL leads to a pooler that gives each transaction another connection. No statement is prepared by name
   * then.
   */
  pooled?: boolean
}

/** The open named pools of this process, each with its name; the metrics read them. */
export const measuredPools = (): Map<pg.Pool, string> => singleton('measured-pools', () => new Map<pg.Pool, string>())

/** Opens a pool of at most `size` connections with the settings of `connectionSettings`. */
export function openDatabase(url: string, size: number, { name, pooled = false }: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({ connectionString: url, max: size, ...connectionSettings(pooled) })
  const prepares = !pooled
  if (name) measuredPools().set(pool, name)
  pool.on('error', (error) => log.error('an idle connection failed', { error }))
  const lentClients = new Set<pg.PoolClient>()
  // `end` must not release a connection again that its borrower has released.
  pool.on('release', (_error, client) => lentClients.delete(client as pg.PoolClient))
  pool.on('remove', (client) => lentClients.delete(client as pg.PoolClient))
  const notingOutages = <T>(result: Promise<T>): Promise<T> =>
    result.catch((error) => {
      noteOutage(error)
      throw error
    })
  return {
    rows: (statement, values = []) =>
      notingOutages(repeatAfterDeadlock(() => queryRows({ client: pool, prepares }, statement, values))),
    transaction: (run, options) =>
      notingOutages(repeatAfterDeadlock(() => runTransaction(pool, { ...options, prepares }, run))),
    connect: async () => {
      const client = await lendConnection(pool)
      lentClients.add(client)
      return client
    },
    end: async () => {
      // `pool.end` waits until all connections are returned to the pool, which listeners never do.
      for (const client of lentClients) client.release(true)
      measuredPools().delete(pool)
      await pool.end()
    },
  }
}

/** The main connection pool of this process; each of the worker's lanes has another one. */
export function db(): Database {
  const { DATABASE_URL, DATABASE_POOL, DATABASE_POOLED } = env()
  return singleton('db', () => openDatabase(DATABASE_URL, DATABASE_POOL, { name: 'main', pooled: DATABASE_POOLED }))
}

/**
 * Connections for LISTEN, which doesn't work through a pooler: those of `db()`, or of a separate pool if `db()` leads
 * to a pooler.
 */
export function listenDatabase(): Database {
  const { DATABASE_DIRECT_URL, DATABASE_POOLED } = env()
  if (!DATABASE_DIRECT_URL || !DATABASE_POOLED) return db()
  return singleton('listen-db', () => openDatabase(DATABASE_DIRECT_URL, 1, { name: 'listen' }))
}

/** Runs a statement that always returns one row, and returns that row. */
export async function oneRow<T>(handle: Db, statement: string | SqlStatement, values?: readonly unknown[]): Promise<T> {
  const [row] = await handle.rows<T>(statement, values)
  if (!row) throw new Error('a statement that always has a row had none')
  return row
}

/** True if a statement of a `Db`, not of Prisma, violates the unique constraint or index of this name. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

/** True if a statement failed because it violates any unique constraint or index. */
export const isDuplicate = (error: unknown): boolean => sqlState(error) === '23505'

/** True if a statement failed at a foreign key: it refers to a missing row, or deletes a row that others refer to. */
export const isForeignKeyViolation = (error: unknown): boolean => ['23503', '23001'].includes(sqlState(error) ?? '')

/** True if a statement failed because it waited too long for a lock. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'
