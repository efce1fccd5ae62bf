import { afterAll, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { refundStatus } from '#lib/charges/labels.ts'
import type { Call } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastMessageBodyTo } from '#lib/messages/testing/outbox.ts'
import { adjustPointsCall, confirmAdjustmentCall } from '#lib/points/calls.ts'
import { changeProviderCall } from '#lib/providers/calls.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { saveSettingsCall } from '#lib/settings/saving/calls.ts'
import { grantRoleCall } from '#lib/staff/calls.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { confirmChangeCall, pendingChangesCall, withdrawChangeCall } from './calls.ts'
import { applyDueChanges } from './decide-change.ts'
import { makeChangeDue, makeStaffTwoDaysOld } from './testing/changes.ts'

// Attacks by a dishonest OWNER with changes, approvals and roles, and how the shop refuses or delays them.

afterAll(() => expectBooksBalance())

// Each test starts without staff and without waiting changes. The OWNERs that a test makes, and the shop, are two days
// old (`makeStaffTwoDaysOld`).
beforeEach(async () => {
  await db().rows("UPDATE members SET role = 'MEMBER' WHERE role <> 'MEMBER'")
  await db().rows("UPDATE pending_changes SET state = 'OUTDATED', decided_at = now() WHERE state = 'WAITING'")
  await db().rows(
    `INSERT INTO settings (key, value) VALUES ('BANKING_ACCOUNT_NUMBER', '"110-111-222222"'), ('ADJUSTMENT_LIMIT', '1000')
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  )
})

async function sendAs(call: Call, by: SignedIn, { id, body }: { id?: number; body?: unknown } = {}) {
  const headers = { ...by.headers, ...(await reauthHeaders(by)) }
  return send(call, { path: call.path.replace('{id}', String(id)), headers, body })
}

async function makeOwners(count: number): Promise<SignedIn[]> {
  const owners: SignedIn[] = []
  for (let at = 0; at < count; at++)
    owners.push(await signedIn({ role: 'OWNER', email: `o${++madeMembers}@example.com` }))
  await makeStaffTwoDaysOld()
  return owners
}

let madeMembers = 0

const settingOf = async (key: string) =>
  (await oneRow<{ value: unknown }>(db(), 'SELECT value FROM settings WHERE key = $1', [key])).value

const waitingChangesFor = async (by: SignedIn) =>
  (await send(pendingChangesCall, { search: 'status=WAITING', headers: by.headers })).json.rows

const saveSettingsAs = (by: SignedIn, values: object) => sendAs(saveSettingsCall, by, { body: values })

const newAccount = { BANKING_ACCOUNT_NUMBER: '999-999-999999' }

/** The waiting changes of this provider's address and key, as staff see them in the list. */
const waitingAccessOf = async (by: SignedIn, providerId: number) =>
  (await waitingChangesFor(by)).filter(({ subject }: { subject: string }) => subject === String(providerId))

test('an owner who changes a provider’s address and then its key changes both; another owner takes nothing over', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  const id = await makeProvider({ url: 'https://old.example.com', key: 'old-key' })
  const change = (by: SignedIn, body: object) => sendAs(changeProviderCall, by, { id, body })
  await change(owner, { apiUrl: 'https://new.example.com/api/v2' })
  await change(owner, { key: 'new-key' })
  expect(await waitingAccessOf(owner, id)).toMatchObject([{ after: 'https://new.example.com/api/v2 · 새 API 키' }])
  await change(other, { key: 'newer-key' })
  expect(await waitingAccessOf(owner, id)).toMatchObject([
    { askedByNo: other.id, after: expect.stringMatching(/^https:\/\/old\./) },
  ])
})

test('an owner’s mail about a change says that it replaces a colleague’s waiting one', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  const { email } = await oneRow<{ email: string }>(db(), 'SELECT email FROM members WHERE id = $1', [owner.id])
  await saveSettingsAs(owner, { BANKING_ACCOUNT_NUMBER: '222-222-222222' })
  await saveSettingsAs(owner, newAccount)
  expect(await lastMessageBodyTo(email)).not.toContain('기다리던')
  await saveSettingsAs(other, { BANKING_ACCOUNT_NUMBER: '333-333-333333' })
  expect(await lastMessageBodyTo(email)).toContain(
    '기다리던 다른 대표의 변경은 이 변경으로 바뀌어 적용되지 않아요: 999-999-999999',
  )
})

test('an owner alone puts his own account in place of the shop’s: it waits a day, is mailed, and can be withdrawn', async () => {
  const [owner] = (await makeOwners(1)) as [SignedIn]
  await makeMember({ role: 'MANAGER', email: 'manager-of-no-change@example.com' })
  const { status, json } = await saveSettingsAs(owner, { ...newAccount, FOOTER_CEO: '홍길동' })
  expect({ status, account: json.BANKING_ACCOUNT_NUMBER, ceo: json.FOOTER_CEO }).toEqual({
    status: 200,
    account: '110-111-222222',
    ceo: '홍길동',
  })
  const [change] = await waitingChangesFor(owner)
  expect(change).toMatchObject({ name: '계좌번호', after: '999-999-999999', needsConsent: false, state: 'WAITING' })
  expect(Date.parse(change.effectiveAt) - Date.parse(change.createdAt)).toBe(24 * 3_600_000)
  const mails = await db().rows("SELECT FROM outbox_messages WHERE subject LIKE '설정 변경이 24시간%'")
  expect(mails).toHaveLength(1)
  expect(await applyDueChanges(db())).toBe(0)
  expect((await sendAs(withdrawChangeCall, owner, { id: change.id })).json.state).toBe('WITHDRAWN')
  await makeChangeDue(change.id)
  expect(await applyDueChanges(db())).toBe(0)
  expect(await settingOf('BANKING_ACCOUNT_NUMBER')).toBe('110-111-222222')
})

test('after its day the change of a single owner takes effect, once, by however many workers', async () => {
  const [owner] = (await makeOwners(1)) as [SignedIn]
  await saveSettingsAs(owner, newAccount)
  const [change] = await waitingChangesFor(owner)
  await makeChangeDue(change.id)
  const made = await Promise.all([applyDueChanges(db()), applyDueChanges(db()), applyDueChanges(db())])
  expect(made.reduce((sum, each) => sum + each)).toBe(1)
  expect(await settingOf('BANKING_ACCOUNT_NUMBER')).toBe('999-999-999999')
})

test('an owner raises the limit, adjusts and puts it back: the limit he raised is not there yet', async () => {
  const [owner] = (await makeOwners(2)) as [SignedIn]
  const member = await makeMember()
  await saveSettingsAs(owner, { ADJUSTMENT_LIMIT: 900_000_000 })
  const adjusted = await sendAs(adjustPointsCall, owner, { id: member.id, body: { delta: 500_000, reason: '이벤트' } })
  expect(adjusted.json).toMatchObject({ status: 'WAITING', point: 0 })
})

test('an owner makes his second account an owner and confirms with it: it becomes none without the other owner', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  const second = await signedIn()
  const granted = await sendAs(grantRoleCall, owner, { body: { memberId: second.loginId, role: 'OWNER' } })
  expect(granted.json).toMatchObject({ role: 'MEMBER', effectiveAt: expect.any(String) })
  const [change] = await waitingChangesFor(owner)
  expect((await sendAs(confirmChangeCall, owner, { id: change.id })).status).toBe(403)
  expect((await sendAs(confirmChangeCall, second, { id: change.id })).status).toBe(403)
  expect((await sendAs(withdrawChangeCall, other, { id: change.id })).json.state).toBe('REFUSED')
  expect((await sendAs(confirmChangeCall, other, { id: change.id })).status).toBe(409)
})

test('a role that waited its three days holds from then on, once, and not if the member has another by now', async () => {
  const [owner] = (await makeOwners(2)) as [SignedIn]
  const [second, third] = [await signedIn(), await signedIn()]
  const roleOf = async ({ id }: SignedIn) =>
    (await oneRow<{ role: string }>(db(), 'SELECT role FROM members WHERE id = $1', [id])).role
  for (const { loginId } of [second, third])
    await sendAs(grantRoleCall, owner, { body: { memberId: loginId, role: 'OWNER' } })
  for (const { id } of await waitingChangesFor(owner)) await makeChangeDue(id)
  await db().rows("UPDATE members SET role = 'SUPPORT' WHERE id = $1", [third.id])
  await applyDueChanges(db())
  expect([await roleOf(second), await roleOf(third)]).toEqual(['OWNER', 'SUPPORT'])
  expect(await applyDueChanges(db())).toBe(0)
})

test('an owner’s own demotion is dropped, not tried for ever, if he is the last one by the time it is due', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  await sendAs(grantRoleCall, owner, { body: { memberId: owner.loginId, role: 'MEMBER' } })
  const [change] = await waitingChangesFor(owner)
  await makeChangeDue(change.id)
  await db().rows("UPDATE members SET restriction = 'BANNED' WHERE id = $1", [other.id])
  expect(await applyDueChanges(db())).toBe(0)
  const found = await oneRow(
    db(),
    `SELECT state, (SELECT role FROM members WHERE id = $2) AS role,
       (SELECT count(*)::int FROM tasks WHERE kind = 'PENDING_CHANGE' AND ref_id = c.id AND resolved_at IS NULL) AS tasks
     FROM pending_changes c WHERE id = $1`,
    [change.id, owner.id],
  )
  expect(found).toEqual({ state: 'OUTDATED', role: 'OWNER', tasks: 0 })
})

test('each change that waits is an open task, which ends with it: replaced, consented to or withdrawn', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  const openTasks = async () =>
    (
      await db().rows<{ id: number }>(
        "SELECT ref_id AS id FROM tasks WHERE kind = 'PENDING_CHANGE' AND resolved_at IS NULL AND ref_id >= $1",
        [first.id],
      )
    ).map(({ id }) => id)
  const waitingChange = async (account: string) => {
    await saveSettingsAs(owner, { BANKING_ACCOUNT_NUMBER: account })
    return (await waitingChangesFor(owner))[0]
  }
  const first = await waitingChange('999-999-999999')
  expect(await openTasks()).toEqual([first.id])
  const second = await waitingChange('888-888-888888')
  expect(await openTasks()).toEqual([second.id])
  await sendAs(confirmChangeCall, other, { id: second.id })
  expect(await openTasks()).toEqual([])
  const third = await waitingChange('777-777-777777')
  expect(await openTasks()).toEqual([third.id])
  await sendAs(withdrawChangeCall, other, { id: third.id })
  expect(await openTasks()).toEqual([])
})

test('a change that AUTH_SECRET no longer opens can’t be consented to, can be refused, and ends when it is due', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  const requestUnreadable = async () => {
    await saveSettingsAs(owner, newAccount)
    const [change] = await waitingChangesFor(owner)
    await ownerDatabase().rows("UPDATE pending_changes SET after = decode(repeat('00', 60), 'hex') WHERE id = $1", [
      change.id,
    ])
    return change.id
  }
  const id = await requestUnreadable()
  expect(await sendAs(confirmChangeCall, other, { id })).toMatchObject({
    status: 409,
    json: { message: '이 변경의 내용을 읽을 수 없어 적용할 수 없어요. 거절하고 다시 요청받아 주세요.' },
  })
  expect((await sendAs(withdrawChangeCall, other, { id })).json.state).toBe('REFUSED')
  await makeChangeDue(await requestUnreadable())
  expect(await applyDueChanges(db())).toBe(0)
  expect(await waitingChangesFor(owner)).toEqual([])
})

test('an owner whom a colleague made today confirms nothing yet', async () => {
  const [owner] = (await makeOwners(2)) as [SignedIn]
  const fresh = await signedIn({ role: 'OWNER' })
  await saveSettingsAs(owner, newAccount)
  const [change] = await waitingChangesFor(owner)
  expect((await sendAs(confirmChangeCall, fresh, { id: change.id })).status).toBe(403)
  expect(await settingOf('BANKING_ACCOUNT_NUMBER')).toBe('110-111-222222')
})

test('an owner’s other account, paid to the same bank account, is no second person; nor is he alone by that', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  await db().rows(
    `INSERT INTO refund_requests (member_id, point, email, name, bank, account, account_hash, status, response_at)
     SELECT m, 100, 'a@example.com', '홍길동', '국민은행', 'sealed', sha256('one account'), ${refundStatus.REJECTED}, now() FROM unnest($1::int[]) AS m`,
    [[owner.id, other.id]],
  )
  await saveSettingsAs(owner, newAccount)
  const [change] = await waitingChangesFor(owner)
  expect(change.needsConsent).toBe(true)
  expect((await sendAs(confirmChangeCall, other, { id: change.id })).status).toBe(403)
})

test('an owner restricts the other one to be alone: his changes wait for consent all the same', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  await db().rows("UPDATE members SET restriction = 'BANNED' WHERE id = $1", [other.id])
  await saveSettingsAs(owner, newAccount)
  const [change] = await waitingChangesFor(owner)
  expect(change.needsConsent).toBe(true)
  expect(Date.parse(change.effectiveAt) - Date.parse(change.createdAt)).toBe(72 * 3_600_000)
})

test('with two owners the second one confirms and it holds at once; without an answer it holds after 72 hours', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  await saveSettingsAs(owner, newAccount)
  const [first] = await waitingChangesFor(owner)
  const answers = await Promise.all([1, 2, 3].map(() => sendAs(confirmChangeCall, other, { id: first.id })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await settingOf('BANKING_ACCOUNT_NUMBER')).toBe('999-999-999999')
  await saveSettingsAs(owner, { BANKING_ACCOUNT_NUMBER: '110-111-222222' })
  const [second] = await waitingChangesFor(owner)
  await makeChangeDue(second.id)
  expect(await applyDueChanges(db())).toBe(1)
  expect(await settingOf('BANKING_ACCOUNT_NUMBER')).toBe('110-111-222222')
})

test('a change that somebody else overtook, or whose asker is no owner any more, is never made', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  await saveSettingsAs(owner, newAccount)
  const [first] = await waitingChangesFor(owner)
  await db().rows(`UPDATE settings SET value = '"110-333-444444"' WHERE key = 'BANKING_ACCOUNT_NUMBER'`)
  expect((await sendAs(confirmChangeCall, other, { id: first.id })).json.state).toBe('OUTDATED')
  await saveSettingsAs(owner, newAccount)
  const [second] = await waitingChangesFor(owner)
  await db().rows("UPDATE members SET restriction = 'BANNED' WHERE id = $1", [owner.id])
  expect((await sendAs(confirmChangeCall, other, { id: second.id })).json.state).toBe('OUTDATED')
  expect(await settingOf('BANKING_ACCOUNT_NUMBER')).toBe('110-333-444444')
})

test('an owner’s change is made once his suspension has ended, not while it lasts', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  const suspend = (until: string) =>
    db().rows(`UPDATE members SET restriction = 'SUSPENDED', restricted_until = ${until} WHERE id = $1`, [owner.id])
  const confirmed = async (until: string) => {
    await db().rows("UPDATE members SET restriction = 'NORMAL', restricted_until = NULL WHERE id = $1", [owner.id])
    await saveSettingsAs(owner, newAccount)
    const [change] = await waitingChangesFor(owner)
    await suspend(until)
    return (await sendAs(confirmChangeCall, other, { id: change.id })).json.state
  }
  expect(await confirmed("now() + interval '1 day'")).toBe('OUTDATED')
  expect(await confirmed("now() - interval '1 minute'")).toBe('APPLIED')
})

test('a provider’s new address and key wait together, the key never shown; what else changes does so at once', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  const id = await makeProvider({ url: 'https://provider.example/api/v2', key: 'old-key' })
  const before = await oneRow<{ apiUrl: string; encryptedKey: Buffer }>(
    db(),
    'SELECT api_url, encrypted_key FROM providers WHERE id = $1',
    [id],
  )
  const body = { apiUrl: 'https://elsewhere.example/api/v2', key: 'a-new-and-secret-key', name: '새 이름' }
  expect((await sendAs(changeProviderCall, owner, { id, body })).json).toMatchObject({
    name: '새 이름',
    apiUrl: before.apiUrl,
  })
  const [change] = await waitingChangesFor(owner)
  expect(JSON.stringify([change, await db().rows('SELECT * FROM pending_changes')])).not.toContain('secret-key')
  expect((await sendAs(confirmChangeCall, other, { id: change.id })).json.state).toBe('APPLIED')
  const after = await oneRow<{ apiUrl: string; encryptedKey: Buffer }>(
    db(),
    'SELECT api_url, encrypted_key FROM providers WHERE id = $1',
    [id],
  )
  expect(after.apiUrl).toBe(body.apiUrl)
  expect(after.encryptedKey.equals(before.encryptedKey)).toBe(false)
})

test('what is empty yet is filled in at once, and so is everything on a shop’s first day', async () => {
  const [owner] = (await makeOwners(1)) as [SignedIn]
  await ownerDatabase().rows("DELETE FROM settings WHERE key = 'BANKING_NAME'")
  expect((await saveSettingsAs(owner, { BANKING_NAME: '국민은행' })).json.BANKING_NAME).toBe('국민은행')
  await db().rows('UPDATE members SET created_at = now()')
  expect((await saveSettingsAs(owner, newAccount)).json.BANKING_ACCOUNT_NUMBER).toBe('999-999-999999')
})

test.each([
  ['a first sentence', { BANKING_ACCOUNT_NUMBER: '110-111-222222' }, { BANKING_DISPLAY_TEXT: '국민 999-999-999999' }],
  ['a first account number', { BANKING_DISPLAY_TEXT: '국민 110-111-222222' }, newAccount],
])('an owner puts %s beside what members transfer by: it waits', async (_, present, added) => {
  const [owner] = (await makeOwners(1)) as [SignedIn]
  await ownerDatabase().rows("DELETE FROM settings WHERE key LIKE 'BANKING%'")
  await saveSettingsAs(owner, present)
  const { json } = await saveSettingsAs(owner, added)
  expect(json).toMatchObject(Object.fromEntries(Object.keys(added).map((key) => [key, ''])))
  expect(await waitingChangesFor(owner)).toMatchObject([{ subject: Object.keys(added)[0] }])
})

test('no setting is saved without the password', async () => {
  const [owner] = (await makeOwners(1)) as [SignedIn]
  const { status, json } = await send(saveSettingsCall, { headers: owner.headers, body: { FOOTER_CEO: '누구' } })
  expect({ status, code: json.code }).toEqual({ status: 403, code: 'REAUTH_REQUIRED' })
})

test('the wait for an adjustment above the limit can’t be ended by the second account either', async () => {
  const [owner, other] = (await makeOwners(2)) as [SignedIn, SignedIn]
  const member = await makeMember()
  const asked = await sendAs(adjustPointsCall, owner, { id: member.id, body: { delta: 5_000, reason: '이벤트' } })
  expect((await sendAs(confirmAdjustmentCall, owner, { id: asked.json.id })).status).toBe(403)
  expect((await sendAs(confirmAdjustmentCall, other, { id: asked.json.id })).json.status).toBe('DONE')
})
