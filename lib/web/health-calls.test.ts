import { afterEach, expect, test } from 'vitest'
import { singleton } from '#lib/core/singleton.ts'
import { startDraining } from './draining.ts'
import { readyCall } from './health-calls.ts'

type Context = Parameters<typeof readyCall.run>[0]

const reachable = { rows: async () => [] }
const unreachable = { rows: () => Promise.reject(new Error('no connection')) }
const isReady = (db: object, query = {}) => readyCall.run({ db, query } as Context)

afterEach(() => {
  singleton('draining', () => ({ draining: false })).draining = false
})

test('a process is ready while it reaches the database', async () => {
  expect(await isReady(reachable)).toEqual({ ok: true })
  await expect(isReady(unreachable)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
})

test('without=database leaves the database out, so that a proxy goes on sending requests in an outage', async () => {
  expect(await isReady(unreachable, { without: 'database' })).toEqual({ ok: true })
})

test('a process that is about to end is ready for nobody', async () => {
  startDraining()
  for (const query of [{}, { without: 'database' }])
    await expect(isReady(reachable, query)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
