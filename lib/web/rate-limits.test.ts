import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { profileCall } from '#lib/accounts/calls.ts'
import { env } from '#lib/core/env.ts'
import { registerCall } from '#lib/members/calls.ts'
import { resellerOrderCall, resellerServicesCall, resellerStatusCall } from '#lib/reseller/calls.ts'
import { settingsCall } from '#lib/settings/calls.ts'
import { resendDeliveryCall, setWebhookCall } from '#lib/webhooks/calls.ts'
import { makeFailed } from '#lib/webhooks/test-webhooks.ts'
import { keyOf, send, signedIn } from './test-caller.ts'

// No token comes back while a test counts them, however slow the machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  env().RATE_LIMIT_FACTOR = 1
})

test('a key past its limit gets 429 with Retry-After, writes before reads, and another key does not', async () => {
  env().RATE_LIMIT_FACTOR = 0.01
  const [first, second] = [await keyOf(await signedIn()), await keyOf(await signedIn())]
  const write = (headers: Record<string, string>) => send(resellerOrderCall, { headers, body: {} })
  const statuses = []
  for (let at = 0; at < 13; at++) statuses.push((await write(first)).status)
  expect(statuses).toEqual([...Array(12).fill(400), 429])
  const refused = await write(first)
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect(refused.json).toEqual({
    message: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
    code: 'TOO_MANY_REQUESTS',
  })
  expect((await write(second)).status).toBe(400)
  expect((await send(resellerServicesCall, { headers: first })).status).toBe(200)
  expect((await send(resellerStatusCall, { headers: first, path: '/status/1' })).status).toBe(404)
})

test('a renewed key is still the same caller to the limit', async () => {
  env().RATE_LIMIT_FACTOR = 0.001
  const member = await signedIn()
  const ask = async () => (await send(resellerOrderCall, { headers: await keyOf(member), body: {} })).status
  expect([await ask(), await ask()]).toEqual([400, 429])
})

test('what a signed-in member does is not counted', async () => {
  env().RATE_LIMIT_FACTOR = 0.0001
  const { headers } = await signedIn()
  for (let at = 0; at < 10; at++) expect((await send(profileCall, { headers, address: '192.0.2.9' })).status).toBe(200)
})

test('an address without a session is limited, each by itself', async () => {
  env().RATE_LIMIT_FACTOR = 0.001
  const ask = async (address: string) => (await send(settingsCall, { address })).status
  expect([await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1')]).toEqual([
    200, 200, 200, 429,
  ])
  expect(await ask('192.0.2.2')).toBe(200)
})

test('sign-ups have a tighter limit of their own', async () => {
  const address = '192.0.2.3'
  const statuses = []
  for (let at = 0; at < 61; at++) statuses.push((await send(registerCall, { address, body: {} })).status)
  expect(statuses).toEqual([...Array(60).fill(400), 429])
  expect((await send(settingsCall, { address })).status).toBe(200)
})

test('a member who has us call his address again and again is stopped, and no other member is', async () => {
  const [busy, other] = [await signedIn(), await signedIn()]
  const resend = async (member: typeof busy) => {
    const path = `/service/webhook/deliveries/${await makeFailed(member.id)}/resend`
    return send(resendDeliveryCall, { headers: member.headers, path })
  }
  const statuses = []
  for (let at = 0; at < 20; at++) statuses.push((await resend(busy)).status)
  expect(statuses).toEqual(Array(20).fill(200))
  const refused = await resend(busy)
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '10' } })
  const body = { url: 'https://reseller.example.com/hook', enabled: true }
  expect((await send(setWebhookCall, { headers: busy.headers, body })).status).toBe(429)
  expect((await resend(other)).status).toBe(200)
})
