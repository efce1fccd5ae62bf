import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import compression from 'compression'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropCached } from '#lib/core/cache.ts'
import { withStoredPages } from './stored-pages.ts'

const compress = compression()
let renderings = 0
let nonces = 0
/** Called while a page is rendered. A test sets it to delay the rendering or to change the response. */
let whileRendering: (response: ServerResponse) => unknown

/**
 * Sends a page in several pieces, as Next.js does, with the number of this rendering. The nonce is twice in the page
 * and once in a header.
 */
async function renderPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  renderings += 1
  const number = renderings
  response.statusCode = 200
  response.setHeader('content-type', 'text/html; charset=utf-8')
  const nonce = request.headers['x-nonce']
  response.setHeader('link', `</font.woff2>; rel=preload; nonce="${nonce}"`)
  await whileRendering(response)
  if (response.writableEnded) return
  response.write(`<!DOCTYPE html><html><script nonce="${nonce}"></script>`)
  response.write(Buffer.from(`<p>화면 ${number}</p>`))
  response.end(`<script nonce="${nonce}"></script></html>`)
}

const answerPage = withStoredPages(renderPage)
const server = createServer((request, response) => {
  const nonce = `nonce${++nonces}`
  request.headers['x-nonce'] = nonce
  response.setHeader('content-security-policy', `script-src 'nonce-${nonce}'`)
  compress(request as never, response as never, () => answerPage(request, response, nonce))
})

beforeEach(() => {
  renderings = 0
  whileRendering = () => undefined
  // Makes the pages that earlier tests stored out of date.
  dropCached('content')
  vi.useFakeTimers({ toFake: ['performance'] })
  return new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  vi.useRealTimers()
  return new Promise<unknown>((resolve) => server.close(resolve))
})

async function ask(path = '/order', init: RequestInit = {}) {
  const headers = { 'user-agent': 'Mozilla/5.0', ...(init.headers as Record<string, string>) }
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    ...init,
    headers,
  })
  return { headers: response.headers, status: response.status, body: await response.text() }
}

const askTwice = async (path?: string, init?: RequestInit) => [await ask(path, init), await ask(path, init)] as const

test('a page is rendered once for two visitors, with the headers of its rendering', async () => {
  const [first, second] = await askTwice()
  expect(renderings).toBe(1)
  expect([second.status, second.headers.get('content-type'), second.headers.get('link')]).toEqual([
    200,
    'text/html; charset=utf-8',
    `</font.woff2>; rel=preload; nonce="nonce${nonces}"`,
  ])
  expect(second.body).toContain('<p>화면 1</p>')
  expect(second.body.replaceAll(/nonce\d+/g, '')).toBe(first.body.replaceAll(/nonce\d+/g, ''))
})

test('each response has a nonce of its own, in all places, in its policy and in its headers', async () => {
  for (const { body, headers } of await askTwice()) {
    const found = [...(body + headers.get('link')).matchAll(/nonce\d+/g)].map(([nonce]) => nonce)
    expect(found).toHaveLength(3)
    expect(headers.get('content-security-policy')).toBe(`script-src 'nonce-${[...new Set(found)].join()}'`)
  }
})

test('who asks while it is rendered gets that rendering, with a nonce of his own', async () => {
  whileRendering = () => new Promise((resolve) => setTimeout(resolve, 50))
  const pages = await Promise.all(Array.from({ length: 10 }, () => ask()))
  expect(renderings).toBe(1)
  expect(new Set(pages.map(({ body }) => body.match(/nonce\d+/)?.[0])).size).toBe(10)
})

test('who asks while a rendering fails, or its client leaves, gets a page of his own', async () => {
  const leave = new AbortController()
  let first = true
  whileRendering = async () => {
    const isFirst = first
    first = false
    if (isFirst) await new Promise((resolve) => setTimeout(resolve, 100))
    if (isFirst) leave.abort()
    if (isFirst) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const left = ask('/order', { signal: leave.signal }).catch((error: Error) => error.name)
  await vi.waitFor(() => expect(renderings).toBe(1))
  expect((await ask()).body).toContain('<p>화면 2</p>')
  expect(await left).toBe('AbortError')
  dropCached('content')
  first = true
  whileRendering = async (response) => {
    const isFirst = first
    first = false
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (isFirst) response.statusCode = 500
  }
  const answers = await Promise.all([ask(), ask()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 500])
})

test('each response is compressed as its visitor accepts it', async () => {
  whileRendering = (response) => response.write(`<!DOCTYPE html>${' '.repeat(5_000)}`)
  const encodings = []
  for (const encoding of ['br', 'gzip', 'identity'])
    encodings.push((await ask('/order', { headers: { 'accept-encoding': encoding } })).headers.get('content-encoding'))
  expect([renderings, encodings]).toEqual([1, ['br', 'gzip', null]])
})

test('it is rendered again after a second', async () => {
  await ask()
  vi.advanceTimersByTime(999)
  await ask()
  expect(renderings).toBe(1)
  vi.advanceTimersByTime(1)
  expect((await ask()).body).toContain('<p>화면 2</p>')
})

test('it is rendered again as soon as a cached value is dropped, also one that was dropped while it was rendered', async () => {
  await ask()
  dropCached('catalog')
  whileRendering = () => dropCached('settings')
  await ask()
  whileRendering = () => undefined
  expect((await ask()).body).toContain('<p>화면 3</p>')
})

test('a phone and a desktop have pages of their own', async () => {
  await ask('/order', { headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  await ask('/order', { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)' } })
  expect(renderings).toBe(2)
})

test.each<[string, string, RequestInit]>([
  ['with a session', '/order', { headers: { cookie: 'token=one' } }],
  ['of a guest', '/order', { headers: { cookie: 'guest=1' } }],
  ['with a query', '/order?platform=1', {}],
  ['for a part of a page', '/order', { headers: { rsc: '1' } }],
  ['by the router', '/order', { headers: { 'next-router-prefetch': '1' } }],
  ['for the head only', '/order', { method: 'HEAD' }],
  ['for a page of members', '/point', {}],
  ['without a name', '/order', { headers: { 'user-agent': '' } }],
])('a request %s is rendered each time, and its page is sent to nobody else', async (_, path, init) => {
  await askTwice(path, init)
  expect(renderings).toBe(2)
  if (path === '/order') expect((await ask()).body).toContain('<p>화면 3</p>')
})

test.each<[string, (response: ServerResponse) => void]>([
  ['a redirect', (response) => response.writeHead(307, { location: '/login' }).end()],
  ['a failure', (response) => Object.assign(response, { statusCode: 500 })],
  ['another type', (response) => response.setHeader('content-type', 'application/json')],
  ['a cookie', (response) => response.setHeader('set-cookie', 'guest=1')],
  ['a page that was cut', (response) => response.end('<!DOCTYPE html><html>')],
])('%s is not stored', async (_, change) => {
  whileRendering = change
  await askTwice('/order', { redirect: 'manual' })
  expect(renderings).toBe(2)
})
