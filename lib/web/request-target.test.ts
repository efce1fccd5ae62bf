import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { env } from '#lib/core/env.ts'
import { singleton } from '#lib/core/singleton.ts'
import { type Entry, jsonOf, PASSED_ON_STATUS, type ReceivedResponse, startEntry } from './testing/entry.ts'

let entry: Entry

beforeAll(async () => {
  entry = await startEntry()
})
afterAll(() => entry.stop())
afterEach(() => {
  env().RATE_LIMIT_FACTOR = 1
  vi.useRealTimers()
})

/** The URL and headers with which the request reached Next.js, as its stand-in reports them. */
function seenByNext({ status, headers }: ReceivedResponse): { url: string; headers: IncomingHttpHeaders } {
  expect(status).toBe(PASSED_ON_STATUS)
  const [url, seen] = JSON.parse(decodeURIComponent(String(headers['x-seen'])))
  return { url, headers: seen }
}

test.each([
  ['/order', '/order'],
  ['/order?a=/../b&c=%2f//', '/order?a=/../b&c=%2f//'],
  ['/_next/../login', '/login'],
  ['/_next/%2e%2e/login', '/login'],
  ['/_next/.%2E/login?x=1', '/login?x=1'],
  ['/_next/x/..\\..\\login', '/login'],
  ['//login', '/login'],
  ['///evil.example/../login', '/login'],
  ['/\\evil.example', '/evil.example'],
  ['/./login', '/login'],
  ['/..', '/'],
  ['/login#part?x=1', '/login'],
  ['/login//', '/login/'],
  ['http://127.0.0.1/login?x=1', '/login?x=1'],
  ['http://evil.example//login', '/login'],
  ['https://evil.example', '/'],
  ['/.well-known/security.txt', '/.well-known/security.txt'],
  ['/%EA%B0%80?q=%EA%B0%80', '/%EA%B0%80?q=%EA%B0%80'],
])('the target %s is dispatched as %s', async (target, path) => {
  expect(seenByNext(await entry.ask(target)).url).toBe(path)
})

test.each(['*', '/login%2f..', '/_next%2F..%2flogin', '/a%5Cb', '/a%00b', 'ftp://127.0.0.1/', 'http://%/'])(
  'the target %s is a bad request, in JSON',
  async (path) => {
    const received = await entry.ask(path)
    expect({ status: received.status, code: jsonOf(received).code }).toEqual({ status: 400, code: 'BAD_INPUT' })
  },
)

test.each(['/_next/../login', '/_next/%2e%2e/login', '/_next/data', '/_next', '//login', '/login'])(
  'a Server Action posted to %s reaches nobody',
  async (path) => {
    const headers = { 'next-action': '7f0000000000000000000000000000000000000000', 'content-type': 'text/plain' }
    const received = await entry.ask(path, { method: 'POST', headers, body: '[]' })
    expect(received.status).toBe(405)
  },
)

const ROUTER_STATE = encodeURIComponent(JSON.stringify(['', { children: ['order', {}] }]))

test.each(['garbage', '%', '[]', '%5B1%5D', encodeURIComponent('{"a":1}')])(
  'the router state %s is a bad request',
  async (state) => {
    const headers = { rsc: '1', 'next-router-state-tree': state }
    expect((await entry.ask('/order', { headers })).status).toBe(400)
  },
)

test.each(['/_global-error', '/_error', '/_not-found', '/_x'])('Next’s own page %s is not there', async (path) => {
  expect((await entry.ask(path)).status).toBe(404)
})

test('internal headers of Next.js are dropped from a request, those of its navigation aren’t', async () => {
  const spoken = {
    ...{
      'next-action': 'x',
      'x-middleware-subrequest': 'middleware',
      'x-invoke-path': '/admin',
      'x-matched-path': '/admin',
    },
    ...{ 'x-now-route-matches': '1=1', 'x-nextjs-data': '1', 'next-resume': '1', 'x-prerender-revalidate': 'x' },
  }
  const needed = { rsc: '1', 'next-router-state-tree': ROUTER_STATE, 'next-router-prefetch': '1', 'next-url': '/order' }
  const { headers } = seenByNext(await entry.ask('/order', { headers: { ...spoken, ...needed, 'x-mine': '1' } }))
  expect(Object.keys(headers).filter((name) => name in spoken)).toEqual([])
  expect(headers).toMatchObject({ ...needed, 'x-mine': '1' })
})

test.each(['a b', 'a/b', 'a@b', '[', 'a:99999', '가'])('the host “%s” is a bad request', async (host) => {
  expect((await entry.ask('/order', { headers: { host: Buffer.from(host).toString('latin1') } })).status).toBe(400)
})

test.each(['127.0.0.1:3000', 'shop.example', 'SHOP.example:443', '[::1]:3000', 'xn--2e0b.example'])(
  'the host %s is one',
  async (host) => expect((await entry.ask('/order', { headers: { host } })).status).toBe(PASSED_ON_STATUS),
)

test.each(['OPTIONS', 'TRACE', 'PUT', 'DELETE', 'PATCH', 'POST', 'SEARCH'])(
  '%s of a page is refused',
  async (method) => {
    expect((await entry.ask('/point', { method })).status).toBe(405)
  },
)

/** Sends this text as a request and returns the first line of the response; '' if the server closes the connection. */
const sendRawText = (text: string) =>
  new Promise<string>((resolve) => {
    const socket = entry.connectTo()
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => resolve(''))
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''))
    socket.end(text)
  })

const requestEnd = 'host: 127.0.0.1\r\nconnection: close\r\n\r\n'

test.each([
  ['OPTIONS * HTTP/1.1', 'HTTP/1.1 400 Bad Request'],
  ['GET * HTTP/1.1', 'HTTP/1.1 400 Bad Request'],
  ['GET  HTTP/1.1', 'HTTP/1.1 400 Bad Request'],
  ['CONNECT 127.0.0.1:22 HTTP/1.1', ''],
  [`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'HTTP/1.1 431 Request Header Fields Too Large'],
  ['GET login HTTP/1.1', 'HTTP/1.1 400 Bad Request'],
  ['GET ?x HTTP/1.1', 'HTTP/1.1 400 Bad Request'],
  ['GET mailto:x HTTP/1.1', 'HTTP/1.1 400 Bad Request'],
  ['NONSENSE / HTTP/1.1', 'HTTP/1.1 400 Bad Request'],
  ['GET / HTTP/9.9', 'HTTP/1.1 400 Bad Request'],
])('%.60s is answered without a fault: %s', async (line, expected) => {
  expect(await sendRawText(`${line}\r\n${requestEnd}`)).toBe(expected)
})

test('a request without a host, or with two, is a bad one', async () => {
  expect(await sendRawText('GET /order HTTP/1.1\r\nconnection: close\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request')
  expect(await sendRawText(`GET /order HTTP/1.1\r\nhost: evil.example\r\n${requestEnd}`)).toMatch(
    /^HTTP\/1.1 (400|299)/,
  )
})

test('pages have a budget by address, told in Korean as a page, and files and calls are not counted in it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  singleton('limits', () => new Map()).clear()
  env().RATE_LIMIT_FACTOR = 0.001
  const status = async (path: string) => (await entry.ask(path)).status
  expect([await status('/order'), await status('/point'), await status('/order')]).toEqual([
    PASSED_ON_STATUS,
    PASSED_ON_STATUS,
    429,
  ])
  const refused = await entry.ask('/login')
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect(refused.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(refused.body.toString()).toContain('요청이 너무 많습니다.')
  expect([await status('/icon.svg'), await status('/_next/static/x.js'), await status('/service/settings')]).toEqual(
    Array(3).fill(PASSED_ON_STATUS),
  )
})

test('every request counts for its address before anything is looked up', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  singleton('limits', () => new Map()).clear()
  env().RATE_LIMIT_FACTOR = 0.0001
  const statuses = []
  for (let at = 0; at < 4; at++) statuses.push((await entry.ask('/nothing/%', { method: 'POST' })).status)
  expect(statuses).toEqual([400, 400, 400, 429])
})
