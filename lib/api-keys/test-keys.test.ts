import { expect, test } from 'vitest'
import { z } from 'zod'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { call } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { placeAutoOrder } from '#lib/orders/auto/place-auto-order.ts'
import { placeOrder } from '#lib/orders/place-order.ts'
import { orderRequest } from '#lib/orders/testing/orders.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { resellerServicesCall } from '#lib/reseller/calls.ts'
import { makeTestProgram } from '#lib/sandbox/testing/tester.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import {
  apiKeysCall,
  changeApiKeyCall,
  deleteApiKeyCall,
  issueApiKeyCall,
  makeApiKeyCall,
  rotateApiKeyCall,
} from './calls.ts'
import { publicSandboxKey } from './queries/public-sandbox-key.ts'
import { revokeKeysByStaff } from './revoke-api-keys.ts'

const proved = async (member: SignedIn) => ({ ...member.headers, ...(await reauthHeaders(member)) })
const list = async (member: SignedIn) => (await send(apiKeysCall, { headers: member.headers })).json
const pathOf = (id: number, more = '') => `/auth/api-keys/${id}${more}`
const statusOf = async (key: string, address?: string) =>
  (await send(resellerServicesCall, { headers: { 'api-key': key }, ...(address && { address }) })).status

test('a test key has a prefix of its own, is shown whole in the list, and lies encrypted in the database', async () => {
  const member = await signedIn()
  const { key } = await makeTestProgram(member)
  expect(key).toMatch(/^sk_test_[A-Za-z0-9]{40}$/)
  const [row] = await list(member)
  expect(row).toMatchObject({ test: true, isFirst: false, apiKey: key, masked: `sk_test_••••••••••${key.slice(-4)}` })
  const stored = await db().rows('SELECT k::text AS text FROM api_keys k WHERE member_id = $1', [member.id])
  expect(JSON.stringify(stored)).not.toContain(key.slice(8))
  expect(await statusOf(key)).toBe(200)
})

test('the list says which key is which, and shows no real one', async () => {
  const member = await signedIn()
  await makeTestProgram(member)
  await send(issueApiKeyCall, { headers: await proved(member) })
  await send(makeApiKeyCall, { headers: await proved(member), body: { name: '서버' } })
  const rows = await list(member)
  expect(rows.map((row: { test: boolean; apiKey?: string }) => [row.test, row.apiKey === undefined])).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ])
})

test('making a test key needs no password; making a real one does', async () => {
  const member = await signedIn()
  const make = (body: object) => send(makeApiKeyCall, { headers: member.headers, body: { name: '키', ...body } })
  expect((await make({ test: true })).status).toBe(201)
  for (const body of [{}, { test: false }, { test: null }])
    expect(await make(body)).toMatchObject({ status: 403, json: { code: 'REAUTH_REQUIRED' } })
  expect((await make({ test: 'true' })).status).toBe(400)
})

test('of ten test keys asked for at once five are there, and as many real ones as before can be made', async () => {
  const member = await signedIn()
  const body = { name: '테스트', test: true }
  const made = await Promise.all(
    Array.from({ length: 10 }, () => send(makeApiKeyCall, { headers: member.headers, body })),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(made.find(({ status }) => status === 409)?.json.message).toBe('테스트 키는 5개까지 만들 수 있어요.')
  const headers = await proved(member)
  for (let at = 0; at < 10; at++)
    expect((await send(makeApiKeyCall, { headers, body: { name: `${at}` } })).status).toBe(201)
  expect((await send(makeApiKeyCall, { headers, body: { name: '더' } })).status).toBe(409)
})

test('a rotated test key is a test key, with the former one beside it for the hours asked for', async () => {
  const member = await signedIn()
  const { key, keyId } = await makeTestProgram(member)
  const rotated = await send(rotateApiKeyCall, {
    path: pathOf(keyId, '/rotate'),
    headers: await proved(member),
    body: { overlapHours: 1 },
  })
  expect(rotated.json).toMatchObject({ test: true, apiKey: expect.stringMatching(/^sk_test_/) })
  for (const living of [key, rotated.json.apiKey]) expect(await statusOf(living)).toBe(200)
  expect((await list(member))[0].apiKey).toBe(rotated.json.apiKey)
})

test('renewing the first key neither replaces a test key nor makes one', async () => {
  const member = await signedIn()
  const { key } = await makeTestProgram(member)
  const headers = await proved(member)
  for (let at = 0; at < 2; at++) expect((await send(issueApiKeyCall, { headers })).json.apiKey).toMatch(/^sk_live_/)
  expect(await statusOf(key)).toBe(200)
})

test('addresses, scopes, a freeze, a deletion and staff end a test key’s use as any other’s', async () => {
  const member = await signedIn()
  const reading = await makeTestProgram(member, { scopes: ['read'], addresses: ['203.0.113.0/24'] })
  expect([await statusOf(reading.key, '203.0.113.1'), await statusOf(reading.key, '192.0.2.1')]).toEqual([200, 403])
  const noOrders = await makeTestProgram(member, { scopes: ['read'] })
  expect((await noOrders.order({ serviceId: 1 })).json.message).toBe('이 API 키로는 주문할 수 없어요.')
  const { keyId, key } = noOrders
  const headers = await proved(member)
  const [path, body] = [pathOf(keyId), { frozen: true }]
  expect((await send(changeApiKeyCall, { path, headers, body })).json).toMatchObject({ frozen: true, test: true })
  expect(await statusOf(key)).toBe(403)
  await send(deleteApiKeyCall, { path, headers })
  expect(await statusOf(key)).toBe(401)
  await revokeKeysByStaff(db(), someStaff, { memberId: member.id })
  expect(await statusOf(reading.key, '203.0.113.1')).toBe(401)
})

test('a suspended member’s test key is refused by name, in both forms of the API', async () => {
  const member = await signedIn()
  const tester = await makeTestProgram(member)
  await db().rows("UPDATE members SET restriction = 'SUSPENDED' WHERE id = $1", [member.id])
  expect(await statusOf(tester.key)).toBe(403)
  expect(await tester.v2({ action: 'balance' })).toEqual({ error: 'Account is restricted' })
})

test('a call that doesn’t say that it serves test keys refuses them, the public one too', async () => {
  const silent = call({
    ...{ method: 'GET', path: '/silent', access: 'api-key', answer: z.object({}) },
    run: async () => ({}),
  })
  const { key } = await makeTestProgram(await signedIn())
  for (const each of [key, publicSandboxKey()])
    expect(await send(silent, { headers: { 'api-key': each } })).toMatchObject({
      status: 403,
      json: { message: '테스트 키로는 쓸 수 없는 기능이에요.' },
    })
})

test('no real order is placed with a test key, whichever call would try', async () => {
  const member = await signedIn({ points: 1_000 })
  const { keyId } = await makeTestProgram(member)
  const serviceId = await makeService({ enableAuto: true })
  const request = { ...orderRequest({ memberId: member.id, serviceId }), apiKeyId: keyId }
  await expect(placeOrder(db(), request)).rejects.toThrow()
  const runs = { ...request, input: { ...request.input, runs: 2, interval: 60 } }
  await expect(placeAutoOrder(db(), runs)).rejects.toThrow()
  expect(await balanceOf(db(), member.id)).toBe(100_000n)
  await expectBooksBalance()
})
