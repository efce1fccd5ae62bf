import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Caller, call } from './call.ts'
import { db, openDatabase } from './db.ts'
import { env, parseEnv } from './env.ts'
import { databaseForReads } from './read-replica.ts'
import { ask } from './testing/call.ts'

const minimal = { DATABASE_URL: 'postgres://u:p@127.0.0.1/shop', AUTH_SECRET: 'tkT0xu1y9cZQ4wVh7eRj2NbLsPfDm8Ga' }

const preparedSql =
  "SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE 'SELECT 1 AS a_marked%'"

test('behind a pooler no statement is prepared by name, since the next transaction has another connection', async () => {
  for (const [pooled, count] of [
    [true, 0],
    [false, 1],
  ] as const) {
    const database = openDatabase(env().DATABASE_URL, 1, { pooled })
    await database.rows('SELECT 1 AS a_marked_statement')
    await database.transaction((tx) => tx.rows('SELECT 1 AS a_marked_statement'))
    expect((await database.rows<{ count: number }>(preparedSql))[0]?.count).toBe(count)
    await database.end()
  }
})

test('a pooler needs the address of the database behind it', () => {
  expect(() => parseEnv({ ...minimal, DATABASE_POOLED: 'true' })).toThrow('DATABASE_DIRECT_URL')
  const direct = 'postgres://u:p@127.0.0.1:5432/shop'
  expect(parseEnv({ ...minimal, DATABASE_POOLED: 'true', DATABASE_DIRECT_URL: direct }).DATABASE_POOLED).toBe(true)
})

const forgetReplica = (): void => {
  env().READ_DATABASE_URL = undefined
}

test('a replica that can’t be reached, or a database that is no replica, is never read', async () => {
  onTestFinished(forgetReplica)
  for (const url of ['postgres://nobody@127.0.0.1:1/none', env().DATABASE_URL]) {
    env().READ_DATABASE_URL = url
    expect(databaseForReads()).toBe(db())
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await databaseForReads().rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  }
})

const callOf = (method: 'GET' | 'POST') =>
  call({ method, path: '/made-up', access: 'member', answer: z.object({}), run: async () => ({}) })

const member: Caller = { memberId: 1, loginId: 'm', role: 'MEMBER', via: 'session', sessionId: null, totp: false }

test('a browser that has just written gets no data from a replica, whichever process answers', async () => {
  const cookieOf = async (method: 'GET' | 'POST') =>
    [(await ask(callOf(method), { caller: member })).headers['set-cookie']].flat().join()
  expect(await cookieOf('POST')).not.toContain('wrote')
  onTestFinished(forgetReplica)
  env().READ_DATABASE_URL = env().DATABASE_URL
  expect(await cookieOf('POST')).toMatch(/wrote=1; Path=\/; HttpOnly; SameSite=Lax; Max-Age=10/)
  expect(await cookieOf('GET')).not.toContain('wrote')
})
