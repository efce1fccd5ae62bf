import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { env } from '#lib/core/env.ts'
import { singleton } from '#lib/core/singleton.ts'
import { resellerStatusCall } from '#lib/reseller/calls.ts'
import { send } from '#lib/web/testing/caller.ts'
import { apiV2Call } from './calls.ts'
import { makeReseller } from './testing/client.ts'

// The clock stands still, so that no tokens are refilled while a test counts them.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  singleton('limits', () => new Map()).clear()
})
afterEach(() => {
  vi.useRealTimers()
  env().RATE_LIMIT_FACTOR = 1
})

const ask = (key: string, action: string) => send(apiV2Call, { raw: `key=${key}&action=${action}` })

test('over its limit a key gets 429 with Retry-After; writes are counted apart from reads, other keys for themselves', async () => {
  env().RATE_LIMIT_FACTOR = 0.001
  const [first, second] = [await makeReseller(), await makeReseller()]
  expect((await ask(first.key, 'cancel')).status).toBe(200)
  const refused = await ask(first.key, 'add')
  expect(refused).toMatchObject({ status: 429, json: { error: 'Too many requests' } })
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect((await ask(first.key, 'balance')).status).toBe(200)
  expect((await ask(second.key, 'cancel')).status).toBe(200)
})

test('the reads of a key are one budget for API v2 and the shop’s own calls', async () => {
  env().RATE_LIMIT_FACTOR = 0.001
  const { key } = await makeReseller()
  for (let at = 0; at < 3; at++) expect((await ask(key, 'balance')).status).toBe(200)
  expect((await send(resellerStatusCall, { headers: { 'api-key': key }, path: '/status/1' })).status).toBe(429)
})
