import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import type { Call } from '#lib/core/call.ts'
import { env } from '#lib/core/env.ts'
import { makeMember, type TestMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { resellerOrderCall, resellerServicesCall, resellerStatusCall } from '#lib/reseller/calls.ts'
import { securityHeadersOf } from './content-security-policy.ts'
import { serve } from './route.ts'
import { apiKeyHeaders, type Headers } from './testing/caller.ts'
import { type Entry, jsonOf, PASSED_ON_STATUS, type ReceivedResponse, startEntry } from './testing/entry.ts'

let entry: Entry
let member: TestMember
let apiKeyHeader: Headers
let serviceId: number

beforeAll(async () => {
  entry = await startEntry()
  member = await makeMember({ points: 100 })
  apiKeyHeader = await apiKeyHeaders(member)
  serviceId = await makeService()
})
afterAll(async () => {
  await entry.stop()
  await expectBooksBalance()
})

const securityHeaders = securityHeadersOf('http://127.0.0.1:3000')

/**
 * Headers that aren't compared: they belong to the connection, are added by the server to every response, or differ in
 * each call.
 */
const connectionHeaders = [
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'ratelimit',
  'x-request-id',
  ...securityHeaders.map(([name]) => name),
]

const headersOfCall = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !connectionHeaders.includes(name)).map(([name, value]) => [name, String(value)]),
  )

type EntryRequest = { path: string; headers?: Headers; body?: string }

const throughRoute = async (call: Call, { path, headers, body }: EntryRequest) => {
  const response = await serve(call)[call.method](
    new Request(`http://127.0.0.1${path}`, { method: call.method, headers, body }),
  )
  return {
    status: response.status,
    headers: headersOfCall(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  }
}

const throughEntry = async (call: Call, { path, headers, body }: EntryRequest) => {
  const received = await entry.ask(path, { method: call.method, headers, body })
  expect(received.headers).toMatchObject(Object.fromEntries(securityHeaders))
  return { status: received.status, headers: headersOfCall(Object.entries(received.headers)), body: received.body }
}

/** Expects the entry, which answers without Next.js, to send the same bytes as Next.js with the call's route file. */
async function expectSame(call: Call, sent: EntryRequest, status: number) {
  const first = await throughEntry(call, sent)
  expect(first).toEqual(await throughRoute(call, sent))
  expect(first.status).toBe(status)
  return first
}

const jsonHeaders = { 'content-type': 'application/json' }

test('GET /services is the same by both ways: plain, compressed, unchanged, without a key, with a dead one', async () => {
  const path = '/services'
  const plain = await expectSame(resellerServicesCall, { path, headers: apiKeyHeader }, 200)
  expect(JSON.parse(plain.body.toString())).toContainEqual(expect.objectContaining({ id: serviceId }))
  const zipped = await throughEntry(resellerServicesCall, {
    path,
    headers: { ...apiKeyHeader, 'accept-encoding': 'gzip' },
  })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  // Next.js compresses its own responses.
  expect(gunzipSync(zipped.body)).toEqual(plain.body)
  await expectSame(
    resellerServicesCall,
    { path, headers: { ...apiKeyHeader, 'if-none-match': zipped.headers.etag ?? '' } },
    304,
  )
  const known = { ...apiKeyHeader, 'if-none-match': plain.headers.etag ?? '' }
  await expectSame(resellerServicesCall, { path, headers: known }, 304)
  await expectSame(resellerServicesCall, { path: `${path}?a=%zz&b`, headers: apiKeyHeader }, 200)
  await expectSame(resellerServicesCall, { path }, 401)
  await expectSame(resellerServicesCall, { path, headers: { 'api-key': 'ps_dead' } }, 401)
})

test('POST /order is the same by both ways: placed, refused, malformed, not JSON', async () => {
  const path = '/order'
  const good = JSON.stringify({ serviceId, link: '@some.body', amount: 2 })
  const keyed = { ...apiKeyHeader, ...jsonHeaders, 'idempotency-key': 'both-ways' }
  const placed = await expectSame(resellerOrderCall, { path, headers: keyed, body: good }, 201)
  expect(JSON.parse(placed.body.toString())).toEqual({ wId: expect.any(Number) })
  await expectSame(resellerOrderCall, { path, headers: keyed, body: good.replace('2', '3') }, 409)
  for (const body of ['{}', '{', '[]', good.replace('2', '"2"'), good.replace('2', '1e9')])
    await expectSame(resellerOrderCall, { path, headers: { ...apiKeyHeader, ...jsonHeaders }, body }, 400)
  await expectSame(
    resellerOrderCall,
    { path, headers: { ...apiKeyHeader, ...jsonHeaders }, body: good.replace(/\d+/, '999999') },
    404,
  )
  await expectSame(
    resellerOrderCall,
    { path, headers: { ...apiKeyHeader, 'content-type': 'text/plain' }, body: good },
    415,
  )
  await expectSame(resellerOrderCall, { path, headers: jsonHeaders, body: good }, 401)
  await expectSame(
    resellerOrderCall,
    { path, headers: { ...apiKeyHeader, ...jsonHeaders }, body: ' '.repeat(262_145) },
    413,
  )
})

test('GET /status/{wId} is the same by both ways: there, not there, not his, no number', async () => {
  const other = await makeMember({ points: 10 })
  const mine = await makeOrder({ memberId: member.id, serviceId })
  const his = await makeOrder({ memberId: other.id, serviceId })
  const found = await expectSame(resellerStatusCall, { path: `/status/${mine}`, headers: apiKeyHeader }, 200)
  expect(JSON.parse(found.body.toString())).toEqual({ status: 'PENDING', remains: 1, startCount: null })
  for (const id of [his, 999_999_999, '0', 'abc', '%31', '1e3'])
    await expectSame(resellerStatusCall, { path: `/status/${id}`, headers: apiKeyHeader }, 404)
  await expectSame(resellerStatusCall, { path: `/status/${mine}` }, 401)
})

const refusalOf = (received: ReceivedResponse) => ({
  status: received.status,
  code: jsonOf(received).code,
  allow: received.headers.allow,
})

test.each([
  '/auth',
  '/auth/nothing',
  '/service',
  '/service/nothing',
  '/services/1',
  '/status',
  '/status/1/2',
  '/hooks/x',
  '/orders/1',
  '/api/nothing',
  '/api/admin',
  '/api/admin/nothing',
  '/services/',
])('GET %s is not there, in JSON', async (path) => {
  const received = await entry.ask(path)
  expect(refusalOf(received)).toEqual({ status: 404, code: 'NOT_FOUND', allow: undefined })
  expect(received.headers['content-type']).toBe('application/json; charset=utf-8')
})

test.each([
  ['DELETE', '/services', 'GET, HEAD'],
  ['PUT', '/order', 'GET, HEAD, POST'],
  ['POST', '/status/1', 'GET, HEAD'],
  ['GET', '/auth/login', 'POST'],
  ['HEAD', '/auth/login', 'POST'],
  ['PATCH', '/service/order/1', 'GET, HEAD'],
  ['OPTIONS', '/service/settings', 'GET, HEAD'],
  ['POST', '/healthz', 'GET, HEAD'],
  ['POST', '/auth/naver', 'GET, HEAD'],
  ['POST', '/order-history', 'GET, HEAD'],
  ['PUT', '/', 'GET, HEAD'],
  ['DELETE', '/api', 'GET, HEAD'],
])('%s %s is the wrong method, in JSON: %s', async (method, path, allow) => {
  const received = await entry.ask(path, { method })
  expect({ status: received.status, allow: received.headers.allow }).toEqual({ status: 405, allow })
  if (method !== 'HEAD') expect(jsonOf(received).code).toBe('METHOD_NOT_ALLOWED')
})

test.each([
  '/',
  '/order',
  '/order?service=1',
  '/order/',
  '/order/1',
  '/api',
  '/auth/naver?code=1',
  '/auth/kakao',
  '/point',
  '/_next/static/x.js',
  '/service/settings',
  '/service/order/1',
  '/healthz',
])('GET and HEAD %s are left to Next', async (path) => {
  expect((await entry.ask(path)).status).toBe(PASSED_ON_STATUS)
  expect((await entry.ask(path, { method: 'HEAD' })).status).toBe(PASSED_ON_STATUS)
})

test('requests that Next.js’ own pages post are passed on in development only', async () => {
  const developing = await startEntry({ dev: true })
  for (const path of ['/__nextjs_original-stack-frames', '/_next/mcp']) {
    expect((await developing.ask(path, { method: 'POST' })).status).toBe(PASSED_ON_STATUS)
    expect(refusalOf(await entry.ask(path, { method: 'POST' }))).toMatchObject({ status: 405, allow: 'GET, HEAD' })
  }
  await developing.stop()
})

test.each(['/%', '/%zz', '/status/%', '/status/%E0%A4%A', '/order%ff', '/service/order/%c3%28', '/%ED%A0%80'])(
  'the broken escape %s is a bad request, in JSON',
  async (path) => {
    expect(refusalOf(await entry.ask(path, { headers: apiKeyHeader }))).toMatchObject({
      status: 400,
      code: 'BAD_INPUT',
    })
  },
)

test('a complete percent escape isn’t refused', async () => {
  expect((await entry.ask('/%EA%B0%80')).status).toBe(PASSED_ON_STATUS)
  expect((await entry.ask('/status/%EA%B0%80', { headers: apiKeyHeader })).status).toBe(404)
})

test('over the limit of its address, a request to API v2 is refused in API v2’s format, any other in the shop’s', async () => {
  env().RATE_LIMIT_FACTOR = 0.00001
  try {
    await entry.ask('/services')
    for (const path of ['/api/v2', '/api/v2/', '/api/v2?action=balance', '/api/v2/?action=balance']) {
      const { status, headers, body } = await entry.ask(path, { method: 'POST', body: 'action=balance' })
      expect([path, status, body.toString()]).toEqual([path, 429, '{"error":"Too many requests"}'])
      expect(headers['retry-after']).toMatch(/^\d+$/)
    }
    for (const path of ['/services', '/api/v2x', '/order?next=/api/v2']) {
      const refused = await entry.ask(path)
      expect([path, refused.status, JSON.parse(refused.body.toString()).code]).toEqual([path, 429, 'TOO_MANY_REQUESTS'])
    }
  } finally {
    env().RATE_LIMIT_FACTOR = 1
  }
})
