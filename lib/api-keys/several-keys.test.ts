import { expect, test } from 'vitest'
import { profileCall } from '#lib/accounts/calls.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { db } from '#lib/core/db.ts'
import { resellerOrderCall, resellerServicesCall } from '#lib/reseller/calls.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { type Headers, type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import {
  apiKeysCall,
  changeApiKeyCall,
  deleteApiKeyCall,
  issueApiKeyCall,
  makeApiKeyCall,
  rotateApiKeyCall,
} from './calls.ts'
import { revokeKeysByStaff, revokeKeysOfMember } from './revoke-api-keys.ts'
import { callerOfKey } from './testing/holder.ts'

const proved = async (member: SignedIn): Promise<Headers> => ({ ...member.headers, ...(await reauthHeaders(member)) })

const pathOf = (id: number, more = '') => `/auth/api-keys/${id}${more}`

const make = async (member: SignedIn, body: Record<string, unknown> = {}) => {
  const answer = await send(makeApiKeyCall, { headers: await proved(member), body: { name: '서버 1', ...body } })
  return { ...answer, id: answer.json.id as number, key: answer.json.apiKey as string }
}

const change = async (member: SignedIn, id: number, body: Record<string, unknown>) =>
  send(changeApiKeyCall, { path: pathOf(id), headers: await proved(member), body })

const rotate = async (member: SignedIn, id: number, overlapHours: number) =>
  send(rotateApiKeyCall, { path: pathOf(id, '/rotate'), headers: await proved(member), body: { overlapHours } })

const list = async (member: SignedIn) => (await send(apiKeysCall, { headers: member.headers })).json

const services = (key: string, address?: string) =>
  send(resellerServicesCall, { headers: { 'api-key': key }, ...(address && { address }) })

const order = (key: string) =>
  send(resellerOrderCall, { headers: { 'api-key': key }, body: { serviceId: 0, link: 'https://a.example', amount: 1 } })

test('a key is shown once, listed by its last four characters, and stored only as a hash', async () => {
  const member = await signedIn()
  const { status, key, json } = await make(member, {
    scopes: ['read'],
    addresses: ['203.0.113.0/24'],
    dailyCap: 50_000,
  })
  expect(status).toBe(201)
  expect(key).toMatch(/^sk_live_[A-Za-z0-9]{40}$/)
  expect(json).toMatchObject({ name: '서버 1', isFirst: false, frozen: false, dailyCap: 50_000, spentToday: 0 })
  const [row, ...others] = await list(member)
  expect(others).toEqual([])
  expect(row).toMatchObject({ scopes: ['read'], addresses: ['203.0.113.0/24'], lastUsedAt: null })
  expect(row.masked).toBe(`sk_live_••••••••••${key.slice(-4)}`)
  expect(row).not.toHaveProperty('apiKey')
  const stored = await db().rows('SELECT k::text AS text FROM api_keys k WHERE member_id = $1', [member.id])
  expect(JSON.stringify(stored)).not.toContain(key.slice(8))
})

test('the one key of POST /auth/api-key is the first; renewing it leaves the others alone', async () => {
  const member = await signedIn()
  const { key } = await make(member)
  const issue = async () => (await send(issueApiKeyCall, { headers: await proved(member) })).json.apiKey
  const first = await issue()
  const renewed = await issue()
  expect((await list(member)).map((row: { isFirst: boolean }) => row.isFirst)).toEqual([true, false])
  expect(await callerOfKey(first)).toBeNull()
  for (const living of [renewed, key]) expect((await services(living)).status).toBe(200)
})

test('a key without the scope is refused by name: one that reads can’t order, one that orders can’t read', async () => {
  const member = await signedIn()
  const reading = await make(member, { scopes: ['read'] })
  const ordering = await make(member, { scopes: ['order'] })
  expect((await services(reading.key)).status).toBe(200)
  expect(await order(reading.key)).toMatchObject({ status: 403, json: { message: '이 API 키로는 주문할 수 없어요.' } })
  expect((await order(ordering.key)).status).toBe(400)
  expect(await services(ordering.key)).toMatchObject({
    status: 403,
    json: { message: '이 API 키로는 조회할 수 없어요.' },
  })
})

test('a key with addresses works from these alone', async () => {
  const member = await signedIn()
  const { id, key } = await make(member, { addresses: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'] })
  for (const address of ['203.0.113.250', '::ffff:203.0.113.1', '2001:db8:7::1', '198.51.100.7'])
    expect([address, (await services(key, address)).status]).toEqual([address, 200])
  for (const address of ['203.0.114.1', '2001:db9::1', '198.51.100.8', '::ffff:198.51.100.8'])
    expect([address, (await services(key, address)).status]).toEqual([address, 403])
  await change(member, id, { addresses: [] })
  expect((await services(key, '192.0.2.1')).status).toBe(200)
})

test('a frozen key stops at the next call and works again once it is unfrozen', async () => {
  const member = await signedIn()
  const { id, key } = await make(member)
  expect((await change(member, id, { frozen: true })).json).toMatchObject({ frozen: true, name: '서버 1' })
  expect(await services(key)).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
  await change(member, id, { name: '서버 2' })
  expect((await services(key)).status).toBe(403)
  await change(member, id, { frozen: false })
  expect((await services(key)).status).toBe(200)
})

test('after a rotation the former key works for the hours asked for, and only the last former one', async () => {
  const member = await signedIn()
  const { id, key } = await make(member, { scopes: ['read'] })
  const second = (await rotate(member, id, 24)).json
  expect(second).toMatchObject({ scopes: ['read'], name: '서버 1' })
  for (const living of [key, second.apiKey]) expect((await services(living)).status).toBe(200)
  const third = (await rotate(member, id, 24)).json.apiKey
  expect([(await services(key)).status, (await services(second.apiKey)).status]).toEqual([401, 200])
  await db().rows("UPDATE api_keys SET former_until = now() - interval '1 second' WHERE id = $1", [id])
  expect([(await services(second.apiKey)).status, (await services(third)).status]).toEqual([401, 200])
  expect((await list(member))[0].formerUntil).toBeNull()
  await rotate(member, id, 0)
  expect((await services(third)).status).toBe(401)
})

test('a former key is frozen, deleted and renewed together with its successor', async () => {
  const member = await signedIn()
  const { apiKey: old } = (await send(issueApiKeyCall, { headers: await proved(member) })).json
  const [{ id }] = await list(member)
  await rotate(member, id, 1)
  await change(member, id, { frozen: true })
  expect((await services(old)).status).toBe(403)
  await change(member, id, { frozen: false })
  expect((await services(old)).status).toBe(200)
  await send(issueApiKeyCall, { headers: await proved(member) })
  expect((await services(old)).status).toBe(401)
})

test('the first key keeps no name, and rotated it is the one that /account shows', async () => {
  const member = await signedIn()
  await send(issueApiKeyCall, { headers: await proved(member) })
  const [{ id }] = await list(member)
  expect(await change(member, id, { name: '서버 1' })).toMatchObject({ status: 200, json: { name: '', isFirst: true } })
  const { apiKey } = (await rotate(member, id, 24)).json
  expect((await send(profileCall, { headers: await proved(member) })).json.apiKey).toBe(apiKey)
})

test('of twenty keys made at once ten are there', async () => {
  const member = await signedIn()
  const made = await Promise.all(Array.from({ length: 20 }, () => make(member)))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(made.find(({ status }) => status === 409)?.json.message).toBe('API 키는 10개까지 만들 수 있어요.')
  expect(await list(member)).toHaveLength(10)
  expect((await send(issueApiKeyCall, { headers: await proved(member) })).status).toBe(409)
})

test('another member’s key is nobody’s to change, rotate, delete or see', async () => {
  const [owner, thief] = [await signedIn(), await signedIn()]
  const { id, key } = await make(owner)
  const headers = await proved(thief)
  expect((await change(thief, id, { addresses: ['192.0.2.1'] })).status).toBe(404)
  expect((await rotate(thief, id, 0)).status).toBe(404)
  expect((await send(deleteApiKeyCall, { path: pathOf(id), headers })).status).toBe(404)
  expect(await list(thief)).toEqual([])
  expect((await services(key)).status).toBe(200)
})

test('a deleted key is gone; staff and a change of the password end all of a member’s keys', async () => {
  const member = await signedIn()
  const { id, key } = await make(member)
  await send(deleteApiKeyCall, { path: pathOf(id), headers: await proved(member) })
  expect((await services(key)).status).toBe(401)
  const endings = [
    () => revokeKeysByStaff(db(), someStaff, { memberId: member.id }),
    () => revokeKeysOfMember(db(), member.id, ''),
  ]
  for (const end of endings) {
    const two = [await make(member), await make(member)]
    await end()
    for (const { key: revoked } of two) expect((await services(revoked)).status).toBe(401)
  }
})

test('what a key can’t be is refused in Korean, field by field', async () => {
  const member = await signedIn()
  const refused = async (body: Record<string, unknown>) => {
    const { status, json } = await make(member, body)
    return [status, json.issues?.[0]?.path, json.issues?.[0]?.message]
  }
  const address = 'IP 주소나 CIDR 범위로 입력해 주세요 (예: 203.0.113.7, 203.0.113.0/24)'
  const cap = '하루 한도는 1원부터 10억 원까지, 원 단위로 입력해 주세요'
  expect(await refused({ name: '  ' })).toEqual([400, 'name', '키 이름을 입력해 주세요'])
  expect(await refused({ name: 'ㄱ'.repeat(41) })).toEqual([400, 'name', '키 이름은 40자까지 쓸 수 있어요'])
  expect(await refused({ scopes: [] })).toEqual([400, 'scopes', '권한을 하나 이상 골라 주세요'])
  for (const bad of ['1.2.3', '203.0.113.7/24', '203.0.113.0/33', 'example.com', '0x7f.1', '::/129', ''])
    expect([bad, ...(await refused({ addresses: [bad] }))]).toEqual([bad, 400, 'addresses', address])
  for (const bad of [-1, 0.5, 1e12]) expect(await refused({ dailyCap: bad })).toEqual([400, 'dailyCap', cap])
  const { id } = await make(member)
  expect((await rotate(member, id, 169)).json.issues[0].path).toBe('overlapHours')
})

test('the time of the last use is known to ten minutes', async () => {
  const member = await signedIn()
  const { key } = await make(member)
  await services(key)
  await expect.poll(async () => (await list(member))[0].lastUsedAt).not.toBeNull()
  const { key: later } = await make(member)
  await db().rows(
    `UPDATE api_keys SET last_used_at = now() - CASE tail WHEN $2 THEN interval '9 minutes' ELSE interval '11 minutes' END
     WHERE member_id = $1`,
    [member.id, key.slice(-4)],
  )
  const lastUses = async () => (await list(member)).map((row: { lastUsedAt: string }) => row.lastUsedAt)
  const [nineMinutesAgo, elevenMinutesAgo] = await lastUses()
  for (const used of [key, later]) await services(used)
  await expect.poll(async () => (await lastUses())[1]).not.toBe(elevenMinutesAgo)
  expect((await lastUses())[0]).toBe(nineMinutesAgo)
})

test('the record of a change names the key and the fields that changed, and no value', async () => {
  const member = await signedIn()
  const { id } = await make(member, { name: '서버 1', scopes: ['read'] })
  await change(member, id, { name: '서버 2', scopes: ['read'], addresses: ['203.0.113.7'], dailyCap: 0, frozen: true })
  await change(member, id, { name: '서버 2' })
  await rotate(member, id, 0)
  await send(deleteApiKeyCall, { path: pathOf(id), headers: await proved(member) })
  const events = await db().rows('SELECT kind, details FROM account_events WHERE member_id = $1 ORDER BY id', [
    member.id,
  ])
  expect(events).toEqual([
    { kind: 'API_KEY_ISSUED', details: { keyId: id } },
    { kind: 'API_KEY_CHANGED', details: { keyId: id, fields: ['name', 'addresses', 'frozen'] } },
    { kind: 'API_KEY_CHANGED', details: { keyId: id, fields: [] } },
    { kind: 'API_KEY_RENEWED', details: { keyId: id } },
    { kind: 'API_KEY_REVOKED', details: { keyId: id } },
  ])
})
