import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeApiKeyCall, issueApiKeyCall, makeApiKeyCall, rotateApiKeyCall } from '#lib/api-keys/calls.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { findTablesContaining } from '#lib/core/testing/find-in-database.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { makeDeliveredService, makeProvider, sendWaitingOrders } from '#lib/providers/testing/providers.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { resellerCalls } from '#lib/web/registry.ts'
import { serve } from '#lib/web/route.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { type Entry, startEntry } from '#lib/web/testing/entry.ts'
import { setWebhook } from '#lib/webhooks/set-webhook.ts'
import { startReceiver } from '#lib/webhooks/testing/receiver.ts'
import { deliverDueWebhooks, transitionAsStaff } from '#lib/webhooks/testing/webhooks.ts'

let entry: Entry
beforeAll(async () => {
  entry = await startEntry()
  env().RATE_LIMIT_FACTOR = 1_000
  env().LOG_LEVEL = 'debug'
})
afterAll(() => entry.stop())

/** The secret part of a key: everything but its prefix and its last four characters, which lists of keys show. */
const secretOf = (key: string): string => key.slice(8, -4)

/**
 * Issues one key of each kind to a member: his first key, a rotated key, its replacement, a frozen key and a test key.
 */
async function makeKeys(member: SignedIn): Promise<string[]> {
  const headers = async () => ({ ...member.headers, ...(await reauthHeaders(member)) })
  const make = async (body: object): Promise<{ id: number; apiKey: string }> =>
    (await send(makeApiKeyCall, { headers: await headers(), body })).json
  const first: string = (await send(issueApiKeyCall, { headers: await headers() })).json.apiKey
  const rotated = await make({ name: '옛 서버' })
  const rotation = { path: `/auth/api-keys/${rotated.id}/rotate`, headers: await headers(), body: { overlapHours: 24 } }
  const replacing: string = (await send(rotateApiKeyCall, rotation)).json.apiKey
  const frozen = await make({ name: '멈춘 서버' })
  const freeze = { path: `/auth/api-keys/${frozen.id}`, headers: await headers(), body: { frozen: true } }
  await send(changeApiKeyCall, freeze)
  const sandbox = await make({ name: '시험', test: true })
  return [first, rotated.apiKey, replacing, frozen.apiKey, sandbox.apiKey]
}

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string }

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': 'multipart/form-data; boundary=b' }

/**
 * Requests to calls and to unknown paths, with a key in every place where a program could rightly or wrongly put it.
 */
function requestsWith(key: string, service: number): Sent[] {
  const inHeader = { 'api-key': key }
  const order = JSON.stringify({ serviceId: service, link: 'canary', amount: 10 })
  const add = `action=add&service=${service}&link=canary&quantity=10`
  const part = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const v2 = { path: '/api/v2', method: 'POST' }
  return [
    { path: '/services', headers: inHeader },
    { path: `/services?key=${key}&since=${key}`, headers: inHeader },
    { path: '/order', method: 'POST', headers: { ...inHeader, ...json, 'idempotency-key': 'canary' }, body: order },
    { path: '/order', method: 'POST', headers: { ...inHeader, ...json }, body: `{"link":"x","apiKey":"${key}"` },
    {
      path: '/order',
      method: 'POST',
      headers: { ...inHeader, ...json },
      body: `{"serviceId":"${key}","amount":"${key}"}`,
    },
    { path: '/order', method: 'POST', headers: { ...inHeader, 'content-type': key }, body: order },
    { path: '/orders', method: 'POST', headers: { ...inHeader, ...json }, body: `{"orders":[${order}],"atomic":true}` },
    {
      path: '/orders',
      method: 'POST',
      headers: { ...inHeader, ...json },
      body: `{"orders":["${key}"],"key":"${key}"}`,
    },
    { path: '/status/1', headers: inHeader },
    { path: `/status/${key}`, headers: inHeader },
    { path: `/status/${key}%zz` },
    { path: '/services', headers: { authorization: `Bearer ${key}` } },
    { path: '/services', headers: { 'api-key': `${key} ` } },
    { path: '/openapi.json', headers: inHeader },
    { path: `/openapi.json?api-key=${key}` },
    { path: `/api/v2?key=${key}&${add}` },
    { path: `/api/v2/?key=${key}&action=${key}` },
    { path: `/api/v2?key=${key}&action=status&order=${key}&orders=${key}` },
    { path: `/api/v2?key=${key}&action=balance`, method: 'PUT' },
    { path: `/api/v2?key=${key}&action=balance`, method: 'HEAD' },
    { path: `/api/v2/${key}?key=${key}` },
    { ...v2, headers: form, body: `key=${key}&${add}` },
    { ...v2, headers: form, body: `key=${key}&action=add&service=${key}&link=%00&quantity=${key}` },
    { ...v2, headers: json, body: JSON.stringify({ key, action: 'balance' }) },
    { ...v2, headers: json, body: `{"key":"${key}"` },
    { ...v2, headers: multipart, body: `${part('key', key)}${part('action', 'balance')}--b--\r\n` },
    { ...v2, headers: multipart, body: part('key', key) },
    { ...v2, headers: { ...form, authorization: `Bearer ${key}` }, body: add },
    { ...v2, headers: { ...form, authorization: key }, body: 'action=balance' },
  ]
}

/** Sends these requests to the entry server and to the route handlers behind it, and returns all answers. */
async function answersTo(requests: readonly Sent[]): Promise<string[]> {
  const answers: string[] = []
  for (const { path, method = 'GET', headers = {}, body } of requests) {
    const received = await entry.ask(path, { method, headers, ...(body !== undefined && { body }) })
    answers.push(`${received.status} ${JSON.stringify(received.headers)} ${received.body}`)
    const [bare = ''] = path.split('?')
    const call = resellerCalls.find((each) => each.method === method && each.path === bare)
    if (!call) continue
    const request = new Request(`http://127.0.0.1${path}`, { method, headers, ...(body !== undefined && { body }) })
    const response = await serve(call)[call.method](request)
    answers.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`)
  }
  return answers
}

/** Collects what this process writes to its output, until `stop`. */
function captureOutput() {
  const written: string[] = []
  const capture = (chunk: unknown) => {
    written.push(String(chunk))
    return true
  }
  const spies = [process.stderr, process.stdout].map((stream) => vi.spyOn(stream, 'write').mockImplementation(capture))
  const stop = () => {
    for (const spy of spies) spy.mockRestore()
  }
  return { text: () => written.join(''), stop }
}

/** Collects paths and headers of the requests that the shop sends to other servers, until `stop` returns them. */
function captureOutgoing() {
  const requests: object[] = []
  const capture = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    const headers = request.getHeaders()
    // Leaves out the requests that this test sends to the shop.
    if (!String(headers.host).endsWith(`:${entry.port}`)) requests.push({ path: request.path, headers })
  }
  subscribe('http.client.request.start', capture)
  const stop = () => {
    unsubscribe('http.client.request.start', capture)
    return requests
  }
  return { stop }
}

test('what is searched for in the database is found in texts, lists, JSON values and bytes, whatever they are encoded as', async () => {
  const planted = 'Canary-0123456789-abcdefghij'
  const bytes = Buffer.from(`..${planted}`)
  await ownerDatabase().rows('CREATE TABLE canaries (line text[], value jsonb, bytes bytea)')
  for (const [column, value] of [
    ['line', ['x', planted]],
    ['value', JSON.stringify({ deep: [{ planted }] })],
    ['value', JSON.stringify(bytes.toString('base64'))],
    ['value', JSON.stringify(bytes.toString('hex'))],
    ['bytes', bytes],
  ]) {
    await ownerDatabase().rows(`INSERT INTO canaries (${column}) VALUES ($1)`, [value])
    expect(await findTablesContaining(planted)).toEqual(['public.canaries'])
    await ownerDatabase().rows('TRUNCATE canaries')
    expect(await findTablesContaining(planted)).toEqual([])
  }
  await ownerDatabase().rows('DROP TABLE canaries')
})

test('every call of the public API is asked with the keys', () => {
  const asked = requestsWith('key', 1).map(({ path, method = 'GET' }) => `${method} ${path.split('?')[0]}`)
  for (const { method, path } of resellerCalls) expect(asked).toContain(`${method} ${path.replace('{id}', '1')}`)
})

test('no api-key is in a log, an answer, a request of the shop or in clear in the database, whatever it is sent to', async () => {
  const output = captureOutput()
  const receiver = await startReceiver()
  const provider = await startFakeProvider()
  const outgoing = captureOutgoing()
  const member = await signedIn({ points: 100_000 })
  const keys = await makeKeys(member)
  const wrong = keys.map((key) => `${key.slice(0, -4)}zzzz`)
  await setWebhook(db(), { memberId: member.id, url: receiver.url, enabled: true })
  const service = await makeDeliveredService([await makeProvider({ url: provider.url, key: provider.key })])
  await makeService({ isReadOnly: true })

  const answers = await answersTo([...keys, ...wrong].flatMap((key) => requestsWith(key, service)))
  const failing = vi.spyOn(db(), 'rows').mockRejectedValueOnce(new Error('no database'))
  answers.push(...(await answersTo([{ path: '/status/1', headers: { 'api-key': `${keys[0]}x` } }])))
  expect(answers.slice(-2).join()).toContain('INTERNAL')
  failing.mockRestore()

  await sendWaitingOrders()
  const [order] = await db().rows<{ id: number }>('SELECT id FROM orders WHERE member_id = $1 LIMIT 1', [member.id])
  await transitionAsStaff(order?.id ?? 0, orderStatus.COMPLETED)
  await deliverDueWebhooks()
  const sent = JSON.stringify([receiver.received, provider.taken, outgoing.stop()])
  await vi.waitFor(() => expect(output.text()).toContain('/api/v2'), 5_000)
  output.stop()
  receiver.stop()
  await provider.stop()

  // Makes sure that the requests reached every place where a key could be stored or shown: orders were placed, sent to
  // a provider and reported by webhook, and refusals were logged.
  expect(answers.filter((answer) => answer.startsWith('201')).length).toBeGreaterThan(0)
  expect(provider.taken.length).toBeGreaterThan(0)
  expect(receiver.received.length).toBeGreaterThan(0)
  expect(sent).toContain('"path":"/hook"')
  expect(new Set(keys.map(secretOf)).size).toBe(keys.length)
  for (const secret of keys.map(secretOf)) {
    expect(output.text()).not.toContain(secret)
    expect(answers.join('\n')).not.toContain(secret)
    expect(sent).not.toContain(secret)
    expect(await findTablesContaining(secret)).toEqual([])
  }
})
