import { afterEach, beforeEach, expect, test } from 'vitest'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { connectionsCall } from '#lib/connections/calls.ts'
import { areOtherBaseUrlsAllowed, connectionForStaff } from '#lib/connections/queries.ts'
import { readConnection, requireConnection } from '#lib/connections/read-connection.ts'
import { recordFailure, recordSuccess } from '#lib/connections/record-outcome.ts'
import { makeConnection, validConnectionValues } from '#lib/connections/testing/connections.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { withoutTriggers } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { applyDueChanges } from '#lib/pending-changes/decisions/decide-change.ts'
import { makeChangeDue, makeStaffTwoDaysOld } from '#lib/pending-changes/decisions/testing/changes.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { removeConnectionCall, saveConnectionCall } from './calls.ts'
import { removeConnection, saveConnection } from './save-connection.ts'

const kind = 'payaction'
const values = validConnectionValues(kind)
const allowed = areOtherBaseUrlsAllowed()

beforeEach(async () => {
  await db().rows('DELETE FROM connections')
  await db().rows("UPDATE pending_changes SET state = 'OUTDATED', decided_at = now() WHERE state = 'WAITING'")
  await db().rows("UPDATE members SET role = 'MEMBER' WHERE role <> 'MEMBER'")
  // The next connection would wait after the removal of a verified one.
  await withoutTriggers("DELETE FROM audit_entries WHERE action = 'connection.remove'")
})
afterEach(() => Object.assign(env(), { ALLOW_PRIVATE_PROVIDERS: allowed }))

const owner = async () => staffOf(await makeMember({ role: 'OWNER' }), 'OWNER')
const save = async (input: Parameters<typeof saveConnection>[2]['input']) =>
  saveConnection(db(), await owner(), { kind, input })
const stored = () => oneRow<{ secrets: Buffer; settings: unknown }>(db(), 'SELECT secrets, settings FROM connections')

test('secrets are encrypted at rest, and no call, list or audit row has them', async () => {
  const row = await save({ values })
  expect(row).toMatchObject({ state: 'UNCHECKED', settings: { mallId: values.mallId } })
  expect(row.hints).toEqual({ apiKey: '6789', webhookKey: '6789' })
  const { secrets, settings } = await stored()
  const reader = await signedIn({ role: 'MANAGER' })
  const listed = await send(connectionsCall, { headers: reader.headers })
  const audited = await db().rows('SELECT before, after FROM audit_entries')
  for (const secret of [values.apiKey ?? '', values.webhookKey ?? '']) {
    expect(secrets.includes(secret)).toBe(false)
    for (const text of [settings, listed.json, audited, row]) expect(JSON.stringify(text)).not.toContain(secret)
  }
  expect((await requireConnection(db(), kind)).value('apiKey')).toBe(values.apiKey)
})

test('a service that the shop cannot use yet is not connected; one connected before can be changed and removed', async () => {
  const [benta, actor] = ['benta', await owner()] as const
  const input = { values: validConnectionValues(benta) }
  const refusal = {
    code: 'CONFLICT',
    message: expect.stringMatching(/^벤타 연결은 아직 준비 중이에요\. 회원에게 .+요\.$/),
  }
  await expect(saveConnection(db(), actor, { kind: benta, input })).rejects.toMatchObject(refusal)
  expect(await connectionForStaff(db(), benta)).toMatchObject({ state: 'NONE' })
  await makeConnection({ kind: benta })
  await saveConnection(db(), actor, { kind: benta, input: { values: { apiToken: 'another-token-0123' } } })
  expect((await requireConnection(db(), benta)).value('apiToken')).toBe('another-token-0123')
  expect(await removeConnection(db(), actor, { kind: benta })).toMatchObject({ state: 'NONE' })
})

test('a short secret shows none of its characters', async () => {
  expect((await save({ values: { ...values, apiKey: 'short-key-1' } })).hints.apiKey).toBe('')
})

test('a secret that is left out stays, and one that is typed replaces it', async () => {
  await save({ values })
  await save({ values: { mallId: 'another-mall', apiKey: '  ' } })
  expect((await requireConnection(db(), kind)).value('apiKey')).toBe(values.apiKey)
  await save({ values: { mallId: 'another-mall', apiKey: 'new-key-0123456789' } })
  const opened = await requireConnection(db(), kind)
  expect([opened.value('apiKey'), opened.value('webhookKey')]).toEqual(['new-key-0123456789', values.webhookKey])
})

test.each([
  ['nothing at all', {}, 'values.mallId', '상점 ID 값을 입력해 주세요. 대시보드 › API 연동 › 상점 ID에 있어요.'],
  ['a space within', { ...values, apiKey: 'a b' }, 'values.apiKey', 'API 키 값에는 빈칸이나 한글이 없어요.'],
  ['Korean', { ...values, apiKey: '비밀키' }, 'values.apiKey', '다시 복사해 붙여 넣어 주세요.'],
])('%s is refused with a sentence that says what to do', async (_, wrong, path, sentence) => {
  await expect(save({ values: wrong })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    issues: [{ path, message: expect.stringContaining(sentence) }],
  })
  expect(await readConnection(db(), kind)).toBe(null)
})

test('Popbill’s bank is chosen by its name: another code is refused, and none means receipts alone', async () => {
  const { bankCode: _, accountNumber: __, ...receiptsAlone } = validConnectionValues('popbill')
  const saveBank = async (bankCode: string) =>
    saveConnection(db(), await owner(), {
      kind: 'popbill',
      input: { values: { ...receiptsAlone, bankCode }, baseUrl: null },
    })
  await expect(saveBank('9999')).rejects.toMatchObject({
    issues: [{ path: 'values.bankCode', message: '은행 값을 골라 주세요.' }],
  })
  expect((await saveBank('')).settings).not.toHaveProperty('bankCode')
  expect((await saveBank('0088')).settings.bankCode).toBe('0088')
})

test('another address is refused where it is not for tests, even by an OWNER', async () => {
  Object.assign(env(), { ALLOW_PRIVATE_PROVIDERS: false })
  for (const baseUrl of ['http://169.254.169.254/latest', 'https://thief.example', 'http://127.0.0.1:5432'])
    await expect(save({ values, baseUrl })).rejects.toThrow('이 상점에서는 서비스의 주소를 바꿀 수 없어요.')
  expect(await save({ values })).toMatchObject({ baseUrl: null })
  expect((await requireConnection(db(), kind)).address).toBe('https://api.payaction.app')
})

test('an address that is none is refused', async () => {
  for (const baseUrl of ['ftp://example.com', 'javascript:alert(1)', 'not an address'])
    await expect(save({ values, baseUrl })).rejects.toThrow('https:// 또는 http://로 시작하는 주소를 입력해 주세요.')
})

test('saving the same values again changes nothing and is not audited again', async () => {
  await save({ values })
  const count = async () => (await db().rows("SELECT FROM audit_entries WHERE action = 'connection.save'")).length
  const before = await count()
  await save({ values })
  expect(await count()).toBe(before)
})

test('two owners who connect at once leave one connection', async () => {
  await Promise.all([save({ values }), save({ values }), save({ values: { ...values, mallId: 'other-mall' } })])
  expect(await db().rows('SELECT FROM connections')).toHaveLength(1)
})

test('values that the real service has accepted change a day later, and only if they are still the same', async () => {
  await makeConnection({ kind })
  await recordSuccess(db(), await requireConnection(db(), kind))
  expect(await connectionForStaff(db(), kind)).toMatchObject({ state: 'VERIFIED' })
  const actor = await owner()
  await makeStaffTwoDaysOld()
  const change = { ...values, apiKey: 'a-stolen-key-0123456789' }
  const asked = await saveConnection(db(), actor, { kind, input: { values: change } })
  expect(asked.effectiveAt).not.toBe(null)
  expect((await requireConnection(db(), kind)).value('apiKey')).toBe(values.apiKey)
  const { id } = await oneRow<{ id: number }>(db(), "SELECT id FROM pending_changes WHERE state = 'WAITING'")
  await makeChangeDue(id)
  await applyDueChanges(db())
  expect((await requireConnection(db(), kind)).value('apiKey')).toBe(change.apiKey)

  const again = await saveConnection(db(), actor, {
    kind,
    input: { values: { ...values, apiKey: 'third-key-0123456' } },
  })
  // A change of the keys alone leaves the account verified, so this change has to wait, too. Meanwhile the connection
  // is removed.
  expect(again.effectiveAt).not.toBe(null)
  await removeConnection(db(), actor, { kind })
  const next = await oneRow<{ id: number }>(db(), "SELECT id FROM pending_changes WHERE state = 'WAITING'")
  await makeChangeDue(next.id)
  await applyDueChanges(db())
  expect(await oneRow(db(), 'SELECT state FROM pending_changes WHERE id = $1', [next.id])).toEqual({
    state: 'OUTDATED',
  })
  expect(await readConnection(db(), kind)).toBe(null)
})

test('an owner who removes a verified connection to connect an account of his own at once waits like who changes it', async () => {
  await makeConnection({ kind })
  await recordSuccess(db(), await requireConnection(db(), kind))
  const actor = await owner()
  await makeStaffTwoDaysOld()
  await removeConnection(db(), actor, { kind })
  const own = { ...values, mallId: 'mall-of-the-owner', apiKey: 'key-of-the-owner-0123456789' }
  const asked = await saveConnection(db(), actor, { kind, input: { values: own } })
  expect(asked).toMatchObject({ state: 'NONE', effectiveAt: expect.any(String) })
  expect(await readConnection(db(), kind)).toBe(null)
  const { id } = await oneRow<{ id: number }>(db(), "SELECT id FROM pending_changes WHERE state = 'WAITING'")
  await makeChangeDue(id)
  await applyDueChanges(db())
  expect((await requireConnection(db(), kind)).value('apiKey')).toBe(own.apiKey)
  expect(await connectionForStaff(db(), kind)).toMatchObject({ state: 'UNCHECKED', effectiveAt: null })
})

test('a connection that was removed before it was verified is made again at once', async () => {
  await makeConnection({ kind })
  const actor = await owner()
  await makeStaffTwoDaysOld()
  await removeConnection(db(), actor, { kind })
  expect(await saveConnection(db(), actor, { kind, input: { values } })).toMatchObject({ effectiveAt: null })
  expect((await requireConnection(db(), kind)).value('apiKey')).toBe(values.apiKey)
})

test('an owner who changes one key and then the other changes both', async () => {
  await makeConnection({ kind })
  await recordSuccess(db(), await requireConnection(db(), kind))
  const actor = await owner()
  await makeStaffTwoDaysOld()
  const [apiKey, webhookKey] = ['a-new-api-key-0123456789', 'a-new-webhook-key-0123456789']
  const { mallId = '' } = values
  await saveConnection(db(), actor, { kind, input: { values: { mallId, apiKey } } })
  await saveConnection(db(), actor, { kind, input: { values: { mallId, webhookKey } } })
  const { id } = await oneRow<{ id: number }>(db(), "SELECT id FROM pending_changes WHERE state = 'WAITING'")
  await makeChangeDue(id)
  await applyDueChanges(db())
  const connection = await requireConnection(db(), kind)
  expect([connection.value('apiKey'), connection.value('webhookKey')]).toEqual([apiKey, webhookKey])
})

test('what became of a request with the former key is not written down for the new one', async () => {
  await save({ values })
  const former = await requireConnection(db(), kind)
  await save({ values: { ...values, apiKey: 'new-key-0123456789' } })
  await recordFailure(db(), former, '예전 키의 오류')
  expect(await connectionForStaff(db(), kind)).toMatchObject({ state: 'UNCHECKED', error: null })
  await recordSuccess(db(), former)
  expect(await connectionForStaff(db(), kind)).toMatchObject({ state: 'UNCHECKED', verifiedAt: null })
})

test('SUPPORT and MANAGER can neither connect nor disconnect, and an OWNER only with a fresh proof', async () => {
  await makeConnection({ kind })
  const path = `/api/admin/connections/${kind}`
  for (const role of ['SUPPORT', 'MANAGER'] as const) {
    const by = await signedIn({ role })
    const headers = { ...by.headers, ...(await reauthHeaders(by)) }
    const body = { values: { ...values, apiKey: 'key-of-a-dishonest-colleague' } }
    expect((await send(saveConnectionCall, { path, headers, body })).status).toBe(403)
    expect((await send(removeConnectionCall, { path, headers })).status).toBe(403)
  }
  const { headers } = await signedIn({ role: 'OWNER' })
  const unproved = await send(saveConnectionCall, { path, headers, body: { values } })
  expect(unproved.json).toMatchObject({ code: 'REAUTH_REQUIRED' })
  expect((await requireConnection(db(), kind)).value('apiKey')).toBe(values.apiKey)
})

test('a disconnected service is gone with its secrets, and its task ends', async () => {
  await makeConnection({ kind })
  const opened = await requireConnection(db(), kind)
  await db().rows("UPDATE connections SET error = 'x', failures = 1, failing_since = now() - interval '1 hour'")
  await recordFailure(db(), opened, '응답이 없어요.')
  const openTasks = () => db().rows("SELECT FROM tasks WHERE kind = 'CONNECTION_DOWN' AND resolved_at IS NULL")
  expect(await openTasks()).toHaveLength(1)
  const actor = await owner()
  expect(await removeConnection(db(), actor, { kind })).toMatchObject({ state: 'NONE', hints: {}, settings: {} })
  expect(await openTasks()).toHaveLength(0)
  await expect(removeConnection(db(), actor, { kind })).rejects.toThrow('페이액션 연결이 없어요.')
})

test('secrets of another AUTH_SECRET say that they have to be entered again', async () => {
  await makeConnection({ kind })
  await db().rows("UPDATE connections SET secrets = '\\x00010203'")
  await expect(requireConnection(db(), kind)).rejects.toThrow('저장된 키를 읽을 수 없어요. 키를 다시 등록해 주세요.')
})
