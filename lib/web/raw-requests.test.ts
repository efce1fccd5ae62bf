import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Entry, PASSED_ON_STATUS, startEntry } from './testing/entry.ts'

/**
 * URL of a running shop, or of a proxy in front of one, to which the test sends its requests; without it the test
 * starts a server itself.
 */
const externalUrl = process.env.RAW_REQUESTS_TO

/**
 * Limits of the test's server, shorter than the real limits in server-limits.ts, so that the test needn't wait long.
 */
const limits = { headersTimeout: 500, requestTimeout: 1_000, keepAliveTimeout: 2_000, connectionsCheckingInterval: 100 }

let entry: Entry
beforeAll(async () => {
  entry = await startEntry({ limits })
})
afterAll(() => entry.stop())

const open = () => {
  if (!externalUrl) return entry.connectTo()
  const { hostname, port } = new URL(externalUrl)
  return connect(Number(port), hostname)
}

/** Longest time that a connection may stay open, in milliseconds. */
const MAX_OPEN_MS = externalUrl ? 45_000 : 20_000

type Outcome = { statuses: number[]; closed: boolean }

/** Sends bytes as they are, and returns the statuses of all answers until the server closes the connection. */
function send(bytes: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = open()
    let [text, closed] = ['', true]
    const giveUpTimer = setTimeout(() => {
      closed = false
      socket.destroy()
    }, MAX_OPEN_MS)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearTimeout(giveUpTimer)
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
      resolve({ statuses, closed })
    })
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

const head = (lines: string[], first = 'POST /order HTTP/1.1') => [first, 'Host: shop', ...lines, '', ''].join('\r\n')
const hiddenRequest = 'GET /healthz HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n'
const chunked = head(['Transfer-Encoding: chunked', 'Connection: close'])

/** Requests whose end a proxy and the server behind it could see at different places (request smuggling). */
const ambiguous: Record<string, string> = {
  'a length and chunks': `${head(['Content-Length: 4', 'Transfer-Encoding: chunked'])}0\r\n\r\n${hiddenRequest}`,
  'chunks and a length': `${head(['Transfer-Encoding: chunked', 'Content-Length: 4'])}0\r\n\r\n${hiddenRequest}`,
  'two lengths that differ': head(['Content-Length: 0', 'Content-Length: 44']) + hiddenRequest,
  'two lengths that are equal': `${head(['Content-Length: 2', 'Content-Length: 2'])}{}${hiddenRequest}`,
  'a list of lengths': head(['Content-Length: 0, 44']) + hiddenRequest,
  'a length with a sign': `${head(['Content-Length: +2'])}{}${hiddenRequest}`,
  'a negative length': head(['Content-Length: -1']) + hiddenRequest,
  'a hexadecimal length': `${head(['Content-Length: 0x2'])}{}${hiddenRequest}`,
  'a length beyond 64 bits': head(['Content-Length: 99999999999999999999']) + hiddenRequest,
  'chunks by another name': `${head(['Transfer-Encoding: xchunked'])}0\r\n\r\n${hiddenRequest}`,
  'chunked, then something else': `${head(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'])}0\r\n\r\n${hiddenRequest}`,
  'a space before the colon': `${head(['Content-Length : 2'])}{}${hiddenRequest}`,
  'a folded header': `${head(['Transfer-Encoding:', ' chunked'])}0\r\n\r\n${hiddenRequest}`,
  'a header without a name': head([': chunked']) + hiddenRequest,
  'a NUL in a header': head(['X-A: a\0b']) + hiddenRequest,
  'a bare CR in a header': head(['X-A: a\rTransfer-Encoding: chunked']) + hiddenRequest,
  'a bare LF in a header': head(['X-A: a\nTransfer-Encoding: chunked']) + hiddenRequest,
  'a chunk size that is none': `${chunked}zz\r\n{}\r\n0\r\n\r\n${hiddenRequest}`,
  'a chunk size beyond 64 bits': `${chunked}fffffffffffffffff\r\n{}\r\n0\r\n\r\n${hiddenRequest}`,
  'a chunk longer than it says': `${chunked}1\r\n{}\r\n0\r\n\r\n${hiddenRequest}`,
  'a chunk ended by LF': `${chunked}2\n{}\n0\n\n${hiddenRequest}`,
  'a chunk with an extension ended by LF': `${chunked}2;a=b\n{}\r\n0\r\n\r\n${hiddenRequest}`,
  'a chunk with an extension of 64 KB': `${chunked}2;${'a'.repeat(65_536)}\r\n{}\r\n0\r\n\r\n${hiddenRequest}`,
  'a trailer that names a length': `${chunked}0\r\nContent-Length: 4\r\n\r\n${hiddenRequest}`,
  'a head ended by LF': `POST /order HTTP/1.1\nHost: shop\nContent-Length: 0\n\n${hiddenRequest}`,
  'no host': `GET /healthz HTTP/1.1\r\n\r\n${hiddenRequest}`,
  'a version that there isn’t': head([], 'GET /healthz HTTP/9.9') + hiddenRequest,
  'a method that there isn’t': head([], 'GETS /healthz HTTP/1.1') + hiddenRequest,
  'an address with a space': head([], 'GET /health z HTTP/1.1') + hiddenRequest,
  'a TLS handshake': `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${'\0'.repeat(100)}`,
  'a header of 64 KB': head([`X-A: ${'a'.repeat(65_536)}`], 'GET /healthz HTTP/1.1') + hiddenRequest,
  'an address of 64 KB': head([], `GET /${'a'.repeat(65_536)} HTTP/1.1`) + hiddenRequest,
  'five thousand headers':
    head(
      Array.from({ length: 5_000 }, (_, at) => `X-${at}: aaaaaaaa`),
      'GET /healthz HTTP/1.1',
    ) + hiddenRequest,
}

/**
 * Statuses that a refusal may have: those for requests that can't be read, and 401, with which an order without a key
 * is refused before its body is read.
 */
const refusals = [400, 401, 413, 414, 431, 501, 505]

test.for(Object.entries(ambiguous))('%s: one refusal, and nothing hidden behind it is answered', async ([, bytes]) => {
  const { statuses, closed } = await send(bytes)
  expect(closed).toBe(true)
  expect(statuses).toHaveLength(1)
  expect(refusals).toContain(statuses[0])
})

test('two whole requests sent at once are answered one after the other', async () => {
  const { statuses } = await send(head([], 'GET /healthz HTTP/1.1') + hiddenRequest)
  expect(statuses).toHaveLength(2)
  for (const status of statuses) expect([200, PASSED_ON_STATUS]).toContain(status)
})

test('an address that names another host is answered as any other', async () => {
  for (const target of ['http://evil.example/healthz', '//evil.example/healthz', '*', 'healthz', '/%00', '/%zz']) {
    const { statuses } = await send(head(['Connection: close'], `GET ${target} HTTP/1.1`))
    expect(statuses, target).toHaveLength(1)
    expect(statuses[0], target).toBeLessThan(500)
  }
})

/** Requests whose last part never arrives. */
const slowRequests: Record<string, string> = {
  'a head that doesn’t end': 'POST /order HTTP/1.1\r\nHost: shop\r\nX-A: ',
  'a body shorter than it says': `${head(['Content-Length: 10', 'Content-Type: application/json', 'api-key: x'])}{`,
  'a chunk that doesn’t end': `${head(['Transfer-Encoding: chunked', 'api-key: x'])}5\r\n{`,
}

test.for(Object.entries(slowRequests))(
  '%s is given up after a while, and keeps nobody else waiting',
  async ([, bytes]) => {
    const slow = send(bytes)
    if (!externalUrl) {
      const started = performance.now()
      expect((await entry.ask('/nothing')).status).toBe(PASSED_ON_STATUS)
      expect(performance.now() - started).toBeLessThan(2_000)
    }
    const { statuses, closed } = await slow
    expect(closed).toBe(true)
    expect([...refusals, 408]).toContain(statuses[0])
    expect(statuses).toHaveLength(1)
  },
)
