import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { expect, inject, test } from 'vitest'
import { demoMember } from '../support/app.ts'

const { url } = inject('shop')

type Answer = { status: number; body: Record<string, unknown>; headers: Headers }

async function call(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<Answer> {
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...json, ...headers },
    redirect: 'manual',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : { text },
    headers: answer.headers,
  }
}

async function newKey(): Promise<string> {
  const login = await call('POST', '/auth/login', {}, demoMember)
  const issued = await call('POST', '/auth/api-key', { authorization: `Bearer ${login.body.accessToken}` })
  return String(issued.body.apiKey)
}

test('a program finds a service, orders it, is answered the same again, and asks how it goes', async () => {
  const key = { 'api-key': await newKey() }
  const services = (await call('GET', '/services', key)).body as unknown as { id: number; min: number; point: number }[]
  expect(services.length).toBeGreaterThanOrEqual(600)
  const cheap = services.find(({ point, min }) => point * min <= 100)
  const body = { serviceId: cheap?.id, link: 'https://www.instagram.com/seoul.cafe.log/', amount: cheap?.min }
  const retry = { ...key, 'idempotency-key': randomUUID() }
  const [first, second] = [await call('POST', '/order', retry, body), await call('POST', '/order', retry, body)]
  expect(first.status).toBe(201)
  expect(second).toMatchObject({ status: 201, body: first.body })
  const status = await call('GET', `/status/${first.body.wId}`, key)
  expect(status).toMatchObject({ status: 200, body: { status: 'PENDING', remains: cheap?.min, startCount: null } })
})

test('a client that offers HTTP/2 on the way is answered all the same', async () => {
  const headers = { 'api-key': await newKey(), connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' }
  const status = await new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}/services`, { headers: { ...headers, 'http2-settings': 'AAMAAABk' } })
    sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
    sent.end()
  })
  expect(status).toBe(200)
})

test('a renewed key shuts the old one out at once', async () => {
  const old = await newKey()
  await newKey()
  const answer = await call('GET', '/services', { 'api-key': old })
  expect(answer).toMatchObject({
    status: 401,
    body: { message: '유효하지 않은 API 키입니다.', code: 'UNAUTHENTICATED' },
  })
})

test('what is no call is answered in JSON all the same', async () => {
  const expected = [
    ['PUT', '/order', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/services', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/auth/login', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/auth/nothing', 404, 'NOT_FOUND'],
    ['GET', '/service/nothing', 404, 'NOT_FOUND'],
    ['GET', '/status', 404, 'NOT_FOUND'],
    ['POST', '/api/admin/nothing', 404, 'NOT_FOUND'],
    ['GET', '/order/%zz', 400, 'BAD_INPUT'],
    ['POST', '/order', 401, 'UNAUTHENTICATED'],
    ['POST', '/service/order', 401, 'UNAUTHENTICATED'],
  ] as const
  for (const [method, path, status, code] of expected) {
    const answer = await call(method, path)
    expect([method, path, answer.status, answer.body.code]).toEqual([method, path, status, code])
  }
})

test('lists come with an ETag and are not sent twice', async () => {
  const first = await call('GET', '/service/services')
  expect(first.status).toBe(200)
  const again = await call('GET', '/service/services', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
])(
  'the catalogue and the pages come as %s allows, and the catalogue only when it changed',
  async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted }
    for (const path of ['/service/services', '/order']) {
      const { status, headers: answered } = await call('GET', path, headers)
      expect([path, status, answered.get('content-encoding') ?? undefined]).toEqual([path, 200, encoding])
    }
    const tag = (await call('GET', '/service/services', headers)).headers.get('etag') ?? ''
    expect((await call('GET', '/service/services', { ...headers, 'if-none-match': tag })).status).toBe(304)
  },
)

test('a page with a secret is sent as it is, whatever a browser accepts', async () => {
  const login = await call('POST', '/auth/login', {}, demoMember)
  expect(login.headers.get('cache-control')).toBe('no-store, no-transform')
  const headers = { 'accept-encoding': 'gzip, deflate, br', cookie: `token=${login.body.accessToken}` }
  for (const path of ['/account?q=guess', '/api?q=guess']) {
    const { status, headers: answered } = await call('GET', path, headers)
    expect([path, status, answered.get('content-encoding'), answered.get('cache-control')]).toEqual([
      path,
      200,
      null,
      'no-store, no-transform',
    ])
  }
})
