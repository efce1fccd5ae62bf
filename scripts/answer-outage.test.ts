import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import compression from 'compression'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteOutage } from '#lib/core/outage.ts'
import { answerOutageAs503 } from './answer-outage.ts'

const compress = compression()
/** Next.js' response for a page that failed: a document without text, sent in several pieces. */
const emptyDocument = `<!DOCTYPE html><html id="__next_error__">${' '.repeat(2_000)}</html>`

let answer: (response: ServerResponse) => void
const server = createServer((request: IncomingMessage, response) => {
  answerOutageAs503(request, response)
  compress(request as never, response as never, () => answer(response))
})

beforeEach(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterEach(() => new Promise<unknown>((resolve) => server.close(resolve)))

const ask = (init: RequestInit = {}) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/order`, init)

const fail =
  (type = 'text/html; charset=utf-8') =>
  (response: ServerResponse) => {
    response.statusCode = 500
    response.setHeader('content-type', type)
    response.write(emptyDocument)
    response.end('more')
  }

const outage = () => noteOutage(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))

test('a page that fails of itself stays 500', async () => {
  answer = fail()
  const response = await ask()
  expect([response.status, await response.text()]).toEqual([500, `${emptyDocument}more`])
})

test.each([
  ['in parts', fail()],
  [
    'at once',
    (response: ServerResponse) => response.writeHead(500, { 'content-type': 'text/html' }).end(emptyDocument),
  ],
  [
    'without a text',
    (response: ServerResponse) => {
      response.statusCode = 500
      response.setHeader('content-type', 'text/html')
      response.end()
    },
  ],
])('in an outage a page that fails %s is 503 with Retry-After and says so in Korean', async (_, failed) => {
  outage()
  answer = failed
  const response = await ask({ headers: { 'accept-encoding': 'gzip' } })
  const text = await response.text()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(text).toContain('<h1>지금은 상점을 열 수 없어요</h1>')
  expect(text).not.toContain('인터넷에 연결되어 있지')
  expect(text).not.toContain('__next_error__')
  expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text))
})

test('in an outage HEAD has the same status and no text', async () => {
  outage()
  answer = fail()
  const response = await ask({ method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([503, ''])
})

test('in an outage a page that is loaded from within another keeps its answer', async () => {
  outage()
  answer = fail('text/x-component')
  const response = await ask({ headers: { rsc: '1' } })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.text()).toBe(`${emptyDocument}more`)
})

test('in an outage what can be answered stays as it is', async () => {
  outage()
  answer = (response) => response.end('주문')
  const response = await ask()
  expect([response.status, await response.text()]).toEqual([200, '주문'])
})
