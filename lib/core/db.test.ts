import { randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Db, db, isLockTimeout, isViolationOf, oneRow, openDatabase } from './db.ts'
import { env } from './env.ts'

const insertWhere =
  'INSERT INTO register_wheres (text) VALUES ($1) RETURNING id, text AS long_column_name, 1::bigint AS big'

test('columns come back in camelCase, BIGINT as bigint', async () => {
  expect(await oneRow(db(), insertWhere, ['a'])).toEqual({ id: expect.any(Number), longColumnName: 'a', big: 1n })
})

test('fragments carry their values, which are numbered once for the whole statement', async () => {
  const text = raw('text')
  const own = sql`${text} = ${'fragments'}`
  await db().transaction(async (tx) => {
    await tx.rows(sql`INSERT INTO register_wheres (${text}, position) VALUES (${'fragments'}, ${7})`)
    const statement = sql`SELECT position, ${'x'}::text AS x FROM register_wheres WHERE ${own} AND (${7}::int = 7 AND ${own})`
    expect(statement.text).toBe(
      'SELECT position, $1::text AS x FROM register_wheres WHERE text = $2 AND ($3::int = 7 AND text = $4)',
    )
    expect(await oneRow(tx, statement)).toEqual({ position: 7, x: 'x' })
  })
})

test('a statement is prepared once for its text, however it is built, and not with an optional filter', async () => {
  const small = openDatabase(env().DATABASE_URL, 1)
  const below = (most: number) => sql`SELECT id FROM register_wheres WHERE id < ${most}`
  const optional = (id: number | null) => sql`SELECT id FROM register_wheres WHERE (${id}::int IS NULL OR id = ${id})`
  await small.rows(below(1))
  await small.rows(below(2))
  await small.rows('SELECT id FROM register_wheres WHERE id < $1', [3])
  await small.rows(optional(null))
  await small.rows(optional(1))
  const prepared = await small.rows<{ statement: string }>(
    "SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%register_wheres%' AND statement NOT LIKE '%pg_prep%'",
  )
  expect(prepared).toEqual([{ statement: 'SELECT id FROM register_wheres WHERE id < $1' }])
  await small.end()
})

test('a transaction that throws is rolled back, one that returns is committed', async () => {
  const failing = db().transaction(async (tx) => {
    await tx.rows(insertWhere, ['gone'])
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await db().transaction((tx) => tx.rows(insertWhere, ['kept']))
  const rows = await db().rows<{ text: string }>("SELECT text FROM register_wheres WHERE text IN ('gone', 'kept')")
  expect(rows).toEqual([{ text: 'kept' }])
})

test('a connection works again after a failed transaction', async () => {
  const small = openDatabase(env().DATABASE_URL, 1)
  await expect(small.transaction((tx) => tx.rows('SELECT 1 / 0'))).rejects.toThrow('division')
  expect(await small.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await small.end()
})

test('a pool can be closed while a listener has not released its connection', async () => {
  const small = openDatabase(env().DATABASE_URL, 2)
  const listener = await small.connect()
  await listener.query('LISTEN anything')
  await small.end()
})

test('a broken connection may still be released after its pool was closed', async () => {
  const small = openDatabase(env().DATABASE_URL, 1)
  const listener = await small.connect()
  await small.end()
  expect(() => listener.release(new Error('it broke'))).not.toThrow()
})

test('a transaction that PostgreSQL ends because of a deadlock is run again', async () => {
  const names = ['a', 'b'].map((name) => `deadlock-${name}-${randomUUID()}`)
  await db().rows('INSERT INTO cache_versions (name) SELECT unnest($1::text[])', [names])
  const both = Promise.withResolvers<void>()
  let first = 0
  let runs = 0
  const lock = (tx: Db, name = '') => tx.rows('UPDATE cache_versions SET version = version + 1 WHERE name = $1', [name])
  const crosswise = ([one, other]: string[]) =>
    db().transaction(async (tx) => {
      runs++
      await lock(tx, one)
      if (++first >= 2) both.resolve()
      await both.promise
      await lock(tx, other)
    })
  await Promise.all([crosswise(names), crosswise(names.toReversed())])
  const rows = await db().rows('SELECT version FROM cache_versions WHERE name = ANY ($1)', [names])
  expect(rows).toEqual([{ version: 2n }, { version: 2n }])
  // At least one of the two transactions is run again. It may deadlock with the other once more, if it takes its first
  // lock before the other takes its second.
  expect(runs).toBeGreaterThanOrEqual(3)
})

test('a single statement that PostgreSQL ends because of a deadlock is run again, too', async () => {
  const names = ['a', 'b'].map((name) => `deadlock-${name}-${randomUUID()}`)
  await db().rows('INSERT INTO cache_versions (name) SELECT unnest($1::text[])', [names])
  const lock = (handle: Db, sorted: readonly string[]) =>
    handle.rows(
      `UPDATE cache_versions c SET version = version + 1
       FROM (SELECT name FROM cache_versions WHERE name = ANY ($1) ORDER BY array_position($1, name) FOR UPDATE) AS locked
       WHERE c.name = locked.name`,
      [sorted],
    )
  let single: Promise<unknown> = Promise.resolve()
  await db().transaction(async (tx) => {
    // The transaction locks b. The statement locks a, then waits for b. PostgreSQL ends the statement, because it is
    // the first to wait.
    await lock(tx, names.slice(1))
    single = lock(db(), names)
    await vi.waitFor(async () => {
      const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%array_position%'"
      expect((await db().rows(waiting)).length).toBe(1)
    }, 5_000)
    await lock(tx, names.slice(0, 1))
  })
  await single
  const rows = await db().rows('SELECT version FROM cache_versions WHERE name = ANY ($1)', [names])
  expect(rows).toEqual([{ version: 2n }, { version: 2n }])
})

test('an error tells which unique key a row violates', async () => {
  const again = "INSERT INTO cache_versions (name) VALUES ('settings')"
  const error = await db()
    .rows(again)
    .catch((each) => each)
  expect([isViolationOf(error, 'cache_versions_pkey'), isViolationOf(error, 'members_pkey')]).toEqual([true, false])
  expect(isViolationOf(new Error('cache_versions_pkey'), 'cache_versions_pkey')).toBe(false)
})

test('only waiting too long for a lock is reported as a lock timeout', async () => {
  await db().transaction(async (tx) => {
    await tx.rows("SELECT FROM cache_versions WHERE name = 'settings' FOR UPDATE")
    const waiting = db().transaction(async (other) => {
      await other.rows("SELECT set_config('lock_timeout', '50ms', true)")
      await other.rows("SELECT FROM cache_versions WHERE name = 'settings' FOR UPDATE")
    })
    expect(isLockTimeout(await waiting.catch((error) => error))).toBe(true)
  })
  expect(
    isLockTimeout(
      await db()
        .rows('SELECT 1 / 0')
        .catch((error) => error),
    ),
  ).toBe(false)
})

test('oneRow throws if the statement returns no row', async () => {
  await expect(oneRow(db(), 'SELECT 1 WHERE false')).rejects.toThrow()
})

test('a transaction can have a longer statement timeout, both in PostgreSQL and in node-pg', async () => {
  const short = openDatabase(env().DATABASE_URL, 1)
  onTestFinished(() => short.end())
  const timeoutIn = (options?: { statementTimeout: number }) =>
    short.transaction(
      async (tx) =>
        (await tx.rows<{ value: string }>("SELECT current_setting('statement_timeout') AS value"))[0]?.value,
      options,
    )
  expect(await timeoutIn({ statementTimeout: 900_000 })).toBe('15min')
  expect(await timeoutIn()).toBe('15s')
  await expect(short.transaction((tx) => tx.rows('SELECT pg_sleep(2)'), { statementTimeout: 50 })).rejects.toThrow(
    'statement timeout',
  )
})
