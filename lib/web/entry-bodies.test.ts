import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { makeMember, type TestMember } from '#lib/members/testing/members.ts'
import { apiKeyHeaders, type Headers } from './testing/caller.ts'
import { type Entry, jsonOf, startEntry } from './testing/entry.ts'

const MAX_BODY_BYTES = 262_144

let entry: Entry
let member: TestMember
let headers: Headers
let validBody: string

beforeAll(async () => {
  entry = await startEntry()
  member = await makeMember({ points: 1_000 })
  headers = { ...(await apiKeyHeaders(member)), 'content-type': 'application/json' }
  validBody = JSON.stringify({ serviceId: await makeService(), link: '@some.body', amount: 1 })
})
afterAll(async () => {
  await entry.stop()
  await expectBooksBalance()
})

const sendOrder = (body: string | Buffer, more: Headers = {}) =>
  entry.ask('/order', { method: 'POST', headers: { ...headers, ...more }, body })

const countOrders = async () =>
  (await oneRow<{ count: number }>(db(), 'SELECT count(*)::int FROM orders WHERE member_id = $1', [member.id])).count

/** The text of an HTTP request that places an order, up to where its body begins. */
const requestHead = (length: number | 'chunked', more = '') =>
  [
    'POST /order HTTP/1.1',
    'host: shop',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    `${more}\r\n`,
  ].join('\r\n')

/**
 * Sends the parts one after the other over one connection. Returns all that was received until each request was
 * answered or the server closed the connection.
 */
async function sendRaw(...parts: (string | Buffer)[]): Promise<string> {
  const socket = entry.connectTo()
  const requests = parts.join('').split(' HTTP/1.1\r\n').length - 1
  const isAnswered = () => received.endsWith('}') && received.split('HTTP/1.1 ').length > requests
  let received = ''
  const ended = Promise.withResolvers<void>()
  socket.on('data', (chunk) => {
    received += chunk
    if (isAnswered()) ended.resolve()
  })
  socket.on('error', () => {})
  socket.on('close', () => ended.resolve())
  for (const part of parts) {
    socket.write(part)
    await wait(40)
  }
  await ended.promise
  socket.destroy()
  return received
}

test('a body of 256 KiB is read, one byte more is too large, with and without a length', async () => {
  expect((await sendOrder(validBody.padEnd(MAX_BODY_BYTES))).status).toBe(201)
  const ways: Headers[] = [{}, { 'transfer-encoding': 'chunked' }]
  for (const more of ways) {
    const answer = await sendOrder(validBody.padEnd(MAX_BODY_BYTES + 1), more)
    expect({ status: answer.status, code: jsonOf(answer).code }).toEqual({ status: 413, code: 'TOO_LARGE' })
  }
})

test('a length that is too large is refused before a byte of the body has come', async () => {
  expect(await sendRaw(requestHead(99_999_999_999))).toContain('HTTP/1.1 413')
})

test('somebody who sends ten megabytes still gets his 413, again and again', async () => {
  const body = Buffer.alloc(10 * 1_024 * 1_024, ' ')
  for (let times = 0; times < 5; times++) expect((await sendOrder(body)).status).toBe(413)
})

test('a request refused before its body is read gets its response, and the connection can be used again', async () => {
  const nobody = `POST /order HTTP/1.1\r\nhost: shop\r\ncontent-length: ${validBody.length}\r\n\r\n`
  const received = await sendRaw(nobody, `${validBody}${requestHead(validBody.length)}${validBody}`)
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 201'])
})

test('after a body that was too large the connection can be used again, or is closed', async () => {
  const received = await sendRaw(
    requestHead(MAX_BODY_BYTES + 1),
    ' '.repeat(MAX_BODY_BYTES + 1),
    requestHead(validBody.length) + validBody,
  )
  expect(received).toMatch(/^HTTP\/1\.1 413/)
  expect(
    received
      .match(/HTTP\/1\.1 \d+/g)
      ?.slice(1)
      .filter((line) => line !== 'HTTP/1.1 201'),
  ).toEqual([])
})

test('a body that comes slowly, byte by byte at the end, is an order', async () => {
  const before = await countOrders()
  const received = await sendRaw(
    requestHead(validBody.length),
    validBody.slice(0, 10),
    validBody.slice(10, -1),
    validBody.slice(-1),
  )
  expect(received).toContain('HTTP/1.1 201')
  expect(await countOrders()).toBe(before + 1)
})

test('a body that breaks off orders nothing, is no fault in the log, and the server goes on', async () => {
  const before = await countOrders()
  const faults = vi.spyOn(log, 'error')
  for (const length of [validBody.length, 'chunked'] as const) {
    const socket = entry.connectTo()
    await once(socket, 'connect')
    socket.write(
      requestHead(length) + (length === 'chunked' ? `${(500).toString(16)}\r\n` : '') + validBody.slice(0, 10),
    )
    await wait(50)
    socket.resetAndDestroy()
  }
  await wait(100)
  expect(await countOrders()).toBe(before)
  expect(faults).not.toHaveBeenCalled()
  expect((await sendOrder(validBody)).status).toBe(201)
})

test('who hangs up before his answer does not take the server down', async () => {
  for (let times = 0; times < 20; times++) {
    const socket = entry.connectTo()
    await once(socket, 'connect')
    socket.write(requestHead(validBody.length) + validBody)
    if (times % 2) await wait(times % 5)
    socket.resetAndDestroy()
  }
  expect((await sendOrder(validBody)).status).toBe(201)
})

test.each([
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ['half a character', Buffer.from('{"link":"가').subarray(0, -1)],
  ['UTF-16', Buffer.from('{"serviceId":1}', 'utf16le')],
  ['a byte order mark alone', Buffer.from('\ufeff')],
  ['a hundred thousand brackets', Buffer.from('['.repeat(100_000))],
  ['a deep but whole array', Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ['a deep object with an escape', Buffer.from(`${'{"a":'.repeat(20_000)}"\\u0041"${'}'.repeat(20_000)}`)],
  ['nothing', Buffer.from('')],
])('%s is a malformed body', async (_, body) => {
  const answer = await sendOrder(body)
  expect(answer.status).toBe(400)
  expect(jsonOf(answer)).toMatchObject({ code: 'BAD_INPUT', message: expect.any(String) })
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON;charset=UTF-8',
  'application/json ;x=y',
])('%s is JSON', async (type) => {
  expect((await sendOrder(validBody, { 'content-type': type })).status).toBe(201)
})

test('a header sent twice gives no access', async () => {
  const twice = requestHead(validBody.length, `api-key: ${headers['api-key']}\r\n`)
  expect(await sendRaw(twice, validBody)).toContain('HTTP/1.1 401')
})
