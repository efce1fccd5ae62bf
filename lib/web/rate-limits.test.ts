import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changePasswordCall, findIdCall, profileCall } from '#lib/accounts/calls.ts'
import { deleteApiKeyCall, makeApiKeyCall } from '#lib/api-keys/calls.ts'
import { MAX_API_KEYS } from '#lib/api-keys/rules.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { MEMBER_BUCKET_FACTOR } from '#lib/core/limits.ts'
import { singleton } from '#lib/core/singleton.ts'
import { registerCall } from '#lib/members/calls.ts'
import { placeOrderCall } from '#lib/orders/calls.ts'
import { cancelOrderCall } from '#lib/requests/calls.ts'
import { resellerOrderCall, resellerServicesCall, resellerStatusCall } from '#lib/reseller/calls.ts'
import { loginCall } from '#lib/sessions/calls.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { settingsCall } from '#lib/settings/calls.ts'
import { resendWebhookDeliveryCall, setWebhookCall } from '#lib/webhooks/calls.ts'
import { makeFailedWebhookDelivery } from '#lib/webhooks/testing/webhooks.ts'
import { apiKeyHeaders, newAddress, send, signedIn } from './testing/caller.ts'

// The clock stands still, so that the rate limit lets no further requests through while a test counts them on a slow
// machine.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  singleton('limits', () => new Map()).clear()
})
afterEach(() => {
  vi.useRealTimers()
  env().RATE_LIMIT_FACTOR = 1
})

test('a key past its limit gets 429 with Retry-After, writes before reads, and another key does not', async () => {
  env().RATE_LIMIT_FACTOR = 0.01
  const [first, second] = [await apiKeyHeaders(await signedIn()), await apiKeyHeaders(await signedIn())]
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
  const ask = async () => (await send(resellerOrderCall, { headers: await apiKeyHeaders(member), body: {} })).status
  expect([await ask(), await ask()]).toEqual([400, 429])
})

test('a member’s session has a budget of its own, from whatever address, and his orders take nothing of it', async () => {
  const { headers } = await signedIn({ points: 100_000 })
  const other = await signedIn()
  const serviceId = await makeService()
  env().RATE_LIMIT_FACTOR = 0.001
  const read = async (address: string) => (await send(profileCall, { headers, address })).status
  const order = { serviceId, link: 'https://example.com/p', amount: 100 }
  expect([
    await read('192.0.2.9'),
    await read('192.0.2.10'),
    await read('192.0.2.11'),
    await read('192.0.2.12'),
  ]).toEqual([200, 200, 200, 429])
  expect((await send(profileCall, { headers: other.headers, address: '192.0.2.9' })).status).toBe(200)
  const changePassword = async () => (await send(changePasswordCall, { headers, body: {} })).status
  expect([await changePassword(), await changePassword()]).toEqual([400, 429])
  for (let at = 0; at < 5; at++) {
    const placed = await send(placeOrderCall, { headers, body: order })
    expect(placed.status).toBe(201)
    const path = `/service/order/${placed.json.orderId}/cancel`
    expect((await send(cancelOrderCall, { headers, path })).status).toBe(200)
  }
  await expectBooksBalance()
})

test('bad credentials use up the limit of their address; known callers there and other addresses aren’t affected', async () => {
  const [member, newcomer, key] = [await signedIn(), await signedIn(), await apiKeyHeaders(await signedIn())]
  const address = '2001:db8:5:5::1'
  expect((await send(profileCall, { headers: member.headers, address })).status).toBe(200)
  expect((await send(resellerServicesCall, { headers: key, address })).status).toBe(200)
  const guess = async (at: number) =>
    (await send(resellerServicesCall, { headers: { 'api-key': `ps_${at}` }, address: `2001:db8:5:5::${at}` })).status
  const statuses = []
  for (let at = 0; at < 301; at++) statuses.push(await guess(at))
  expect(statuses).toEqual([...Array(300).fill(401), 429])
  const bad = { authorization: 'Bearer a.dead.token' }
  expect((await send(profileCall, { headers: bad, address })).status).toBe(429)
  // Until its session is looked up, the token of a new session can't be distinguished from a guessed token.
  expect((await send(profileCall, { headers: newcomer.headers, address })).status).toBe(429)
  expect((await send(profileCall, { headers: member.headers, address })).status).toBe(200)
  expect((await send(resellerServicesCall, { headers: key, address })).status).toBe(200)
  expect((await send(profileCall, { headers: newcomer.headers, address: '2001:db8:5:6::1' })).status).toBe(200)
})

test('a refused credential costs no query', async () => {
  const address = '192.0.2.77'
  const guess = (at: number) => send(resellerServicesCall, { headers: { 'api-key': `ps_no_${at}` }, address })
  for (let at = 0; at < 300; at++) await guess(at)
  const queries = vi.spyOn(db(), 'rows')
  try {
    expect((await guess(300)).status).toBe(429)
    expect(queries).not.toHaveBeenCalled()
  } finally {
    queries.mockRestore()
  }
})

test('valid credentials give back their token, and a revoked one counts as a guess again', async () => {
  const address = '192.0.2.78'
  for (let at = 0; at < 310; at++) {
    const { headers } = await signedIn()
    expect((await send(profileCall, { headers, address })).status).toBe(200)
  }
  const member = await signedIn()
  const old = await apiKeyHeaders(member)
  expect((await send(resellerServicesCall, { headers: old, address })).status).toBe(200)
  await apiKeyHeaders(member)
  const statuses = []
  for (let at = 0; at < 302; at++) statuses.push((await send(resellerServicesCall, { headers: old, address })).status)
  expect(statuses).toEqual([...Array(301).fill(401), 429])
})

test('two keys behind one address each have their whole limit', async () => {
  const [first, second] = [await apiKeyHeaders(await signedIn()), await apiKeyHeaders(await signedIn())]
  const address = '192.0.2.79'
  for (const headers of [first, second]) {
    const statuses = []
    for (let at = 0; at < 1_201; at++)
      statuses.push((await send(resellerOrderCall, { headers, address, body: {} })).status)
    expect(statuses).toEqual([...Array(1_200).fill(400), 429])
  }
})

test('a /64 of IPv6 is one address to sign-ups, look-ups and logins', async () => {
  const from = (at: number) => `2001:db8:9:9::${at.toString(16)}`
  const statuses = []
  for (let at = 0; at < 61; at++) statuses.push((await send(registerCall, { address: from(at), body: {} })).status)
  expect(statuses).toEqual([...Array(60).fill(400), 429])
  const lookUps = []
  for (let at = 0; at < 11; at++)
    lookUps.push((await send(findIdCall, { address: from(at), body: { email: 'nobody@example.com' } })).status)
  expect(lookUps).toEqual([...Array(10).fill(404), 429])
  const logins = []
  for (let at = 0; at < 31; at++)
    logins.push((await send(loginCall, { address: from(at), body: { id: `nobody${at}`, password: 'x' } })).status)
  expect(logins).toEqual([...Array(30).fill(404), 429])
  expect((await send(registerCall, { address: '2001:db8:9:a::1', body: {} })).status).toBe(400)
})

test('in the demo only loopback addresses aren’t limited', async () => {
  env().RATE_LIMIT_FACTOR = 0.001
  env().DEMO = true
  try {
    const ask = async (address: string) => (await send(settingsCall, { address })).status
    for (let at = 0; at < 10; at++) expect(await ask(['127.0.0.1', '::1', '::ffff:127.0.0.1'][at % 3] ?? '')).toBe(200)
    expect([
      await ask('192.0.2.90'),
      await ask('192.0.2.90'),
      await ask('192.0.2.90'),
      await ask('192.0.2.90'),
    ]).toEqual([200, 200, 200, 429])
  } finally {
    env().DEMO = false
  }
  expect([await send(settingsCall), await send(settingsCall)].map(({ status }) => status)).toEqual([200, 200])
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

test('a member who makes the shop call his server again and again is limited, and no other member is', async () => {
  const [busy, other] = [await signedIn(), await signedIn()]
  const resend = async (member: typeof busy) => {
    const path = `/service/webhook/deliveries/${await makeFailedWebhookDelivery(member.id)}/resend`
    return send(resendWebhookDeliveryCall, { headers: member.headers, path })
  }
  const statuses = []
  for (let at = 0; at < 20; at++) statuses.push((await resend(busy)).status)
  expect(statuses).toEqual(Array(20).fill(200))
  const refused = await resend(busy)
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '10' } })
  const body = { url: 'https://reseller.example.com/hook', enabled: true }
  const headers = { ...busy.headers, ...(await reauthHeaders(busy)) }
  expect((await send(setWebhookCall, { headers, body })).status).toBe(429)
  expect((await resend(other)).status).toBe(200)
})

test('each key has a limit of its own, and every answer to it says what is left', async () => {
  const member = await signedIn()
  const first = await apiKeyHeaders(member)
  const read = (headers: Record<string, string>) => send(resellerServicesCall, { headers })
  const leftOf = ({ headers }: { headers: Record<string, unknown> }) =>
    Number(/^"reads";r=(\d+);t=\d+$/.exec(String(headers.ratelimit))?.[1])
  const before = leftOf(await read(first))
  expect(leftOf(await read(first))).toBe(before - 1)
  const refused = await send(resellerStatusCall, { path: '/status/1', headers: first })
  expect([refused.status, leftOf(refused)]).toEqual([404, before - 2])
  expect(refused.headers['ratelimit-policy']).toMatch(/^"reads";q=\d+;w=\d+$/)
  const page = await send(profileCall, { headers: member.headers })
  expect(page.headers).not.toHaveProperty('ratelimit')
  await db().rows('UPDATE api_keys SET frozen_at = now() WHERE member_id = $1', [member.id])
  const frozen = await read(first)
  expect([frozen.status, leftOf(frozen)]).toEqual([403, before - 2])
  const frozenOrder = await send(resellerOrderCall, { headers: first, body: {} })
  expect([frozenOrder.status, String(frozenOrder.headers.ratelimit)]).toEqual([
    403,
    expect.stringMatching(/^"writes";/),
  ])
})

test('a frozen key is told so however often it is sent, and takes nothing from other keys of its address', async () => {
  const [frozen, other] = [await signedIn(), await signedIn()]
  const [frozenKey, otherKey] = [await apiKeyHeaders(frozen), await apiKeyHeaders(other)]
  await db().rows('UPDATE api_keys SET frozen_at = now() WHERE member_id = $1', [frozen.id])
  env().RATE_LIMIT_FACTOR = 0.01
  const address = newAddress()
  const read = (headers: Record<string, string>) => send(resellerServicesCall, { headers, address })
  for (let at = 0; at < 10; at++) expect((await read(frozenKey)).status).toBe(403)
  expect((await read(otherKey)).status).toBe(200)
})

test('a member who deletes and makes keys, or uses ten at once, gets no more than ten keys have', async () => {
  const member = await signedIn()
  const proved = { ...member.headers, ...(await reauthHeaders(member)) }
  const order = (key: string) => send(resellerOrderCall, { headers: { 'api-key': key }, body: {} })
  let passed = 0
  for (let round = 0; round < 15; round++) {
    const newKey = await send(makeApiKeyCall, { headers: proved, body: { name: '서버', scopes: ['read', 'order'] } })
    env().RATE_LIMIT_FACTOR = 0.01
    for (let at = 0; at < 13; at++) if ((await order(newKey.json.apiKey)).status === 400) passed++
    env().RATE_LIMIT_FACTOR = 1
    await send(deleteApiKeyCall, { headers: proved, path: `/auth/api-keys/${newKey.json.id}` })
  }
  expect(passed).toBe(MEMBER_BUCKET_FACTOR * 12)
  expect(MEMBER_BUCKET_FACTOR).toBe(MAX_API_KEYS)
  env().RATE_LIMIT_FACTOR = 0.01
  const other = await apiKeyHeaders(await signedIn())
  expect((await send(resellerOrderCall, { headers: other, body: {} })).status).toBe(400)
})

test('a key over its limit is refused without a query, with what is left in the headers, and is let in again with the next token', async () => {
  const key = await apiKeyHeaders(await signedIn())
  const order = () => send(resellerOrderCall, { headers: key, body: {} })
  env().RATE_LIMIT_FACTOR = 0.001
  expect((await order()).status).toBe(400)
  const queries = vi.spyOn(db(), 'rows')
  try {
    const refused = await order()
    expect(refused).toMatchObject({ status: 429, headers: { ratelimit: expect.stringMatching(/^"writes";r=0;/) } })
    expect(queries).not.toHaveBeenCalled()
  } finally {
    queries.mockRestore()
  }
  vi.setSystemTime(Date.now() + 200_000)
  expect((await order()).status).toBe(400)
})
