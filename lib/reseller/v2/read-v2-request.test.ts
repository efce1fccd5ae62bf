import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import type { Headers } from '#lib/web/testing/caller.ts'
import { type Entry, jsonOf, PASSED_ON_STATUS, startEntry } from '#lib/web/testing/entry.ts'
import { makeReseller, type Reseller } from './testing/client.ts'

let entry: Entry
let reseller: Reseller
let service: number

beforeAll(async () => {
  entry = await startEntry()
  reseller = await makeReseller(100_000)
  service = await makeService()
})
afterAll(async () => {
  await entry.stop()
  await expectBooksBalance()
})

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }
const jsonHeaders = { 'content-type': 'application/json' }

async function post(body: string | Buffer, headers: Headers = formHeaders, path = '/api/v2') {
  const received = await entry.ask(path, { method: 'POST', headers, body })
  expect(received).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  return jsonOf(received)
}

const form = (fields: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()

const asksBalance = () => ({ key: reseller.key, action: 'balance' })
const balance = { balance: expect.stringMatching(/^\d+$/), currency: 'KRW' }
const invalidKey = { error: 'Invalid API key' }

/** A body as PHP's curl sends it for an array of fields. */
function multipart(fields: Record<string, unknown>) {
  const boundary = `------------------------${randomUUID()}`
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return { body: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` }
}

test.each(['/api/v2', '/api/v2/', '//api/v2/'])('%s takes forms, JSON, multipart, and a query', async (path) => {
  const fields = asksBalance()
  expect(await post(form(fields), formHeaders, path)).toEqual(balance)
  expect(await post(form(fields), {}, path)).toEqual(balance)
  expect(await post(form(fields), jsonHeaders, path)).toEqual(balance)
  expect(await post(JSON.stringify(fields), jsonHeaders, path)).toEqual(balance)
  expect(await post(`\ufeff ${JSON.stringify(fields)}`, formHeaders, path)).toEqual(balance)
  const parts = multipart(fields)
  expect(await post(parts.body, { 'content-type': parts.type }, path)).toEqual(balance)
  expect(await post('', {}, `${path}?${form(fields)}`)).toEqual(balance)
  const received = await entry.ask(`${path}?${form(fields)}`)
  expect(received).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(jsonOf(received)).toEqual(balance)
})

test('the key is the field, or Authorization, or the header of the other calls; the field counts first', async () => {
  const { key } = reseller
  const asked = 'action=balance'
  expect(await post(asked, { ...formHeaders, authorization: `Bearer ${key}` })).toEqual(balance)
  expect(await post(asked, { ...formHeaders, 'api-key': key })).toEqual(balance)
  expect(await post(`${asked}&key=+${key}+`)).toEqual(balance)
  expect(await post(asked)).toEqual(invalidKey)
  expect(await post(`${asked}&key=`)).toEqual(invalidKey)
  expect(await post(`${asked}&key=ps_wrong`, { ...formHeaders, authorization: `Bearer ${key}` })).toEqual(invalidKey)
  expect(await post(`${asked}&key[]=${key}`)).toEqual(invalidKey)
  expect(await post(JSON.stringify({ action: 'balance', key: { a: key } }), jsonHeaders)).toEqual(invalidKey)
})

test('the body counts before the query, and of two parameters with one name the last', async () => {
  const pathWithQuery = `/api/v2?${form({ ...asksBalance(), action: 'nothing' })}`
  expect(await post('action=balance', formHeaders, pathWithQuery)).toEqual(balance)
  expect(await post(`${form(asksBalance())}&action=nothing`)).toEqual({ error: 'Incorrect action' })
  expect(await post(`action=nothing&${form(asksBalance())}`)).toEqual(balance)
})

test.each(['', 'nothing', 'Balance', 'constructor', '__proto__', 'toString', 'services services', '\u0000'])(
  'the action %j is incorrect',
  async (action) => {
    const answer = await post(form({ key: reseller.key, action, service: 1 }))
    expect(answer).toEqual({ error: 'Incorrect action' })
  },
)

test.each([
  ['half of a JSON object', '{"key":'],
  ['something behind a JSON object', '{}{}'],
  ['deep nesting without an end', '{"a":'.repeat(30_000)],
  ['deep nesting', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['no UTF-8', Buffer.from([0x6b, 0x65, 0x79, 0x3d, 0xff])],
])('%s can’t be read', async (_, body) => {
  expect(await post(body)).toEqual({ error: 'Incorrect request' })
  expect(await post(body, jsonHeaders)).toEqual({ error: 'Incorrect request' })
})

test('a multipart body that can’t be read is refused, and files in one are no parameters', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  for (const body of ['', 'key=1', '--x\r\n\r\n', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'])
    expect(await post(body, type)).toEqual({ error: 'Incorrect request' })
  expect(await post('', { 'content-type': 'multipart/form-data' })).toEqual({ error: 'Incorrect request' })
  const { body, type: fileType } = multipart(asksBalance())
  const file = body.replace('name="key"', 'name="key"; filename="k"\r\nContent-Type: text/plain')
  expect(await post(file, { 'content-type': fileType })).toEqual(invalidKey)
})

test('256 KiB are read, one byte more is too large, with status 200', async () => {
  const body = `${form(asksBalance())}&padding=`
  expect(await post(body.padEnd(262_144, 'x'))).toEqual(balance)
  expect(await post(body.padEnd(262_145, 'x'))).toEqual({ error: 'Request is too large' })
  expect(await post(body.padEnd(262_144, '&a[]'))).toEqual({ error: 'Incorrect request' })
})

test('parameters of unexpected types are refused by name, and unknown ones are ignored', async () => {
  const good = { key: reseller.key, action: 'add', service, link: '@some.body', quantity: 1 }
  const ask = (fields: object) => post(JSON.stringify({ ...good, ...fields }), jsonHeaders)
  expect(await ask({ unknown: { a: [1] }, constructor: 1, comments: null })).toEqual({ order: expect.any(Number) })
  const proto = JSON.stringify(good).replace('{', '{"__proto__":{"action":"balance"},')
  expect(await post(proto, jsonHeaders)).toEqual({ order: expect.any(Number) })
  for (const wrong of [true, [1], { a: 1 }, { toString: 1 }]) {
    expect(await ask({ service: wrong })).toEqual({ error: 'Incorrect service ID' })
    expect(await ask({ link: wrong })).toEqual({ error: 'Bad link' })
    expect(await ask({ quantity: wrong })).toEqual({ error: 'Incorrect quantity' })
    expect(await ask({ runs: wrong })).toEqual({ error: 'Incorrect runs' })
    expect(await ask({ interval: wrong, runs: 2 })).toEqual({ error: 'Incorrect interval' })
    expect(await ask({ action: wrong })).toEqual({ error: 'Incorrect action' })
  }
  // Lists that are far too long are refused because of their length, before any item is read.
  expect(await ask({ comments: Array(6_001).fill(1) })).toEqual({ error: 'Incorrect comments' })
  expect(await ask({ action: 'status', orders: Array(1_001).fill({}) })).toEqual({ error: 'Incorrect order ID' })
  expect(await ask({ quantity: 1.5 })).toEqual({ error: 'Incorrect quantity' })
  expect(await ask({ link: 'a\ud800b' })).toEqual({ error: 'Bad link' })
})

test('a restricted account is told so', async () => {
  const restricted = await makeReseller()
  await db().rows("UPDATE members SET restriction = 'BANNED' WHERE id = $1", [restricted.id])
  expect(await restricted.ask({ action: 'balance' })).toEqual({ error: 'Account is restricted' })
})

test('HEAD runs nothing, other methods are not allowed, and other paths below are not there', async () => {
  const pathWithQuery = `/api/v2?${form({ key: reseller.key, action: 'add', service, link: 'x', quantity: 1 })}`
  for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const received = await entry.ask(pathWithQuery, { method })
    expect(received.status, method).toBe(405)
    expect(received.headers.allow).toBe('GET, POST')
  }
  for (const path of ['/api/v2/services', '/api/v2/x/', '/api/v3', '/api/v2x'])
    expect((await entry.ask(path)).status, path).toBe(404)
  expect((await entry.ask('/api')).status).toBe(PASSED_ON_STATUS)
})
