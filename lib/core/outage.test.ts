import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'
import { type Database, db, openDatabase } from './db.ts'
import { env } from './env.ts'
import { isOutage } from './outage.ts'
import { ask } from './testing/call.ts'
import { ownerDatabase } from './testing/database.ts'

const failed = (code: string, message = 'failed') => Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })

test.each(['08006', '53100', '53200', '53300', '57P01', '57P03', '57014', '25006', '28P01', '28000', '3D000', '58030'])(
  'SQLSTATE %s is an outage',
  (code) => expect(isOutage(failed(code))).toBe(true),
)

test.each(['23505', '42501', '40P01', '55P03', 'XX000'])('SQLSTATE %s is none', (code) =>
  expect(isOutage(failed(code))).toBe(false),
)

test('a disk that became read-only is an outage, missing rights are none', () => {
  expect(isOutage(failed('42501', 'could not open file "base/1": Read-only file system'))).toBe(true)
  expect(isOutage(failed('42501', 'permission denied for table orders'))).toBe(false)
})

test('files that PostgreSQL can’t use are an outage, other internal errors are none', () => {
  expect(isOutage(failed('XX000', 'could not extend file "base/1/2": File too large'))).toBe(true)
  expect(isOutage(failed('XX000', 'could not write to file "pg_wal/xlogtemp.1": Disk quota exceeded'))).toBe(true)
  expect(isOutage(failed('XX000', 'could not open relation with OID 16384'))).toBe(false)
  expect(isOutage(failed('XX000', 'cache lookup failed for relation 1'))).toBe(false)
})

const callRunning = (run: () => Promise<unknown>) =>
  call({ method: 'GET', path: '/test', access: 'public', answer: z.unknown(), run })

const unavailableAnswer = {
  status: 503,
  json: { code: 'UNAVAILABLE', message: '잠시 후 다시 시도해 주세요.' },
  headers: { 'retry-after': '5', 'cache-control': 'no-store' },
}

/** Ends the connections of this database handle, as a restart of PostgreSQL would. Returns when they are closed. */
async function endConnectionsOf(applicationName: string): Promise<void> {
  const ended = `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE application_name = $1 AND datname = current_database()`
  await ownerDatabase().rows(ended, [applicationName])
  await wait(50)
}

async function withHandle(name: string, run: (handle: Database) => Promise<void>): Promise<void> {
  // The `application_name` in the URL takes precedence over the one in the pool's options.
  const url = Object.assign(new URL(env().DATABASE_URL), { search: `?application_name=${name}` }).href
  const handle = openDatabase(url, 1)
  try {
    await run(handle)
  } finally {
    await handle.end()
  }
}

test('a connection that breaks between two statements of a transaction ends neither process nor pool; the call is 503', () =>
  withHandle('breaks', async (handle) => {
    const breaking = callRunning(() =>
      handle.transaction(async (tx) => {
        await tx.rows('SELECT 1')
        await endConnectionsOf('breaks')
        await tx.rows('SELECT 1')
      }),
    )
    expect(await ask(breaking)).toMatchObject(unavailableAnswer)
    expect(await handle.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  }))

test('a statement that takes too long is 503, and the connection goes on', () =>
  withHandle('slow', async (handle) => {
    const slow = callRunning(() =>
      handle.transaction(async (tx) => {
        await tx.rows("SET LOCAL statement_timeout = '50ms'")
        await tx.rows('SELECT pg_sleep(60)')
      }),
    )
    expect(await ask(slow)).toMatchObject(unavailableAnswer)
    expect(await handle.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  }))

test('a database that can’t be reached is 503', async () => {
  const url = Object.assign(new URL(env().DATABASE_URL), { port: '1' }).href
  const nowhere = openDatabase(url, 1)
  expect(await ask(callRunning(() => nowhere.rows('SELECT 1')))).toMatchObject(unavailableAnswer)
  await nowhere.end()
})

test('a transaction that may not write is 503', async () => {
  const writing = callRunning(() =>
    db().transaction(async (tx) => {
      await tx.rows('SET TRANSACTION READ ONLY')
      await tx.rows("INSERT INTO register_wheres (text) VALUES ('read-only')")
    }),
  )
  expect(await ask(writing)).toMatchObject(unavailableAnswer)
})
