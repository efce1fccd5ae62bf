import { afterEach, expect, test } from 'vitest'
import { db, openDatabase } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { singleton } from '#lib/core/singleton.ts'
import { startDraining } from './draining.ts'
import { readyCall } from './health-calls.ts'

type Context = Parameters<typeof readyCall.run>[0]

const answering = (isWritable: boolean) => ({ rows: async () => [{ isWritable }] })
const reachable = answering(true)
const unreachable = { rows: () => Promise.reject(new Error('no connection')) }
const isReady = (db: object, query = {}) => readyCall.run({ db, query } as Context)

afterEach(() => {
  singleton('draining', () => ({ draining: false })).draining = false
})

test('a process is ready while it reaches the database', async () => {
  expect(await isReady(reachable)).toEqual({ ok: true })
  await expect(isReady(unreachable)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
})

test('a process isn’t ready while its database only reads, as after a failover', async () => {
  await expect(isReady(answering(false))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const readOnly = openDatabase(`${env().DATABASE_URL}?options=-c%20default_transaction_read_only%3Don`, 1)
  await expect(isReady(readOnly)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await readOnly.end()
  expect(await isReady(db())).toEqual({ ok: true })
})

test('without=database leaves the database out, so that a proxy goes on sending requests in an outage', async () => {
  expect(await isReady(unreachable, { without: 'database' })).toEqual({ ok: true })
})

test('a process that is about to end is ready for nobody', async () => {
  startDraining()
  for (const query of [{}, { without: 'database' }])
    await expect(isReady(reachable, query)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
