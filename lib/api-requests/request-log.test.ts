import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { revokeKeysOfMember } from '#lib/api-keys/revoke-api-keys.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { singleton } from '#lib/core/singleton.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { apiKeyHeaders, type Headers } from '#lib/web/testing/caller.ts'
import { type Entry, jsonOf, startEntry } from '#lib/web/testing/entry.ts'
import { apiRequestsForStaff, apiRequestsOf } from './queries.ts'
import { flushRequestLog } from './record-request.ts'
import { type ApiRequestQuery, apiRequestQuery } from './schema.ts'
import { sweepRequestLog } from './sweep-request-log.ts'

let entry: Entry

beforeAll(async () => {
  entry = await startEntry()
})
afterAll(async () => {
  await entry.stop()
  await expectBooksBalance()
})

const logOf = async (memberId: number, query: Partial<ApiRequestQuery> = {}) => {
  await flushRequestLog()
  return (await apiRequestsOf(db(), memberId, { ...apiRequestQuery.parse({}), ...query })).rows
}

async function makeCaller() {
  const member = await makeMember({ points: 1_000 })
  const headers = await apiKeyHeaders(member)
  const [key] = await db().rows<{ id: number }>('SELECT id FROM api_keys WHERE member_id = $1', [member.id])
  return { id: member.id, headers, keyId: key?.id ?? 0 }
}

const order = (headers: Headers, body: object) =>
  entry.ask('/order', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const v2 = (fields: Record<string, string>) =>
  entry.ask('/api/v2', { method: 'POST', headers: {}, body: new URLSearchParams(fields).toString() })

test('a call is in the log under the id that its answer has, with what came of it', async () => {
  const { id, headers, keyId } = await makeCaller()
  const serviceId = await makeService()
  const placed = await order(headers, { serviceId, link: 'https://secret.example/link', amount: 7 })
  const refused = await order(headers, { serviceId, link: 'https://secret.example/link', amount: 1e9 })
  const rows = await logOf(id)
  expect(rows).toMatchObject([
    {
      call: 'POST /order',
      status: 400,
      errorCode: 'BAD_INPUT',
      error: jsonOf(refused).message,
      serviceId,
      orderId: null,
    },
    {
      call: 'POST /order',
      status: 201,
      errorCode: null,
      error: null,
      serviceId,
      amount: 7,
      orderId: jsonOf(placed).wId,
    },
  ])
  expect(rows.map((row) => row.id)).toEqual([refused, placed].map((each) => each.headers['x-request-id']))
  for (const row of rows) expect(row).toMatchObject({ keyId, keyName: '', address: '127.0.0.1' })
  expect(JSON.stringify(await db().rows('SELECT * FROM api_requests'))).not.toContain('secret.example')
})

test('no key is in the log, wherever it was sent', async () => {
  const { id, headers } = await makeCaller()
  const key = headers['api-key'] ?? ''
  await entry.ask(`/services?key=${key}&api-key=${key}`, { headers: { ...headers, 'user-agent': key, referer: key } })
  await v2({ key, action: key, service: key })
  await v2({ key, action: 'status', order: key })
  await entry.ask(`/status/${key}`, { headers })
  await entry.ask('/status/1', { headers })
  expect((await logOf(id)).length).toBe(5)
  expect(JSON.stringify(await db().rows('SELECT * FROM api_requests'))).not.toContain(key)
})

test('an action of API v2 is found by either method: every choice of the filter finds its calls', async () => {
  const { id, headers } = await makeCaller()
  const key = headers['api-key'] ?? ''
  await v2({ key, action: 'balance' })
  await entry.ask(`/api/v2?${new URLSearchParams({ key, action: 'balance' })}`, { method: 'GET', headers: {} })
  await entry.ask('/services', { method: 'GET', headers })
  const callsOf = async (call: string) => (await logOf(id, { call })).map((row) => row.call)
  for (const call of ['POST /api/v2 balance', 'GET /api/v2 balance'])
    expect(await callsOf(call)).toEqual(['GET /api/v2 balance', 'POST /api/v2 balance'])
  expect(await callsOf('GET /services')).toEqual(['GET /services'])
})

test('API v2 is logged by its action, with the text that the client got, though its status is 200', async () => {
  const { id, headers } = await makeCaller()
  const key = headers['api-key'] ?? ''
  const service = String(await makeService())
  const added = await v2({ key, action: 'add', service, link: '@some.body', quantity: '3' })
  await v2({ key, action: 'add', service: '999999', link: '@some.body', quantity: '3' })
  await v2({ key, action: 'nonsense\nPOST /order 201' })
  expect(await logOf(id)).toMatchObject([
    { call: 'POST /api/v2', status: 200, errorCode: 'BAD_INPUT', error: 'Incorrect action' },
    {
      call: 'POST /api/v2 add',
      status: 200,
      errorCode: 'BAD_INPUT',
      error: 'Incorrect service ID',
      serviceId: 999_999,
    },
    { call: 'POST /api/v2 add', errorCode: null, serviceId: Number(service), amount: 3, orderId: jsonOf(added).order },
  ])
})

test('numbers that can’t be stored are left out, and a path is logged as declared', async () => {
  const { id, headers } = await makeCaller()
  await order(headers, { serviceId: 1e300, link: 'x', amount: -1 })
  await entry.ask('/status/999999999', { headers })
  await entry.ask('/status/%0A%1b[31m', { headers })
  expect(await logOf(id)).toMatchObject([
    { call: 'GET /status/{id}', status: 404, orderId: null },
    { call: 'GET /status/{id}', status: 404, orderId: 999_999_999 },
    { call: 'POST /order', status: 400, serviceId: null, amount: null },
  ])
})

test('calls with a frozen key, without the scope, from another address and above the limit are logged, unknown keys not', async () => {
  const { id, headers, keyId } = await makeCaller()
  const change = (sql: string) => db().rows(`UPDATE api_keys SET ${sql} WHERE id = $1`, [keyId])
  await change("scopes = '{order}'")
  await entry.ask('/status/1', { headers })
  await change("scopes = '{read,order}', addresses = '{203.0.113.0/24}'")
  await entry.ask('/status/1', { headers })
  await change("addresses = '{}', frozen_at = now()")
  await entry.ask('/status/1', { headers })
  await change('frozen_at = NULL')
  const answers = []
  try {
    env().RATE_LIMIT_FACTOR = 0.0005
    for (let times = 0; times < 4; times++) answers.push(await entry.ask('/status/1', { headers }))
  } finally {
    env().RATE_LIMIT_FACTOR = 1
    // Resets the used-up rate limits, which would refuse the next calls.
    singleton('limits', () => new Map()).clear()
  }
  expect(answers.at(-1)?.status).toBe(429)
  const codes = (await logOf(id)).map(({ errorCode }) => errorCode)
  expect(codes.slice(-3)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
  expect(codes).toContain('TOO_MANY_REQUESTS')
  await revokeKeysOfMember(db(), id, '')
  const unknown = await entry.ask('/status/1', { headers })
  expect(unknown).toMatchObject({ status: 401, headers: { 'x-request-id': expect.any(String) } })
  expect(await logOf(id)).toHaveLength(codes.length)
  expect((await logOf(id))[0]?.keyName).toBeNull()
})

test('a member finds only his own calls, also by another’s request id and key', async () => {
  const [mine, other] = [await makeCaller(), await makeCaller()]
  const answer = await entry.ask('/status/1', { headers: other.headers })
  const requestId = String(answer.headers['x-request-id'])
  expect(await logOf(other.id, { id: requestId })).toHaveLength(1)
  expect(await logOf(mine.id, { id: requestId })).toEqual([])
  expect(await logOf(mine.id, { key: other.keyId })).toEqual([])
  expect(await logOf(mine.id, { cursor: 'ffffffff-ffff-7fff-bfff-ffffffffffff' })).toEqual([])
})

test('staff find a call by its request id, and a member’s calls by his login id and number, also if that is only part of another’s', async () => {
  const [caller, other] = [await makeCaller(), await makeCaller()]
  const answer = await entry.ask('/status/1', { headers: caller.headers })
  await entry.ask('/services', { headers: caller.headers })
  await entry.ask('/status/1', { headers: other.headers })
  await flushRequestLog()
  const requestId = String(answer.headers['x-request-id'])
  const [{ loginId } = { loginId: '' }] = await db().rows<{ loginId: string }>(
    'SELECT login_id FROM members WHERE id = $1',
    [caller.id],
  )
  const find = async (q: string, query: Partial<ApiRequestQuery> = {}) => {
    const { owner, rows } = await apiRequestsForStaff(db(), q, { ...apiRequestQuery.parse({}), ...query })
    return [owner?.memberNo, rows.map(({ call }) => call)]
  }
  const both = ['GET /services', 'GET /status/{id}']
  expect(await find(requestId.toUpperCase())).toEqual([caller.id, ['GET /status/{id}']])
  expect(await find(` ${loginId} `)).toEqual([caller.id, both])
  expect(await find(String(caller.id))).toEqual([caller.id, both])
  expect(await find(loginId, { failed: 'true' })).toEqual([caller.id, ['GET /status/{id}']])
  for (const nobody of [
    '',
    loginId.slice(0, -1),
    '0',
    '9'.repeat(12),
    "' OR 1=1",
    requestId.replace(/.$/, 'g'),
    `f${requestId.slice(1)}`,
  ])
    expect(await find(nobody)).toEqual([undefined, []])
})

test('the log is filtered by refusal, call, key and day, and paged without gap or repeat', async () => {
  const { id, headers, keyId } = await makeCaller()
  for (let times = 0; times < 5; times++) await entry.ask('/status/1', { headers })
  await entry.ask('/services', { headers })
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
  const counts = async (query: Partial<ApiRequestQuery>) => (await logOf(id, query)).length
  expect(await counts({ failed: 'true' })).toBe(5)
  expect(await counts({ call: 'GET /services' })).toBe(1)
  expect([await counts({ key: keyId }), await counts({ key: keyId + 1 })]).toEqual([6, 0])
  expect([await counts({ from: today, to: today }), await counts({ to: '2026-01-01' })]).toEqual([6, 0])
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await apiRequestsOf(db(), id, { ...apiRequestQuery.parse({}), size: 4, cursor })
    ids.push(...page.rows.map((row) => row.id))
    if (!page.nextCursor) break
    cursor = page.nextCursor
  }
  expect(ids).toEqual((await logOf(id)).map((row) => row.id))
})

test('after 30 days a call is gone, and with the account within the next sweep', async () => {
  const [kept, left] = [await makeCaller(), await makeCaller()]
  for (const { headers } of [kept, left]) await entry.ask('/status/1', { headers })
  await flushRequestLog()
  await deleteAccount(db(), left.id)
  await sweepRequestLog(db())
  expect([(await logOf(kept.id)).length, (await logOf(left.id)).length]).toEqual([1, 0])
  const day = 86_400_000
  await sweepRequestLog(db(), Date.now() + 30 * day - 60_000)
  expect(await logOf(kept.id)).toHaveLength(1)
  await sweepRequestLog(db(), Date.now() + 30 * day + 1_000)
  expect(await logOf(kept.id)).toEqual([])
})
