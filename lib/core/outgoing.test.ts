import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db } from './db.ts'
import { type AddressPolicy, OutgoingError, type OutgoingRequest, sendOutside } from './outgoing.ts'
import { SHORT_TIMEOUT_MS } from './testing/short-timeout.ts'

let seenRequests: string[] = []

const server = http.createServer((request, answer) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    seenRequests.push(`${request.method} ${request.url} ${Buffer.concat(chunks)}`)
    const path = request.url ?? ''
    if (path === '/silent') return
    if (path === '/cut') return void request.socket.destroy()
    if (path === '/half')
      return void answer.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy())
    if (path.startsWith('/to/')) return void answer.writeHead(Number(path.slice(4)), { location: '/landed' }).end()
    if (path === '/large') return void answer.end('x'.repeat(100_000))
    answer.writeHead(path === '/broken' ? 503 : 200, { 'content-type': 'application/json' }).end('{"가":1}')
  })
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const urlOf = (path: string, host = '127.0.0.1') => `http://${host}:${(server.address() as AddressInfo).port}${path}`

const resolvingTo = (...addresses: string[]): AddressPolicy['resolve'] =>
  vi.fn(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

const anyAddress: AddressPolicy = { allowPrivate: true, resolve: resolvingTo('127.0.0.1') }

async function faultOf(request: OutgoingRequest, reach: AddressPolicy = anyAddress) {
  const error = await sendOutside(request, reach).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OutgoingError)
  const { fault, sent } = error as OutgoingError
  return { fault, sent }
}

test('an answer of any status comes back whole', async () => {
  const answer = { retryAfter: null, contentType: 'application/json', text: '{"가":1}' }
  expect(await sendOutside({ url: urlOf('/add'), body: 'a=가' }, anyAddress)).toEqual({ status: 200, ...answer })
  expect(await sendOutside({ url: urlOf('/broken') }, anyAddress)).toEqual({ status: 503, ...answer })
  expect(seenRequests.at(-2)).toBe('POST /add a=가')
})

test.each([301, 302, 303, 307, 308])('an answer %i is not followed', async (status) => {
  seenRequests = []
  expect(await faultOf({ url: urlOf(`/to/${status}`) })).toEqual({ fault: 'REDIRECTED', sent: true })
  expect(seenRequests).toEqual([`POST /to/${status} `])
})

test('a request whose response is cut off, missing or too large counts as sent: the server may have acted on it', async () => {
  expect(await faultOf({ url: urlOf('/cut') })).toEqual({ fault: 'BROKEN', sent: true })
  expect(await faultOf({ url: urlOf('/half') })).toEqual({ fault: 'BROKEN', sent: true })
  expect(await faultOf({ url: urlOf('/silent'), timeout: SHORT_TIMEOUT_MS })).toEqual({
    fault: 'TIMED_OUT',
    sent: true,
  })
  expect(await faultOf({ url: urlOf('/large'), maxBytes: 10_000 })).toEqual({ fault: 'TOO_LARGE', sent: true })
})

test('a request counts as unsent without a connection, without an address for the name, or to a refused address', async () => {
  const noName: AddressPolicy = { allowPrivate: true, resolve: () => Promise.reject(new Error('ENOTFOUND')) }
  expect(await faultOf({ url: 'http://127.0.0.1:1/' })).toEqual({ fault: 'UNREACHABLE', sent: false })
  expect(await faultOf({ url: 'http://gone.example/' }, noName)).toEqual({ fault: 'UNREACHABLE', sent: false })
  const silence: AddressPolicy = { allowPrivate: true, resolve: () => new Promise(() => {}) }
  expect(await faultOf({ url: 'http://slow.example/', timeout: 50 }, silence)).toEqual({
    fault: 'TIMED_OUT',
    sent: false,
  })
  const strict = { ...anyAddress, allowPrivate: false }
  expect(await faultOf({ url: urlOf('/add') }, strict)).toEqual({ fault: 'REFUSED', sent: false })
})

test('a server that doesn’t speak TLS was sent nothing', async () => {
  expect(await faultOf({ url: urlOf('/add').replace('http:', 'https:') })).toEqual({
    fault: 'UNREACHABLE',
    sent: false,
  })
})

test.each([
  [['127.0.0.1']],
  [['10.0.0.1']],
  [['169.254.169.254']],
  [['::1']],
  [['::ffff:127.0.0.1']],
  [['fd00:ec2::254']],
  [['64:ff9b::7f00:1']],
  [['93.184.215.14', '127.0.0.1']],
  [['2606:4700:4700::1111', 'fe80::1']],
])('a public name that resolves to %j is refused before anything connects', async (addresses) => {
  const reach: AddressPolicy = { allowPrivate: false, resolve: resolvingTo(...addresses) }
  expect(await faultOf({ url: 'https://rebind.example/' }, reach)).toEqual({ fault: 'REFUSED', sent: false })
})

test('a name is resolved once per request, and the connection goes to exactly that address', async () => {
  const resolve = vi
    .fn<AddressPolicy['resolve']>()
    .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
    .mockResolvedValue([{ address: '127.0.0.2', family: 4 }])
  const answer = await sendOutside({ url: urlOf('/pinned', 'rebind.example') }, { allowPrivate: true, resolve })
  expect(answer.status).toBe(200)
  expect(resolve).toHaveBeenCalledTimes(1)
  expect(resolve).toHaveBeenCalledWith('rebind.example')
})

test('no other server is called inside a transaction, whose locks would last until that server answers', async () => {
  const inside = db().transaction(() => sendOutside({ url: urlOf('/add') }, anyAddress))
  await expect(inside).rejects.toThrow('inside a transaction')
  expect((await sendOutside({ url: urlOf('/add') }, anyAddress)).status).toBe(200)
})
