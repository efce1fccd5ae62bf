import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { ordersByType } from '#lib/catalog/testing/order-details.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import type { Call } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { giveBackToken, takeToken } from '#lib/core/limits.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { newAddress, type RequestOptions, send } from '#lib/web/testing/caller.ts'
import { resellerOrderCall, resellerServicesCall, resellerStatusCall } from '../calls.ts'
import { apiV2Call } from '../v2/calls.ts'
import type { ErrorDocumentation } from './call-documentation.ts'
import { EXAMPLE_LINK } from './example-values.ts'
import { callDocumentation } from './queries.ts'
import { type ExampleShop, makeExampleShop } from './testing/example-shop.ts'

let shop: ExampleShop
beforeAll(async () => {
  shop = await makeExampleShop()
})
afterAll(() => expectBooksBalance())

const tableOf = (call: Call): readonly ErrorDocumentation[] =>
  callDocumentation.find((each) => each.call === call)?.errors ?? []

/** A documented text as a pattern: N stands for any number. */
const patternOf = (message: string): RegExp =>
  new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/(?<![A-Za-z])N(?![A-Za-z])/g, '\\d+')}$`)

/** Documented refusals that these tests have provoked, by call. The last test lists those that none has provoked. */
const shown = new Map<Call, Set<ErrorDocumentation>>()

async function refuse(call: Call, options: RequestOptions): Promise<void> {
  const { status, body } = await send(call, {
    ...options,
    headers: { 'api-key': shop.apiKey, ...options.headers },
    address: newAddress(),
  })
  const answer = JSON.parse(body.toString())
  const message: string = answer.error ?? answer.message
  const row = tableOf(call).find(
    (each) => each.status === status && each.code === (answer.code ?? '') && patternOf(each.message).test(message),
  )
  expect(row, `${call.path} ${status} ${answer.code}: ${message} is in the table`).toBeDefined()
  const documented = ['message', 'code', 'issues', 'error', ...Object.keys(call.conflictDetails?.shape ?? {})]
  expect(documented).toEqual(expect.arrayContaining(Object.keys(answer)))
  if (row) shown.set(call, (shown.get(call) ?? new Set()).add(row))
}

const keyed = (change: string, restore: string) => async (ask: () => Promise<void>) => {
  await db().rows(change)
  await ask()
  await db().rows(restore)
}

const keyStates = [
  keyed('UPDATE api_keys SET frozen_at = now()', 'UPDATE api_keys SET frozen_at = NULL'),
  keyed("UPDATE api_keys SET addresses = '{203.0.113.7}'", "UPDATE api_keys SET addresses = '{}'"),
  keyed("UPDATE members SET restriction = 'BANNED'", "UPDATE members SET restriction = 'NORMAL'"),
]

const order = { serviceId: 1, link: EXAMPLE_LINK, amount: 100 }
const services = { action: 'services' }
const add = { action: 'add', service: 1, link: EXAMPLE_LINK, quantity: 100 }

test.each([
  ['GET /services', resellerServicesCall, {}],
  ['POST /order', resellerOrderCall, { body: order }],
  ['GET /status', resellerStatusCall, { path: '/status/10234' }],
  ['services of API v2', apiV2Call, { body: services }],
  ['add of API v2', apiV2Call, { body: add }],
] as const)('%s: what a wrong, frozen or limited key is answered is documented', async (_, call, options) => {
  await refuse(call, { ...options, headers: { 'api-key': 'nobody' } })
  for (const state of keyStates) await state(() => refuse(call, options))
  const other = 'body' in options && options.body !== services ? 'read' : 'order'
  await keyed(
    `UPDATE api_keys SET scopes = '{${other}}'`,
    "UPDATE api_keys SET scopes = '{read,order}'",
  )(() => refuse(call, options))
  const [{ id } = { id: 0 }] = await db().rows<{ id: number }>('SELECT id FROM api_keys')
  // A time in the future, so that the rate limit gains no token before the request.
  const now = Date.now() + 60_000
  for (const limit of ['reads', 'writes'] as const) {
    try {
      for (;;) takeToken(limit, `key:${id}`, now)
    } catch {
      // All tokens are taken.
    }
  }
  await refuse(call, options)
  for (const limit of ['reads', 'writes'] as const)
    for (let back = 0; back < 2_000; back++) giveBackToken(limit, `key:${id}`)
})

const badOrders: [string, RequestOptions][] = [
  ['no JSON', { raw: '{' }],
  ['a text for a number', { body: { ...order, amount: '100' } }],
  ['no service', { body: { ...order, serviceId: 0 } }],
  ['no link', { body: { ...order, link: ' ' } }],
  ['an unknown service', { body: { ...order, serviceId: 999 } }],
  ['a read-only service', { body: { ...order, serviceId: 2 } }],
  ['too few', { body: { ...order, amount: 1 } }],
  ['too many', { body: { ...order, amount: 1_000_000 } }],
  ['more than the balance', { body: { ...order, amount: 30_000 } }],
  ['no Idempotency-Key', { body: order, headers: { 'idempotency-key': ' ' } }],
  ['another content type', { raw: 'a=1', headers: { 'content-type': 'text/plain' } }],
]

test.each(badOrders)('POST /order: what %s is answered is documented', (_, options) =>
  refuse(resellerOrderCall, options),
)

test('POST /order: a key used twice and a full daily cap are documented', async () => {
  const headers = { 'idempotency-key': 'used' }
  await send(resellerOrderCall, { body: order, headers: { ...headers, 'api-key': shop.apiKey } })
  await refuse(resellerOrderCall, { body: { ...order, amount: 101 }, headers })
  await db().rows(
    'INSERT INTO api_key_caps (key_id, daily_cap, day, spent) SELECT id, 100, current_date, 0 FROM api_keys',
  )
  await refuse(resellerOrderCall, { body: order })
  await refuse(apiV2Call, { body: add })
  await db().rows('DELETE FROM api_key_caps')
})

test('a second order on a link, where the service takes one at a time, is documented', async () => {
  const serviceId = await makeService({ oneOrderPerLink: true })
  const body = { ...order, serviceId, amount: 1 }
  await send(resellerOrderCall, { body, headers: { 'api-key': shop.apiKey } })
  await refuse(resellerOrderCall, { body })
  await refuse(apiV2Call, { body: { ...add, service: serviceId, quantity: 1 } })
})

/**
 * Invalid values of a detail: missing, with a control character, too long, with too many lines, and too large in total.
 */
const wrongValues = [null, 'ᄀ\u0007 x', 'x'.repeat(3_000), 'x\n'.repeat(5_001), `${'x'.repeat(190)}\n`.repeat(400)]

test.each(Object.entries(ordersByType))(
  'POST /order: each field of %s that is missing, wrong or too long is documented',
  async (type, { sent }) => {
    const service = await makeService({ type: type as keyof typeof ordersByType })
    const right = { ...order, serviceId: service, amount: 3, ...sent }
    for (const name of Object.keys(sent)) {
      if (type === 'Subscriptions') break
      const asked = name === 'referringUrl' ? { ...right, typeOfTraffic: 2 } : right
      for (const wrong of wrongValues)
        await refuse(resellerOrderCall, { body: { ...asked, [name]: wrong } }).catch((error) => {
          throw new Error(`${name}: ${error.message}`)
        })
    }
  },
)

const subscription = { username: 'a', min: 1, max: 2, posts: 1 }

test.each([
  { username: '' },
  { username: 'a b' },
  { username: 'x'.repeat(300) },
  { min: null },
  { min: 'x' },
  { max: null },
  { max: 'x' },
  { min: 2, max: 1 },
  { max: 2_000_000_000, posts: 1_000 },
  { posts: null },
  { posts: 1_001 },
  { oldPosts: 1_001 },
  { delay: 7 },
  { expiry: 'x' },
])('POST /order: what a subscription with %j is answered is documented', async (wrong) => {
  const serviceId = await makeService({ type: 'Subscriptions' })
  await refuse(resellerOrderCall, { body: { serviceId, ...subscription, ...wrong } })
})

test('GET /services and GET /status: a time that is none, and an order that is not there', async () => {
  await refuse(resellerServicesCall, { search: 'since=yesterday' })
  await refuse(resellerStatusCall, { path: '/status/7' })
  await refuse(resellerStatusCall, { path: '/status/x' })
})

const badActions: Record<string, unknown>[] = [
  {},
  { action: 'fly' },
  { ...add, service: 999 },
  { ...add, link: '' },
  { ...add, quantity: 1 },
  { ...add, quantity: 1_000_000 },
  { ...add, quantity: 'x' },
  { ...add, runs: 1, interval: 60 },
  { ...add, runs: 2, interval: 5 },
  { ...add, service: 3, quantity: undefined },
  { ...add, quantity: 30_000 },
  { action: 'status', order: 7 },
  { action: 'status', orders: Array.from({ length: 101 }, (_, at) => at + 1).join() },
  { action: 'refill_status', refill: 7 },
  { action: 'refill', order: 7 },
  { action: 'speed_up', order: 7 },
  { action: 'cancel', order: 7 },
]

test.each(badActions.map((body) => [JSON.stringify(body).slice(0, 60), body] as const))(
  'API v2: the error of %s is documented',
  (_, body) => refuse(apiV2Call, { body }),
)

/**
 * Refusals that these tests don't provoke: faults of the server, and refusals before any call runs, which
 * lib/web/entry.test.ts tests.
 */
const unprovoked = ['INTERNAL', 'UNAVAILABLE', 'TOO_LARGE']
const isUnprovoked = ({ code, message }: ErrorDocumentation) =>
  unprovoked.includes(code) || message === messages.badPath || message === messages.unavailable

test.each([resellerServicesCall, resellerOrderCall, resellerStatusCall].map((call) => [call.path, call] as const))(
  '%s: every documented refusal was given above',
  (_, call) => {
    const missing = tableOf(call).filter((row) => !shown.get(call)?.has(row) && !isUnprovoked(row))
    expect(missing.map(({ status, message }) => `${status} ${message}`)).toEqual([])
  },
)
