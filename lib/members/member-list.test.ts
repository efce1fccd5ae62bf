import { expect, test } from 'vitest'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeAutoOrder } from '#lib/orders/auto/testing/auto-orders.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { changeRoleCall, staffCall } from '#lib/staff/calls.ts'
import { send, signedIn, signIn } from '#lib/web/testing/caller.ts'
import { restrictMemberCall, setMemberMemoCall } from './calls.ts'
import { adminMemberCall } from './detail/calls.ts'
import { adminMember } from './detail/schema.ts'
import { memberForStaff, membersForStaff } from './queries.ts'
import { restrictionLevels } from './schema.ts'
import { makeMember } from './testing/members.ts'

const manager = await signedIn({ role: 'MANAGER' })
const owner = await signedIn({ role: 'OWNER' })

type Call = typeof setMemberMemoCall
type SignedInStaff = typeof owner

const ask = async (
  call: Call,
  id: number,
  body?: unknown,
  by: SignedInStaff = manager,
  more: Record<string, string> = {},
) => {
  const proof = call === restrictMemberCall ? await reauthHeaders(by) : {}
  return send(call, {
    path: call.path.replace('{id}', String(id)),
    headers: { ...by.headers, ...proof, ...more },
    body,
  })
}

const foundMemberNos = async (q: string) =>
  (await membersForStaff(db(), { q, size: 50 })).rows.map(({ memberNo }) => memberNo)

test('members are found by how their id, address or number begins, and by their own number', async () => {
  const { id } = await makeMember({ loginId: 'desk_kim', email: 'desk.kim@example.com', phone: '01055667788' })
  for (const q of ['desk_k', 'DESK_KIM', 'desk.kim@', '010-5566', '01055667788', String(id)])
    expect(await foundMemberNos(q)).toContain(id)
  for (const q of ['esk_kim', 'desk%', '_esk', '5566']) expect(await foundMemberNos(q)).not.toContain(id)
})

test('a filter of restrictions or of roles finds those alone, newest first', async () => {
  const banned = await makeMember({ restriction: 'BANNED' })
  const support = await makeMember({ role: 'SUPPORT' })
  const listed = async (filter: { status?: 'BANNED'; role?: 'SUPPORT' }) => {
    const { rows } = await membersForStaff(db(), { q: '', size: 200, ...filter })
    return rows.map(({ memberNo }) => memberNo)
  }
  expect(await listed({ status: 'BANNED' })).toContain(banned.id)
  expect(await listed({ status: 'BANNED' })).not.toContain(support.id)
  expect((await listed({ role: 'SUPPORT' }))[0]).toBe(support.id)
  expect(await listed({ status: 'BANNED', role: 'SUPPORT' })).not.toContain(banned.id)
})

test('a suspension that has ended is one no more, in the list and for its filters', async () => {
  const { id, loginId: q } = await makeMember({ loginId: 'once_suspended', restriction: 'SUSPENDED' })
  const listedAs = async () => {
    const { rows } = await membersForStaff(db(), { q, size: 50 })
    const totals = await Promise.all(
      restrictionLevels.map(async (status) => (await membersForStaff(db(), { q, status, size: 50 })).total),
    )
    return [rows[0]?.restriction, ...restrictionLevels.filter((_, at) => totals[at] === 1)]
  }
  const endAt = (end: Date) => db().rows('UPDATE members SET restricted_until = $2 WHERE id = $1', [id, end])
  expect(await listedAs()).toEqual(['SUSPENDED', 'SUSPENDED'])
  await endAt(new Date(Date.now() + 60_000))
  expect(await listedAs()).toEqual(['SUSPENDED', 'SUSPENDED'])
  const past = new Date(Date.now() - 60_000)
  await endAt(past)
  expect(await listedAs()).toEqual(['NORMAL', 'NORMAL'])
  expect(await memberForStaff(db(), id)).toMatchObject({ restriction: 'NORMAL', restrictedUntil: past.toISOString() })
})

test('his timeline has his orders, charges, adjustments and logins, and nobody else’s', async () => {
  const member = await signedIn({ points: 1_000 })
  const stranger = await makeMember({ points: 1_000 })
  const serviceId = await makeService()
  const orderId = await makeOrder({ memberId: member.id, serviceId, amount: 10 })
  await makeOrder({ memberId: stranger.id, serviceId, amount: 10 })
  const auto = await makeAutoOrder({ memberId: member.id })
  const chargeId = await makeCharge({ memberId: member.id })
  await makeCharge({ memberId: stranger.id })
  await db().rows(
    "INSERT INTO adjustments (member_id, delta, reason, asked_by) VALUES ($1, 100, '보상', $3), ($2, 100, '보상', $3)",
    [member.id, stranger.id, owner.id],
  )
  const { json } = await ask(adminMemberCall, member.id)
  expect(json.orders).toMatchObject([{ id: auto.orderId }, { id: orderId, memberNo: member.id }])
  expect(json.autoOrders).toMatchObject([{ id: auto.id, runs: 3 }])
  expect(json.charges).toMatchObject([{ id: chargeId, status: 0 }])
  expect(json.adjustments).toMatchObject([{ delta: 1, status: 'WAITING', askedBy: owner.loginId, decidedBy: null }])
  expect(json.sessions).toMatchObject([{ open: true }])
  expect(adminMember.parse(json)).toEqual(json)
})

test('a suspension counts from the next call on and ends by itself; a lifted one is gone', async () => {
  const member = await signedIn()
  const call = (level: string, until?: string) =>
    ask(restrictMemberCall, member.id, { level, until, reason: '도용 의심' })
  const mine = async () =>
    (await send(setMemberMemoCall, { path: '/api/admin/members/1/memo', headers: member.headers })).json.code
  expect((await call('SUSPENDED', new Date(Date.now() + 60_000).toISOString())).status).toBe(200)
  expect(await mine()).toBe('RESTRICTED')
  expect((await call('NORMAL')).json).toMatchObject({ restriction: 'NORMAL', restrictedUntil: null })
  expect(await mine()).toBe('FORBIDDEN')
})

test('a restriction that a colleague has set since is not replaced unseen', async () => {
  const member = await makeMember()
  const restrict = (level: string, seen?: object, until?: string) =>
    ask(restrictMemberCall, member.id, { level, until, reason: '도용 의심', seen })
  const present = async () => {
    const { restriction, restrictedUntil } = (await ask(adminMemberCall, member.id)).json
    return { level: restriction, until: restrictedUntil }
  }
  const seenAtFirst = await present()
  expect((await restrict('BANNED', seenAtFirst)).status).toBe(200)
  const { status, json } = await restrict('WARNED', seenAtFirst)
  expect([status, json.message]).toEqual([409, '그 사이에 다른 운영자가 바꾼 내용이 있어요. 새 내용을 확인해 주세요.'])
  expect(await present()).toEqual({ level: 'BANNED', until: null })
  const soon = new Date(Date.now() + 60_000).toISOString()
  expect((await restrict('SUSPENDED', await present(), soon)).status).toBe(200)
  expect((await restrict('NORMAL', { level: 'SUSPENDED', until: null })).status).toBe(409)
  // A suspension that has ended is shown as no restriction, and its end doesn't count as a change by a colleague.
  await db().rows("UPDATE members SET restricted_until = now() - interval '1 second' WHERE id = $1", [member.id])
  const ended = await present()
  expect(ended).toMatchObject({ level: 'NORMAL' })
  expect((await restrict('WARNED', ended)).status).toBe(200)
})

test('a restriction needs a reason and an end that is to come; staff are restricted by owners alone, nobody by himself', async () => {
  const { id } = await makeMember()
  expect((await ask(restrictMemberCall, id, { level: 'BANNED', reason: ' ' })).json.message).toBe(
    '제한 사유를 입력해 주세요.',
  )
  const past = { level: 'SUSPENDED', until: '2020-01-01T00:00:00Z', reason: '가' }
  expect((await ask(restrictMemberCall, id, past)).status).toBe(400)
  const colleague = await makeMember({ role: 'SUPPORT' })
  const ban = { level: 'BANNED', reason: '퇴사' }
  expect((await ask(restrictMemberCall, colleague.id, ban)).status).toBe(403)
  expect((await ask(restrictMemberCall, owner.id, ban, owner)).status).toBe(403)
  expect((await ask(restrictMemberCall, colleague.id, ban, owner)).status).toBe(200)
})

test('staff see a member with his ledger, devices, key and memo', async () => {
  const member = await signedIn({ points: 12.5 })
  await issueApiKey(db(), member.id)
  await ask(setMemberMemoCall, member.id, { memo: '단골 — 세금계산서 매달' })
  const { json } = await ask(adminMemberCall, member.id)
  expect(json).toMatchObject({ memberId: member.loginId, point: 12.5, memo: '단골 — 세금계산서 매달' })
  expect(json.entries).toMatchObject([{ kind: 'ADJUSTMENT', delta: 12.5, balanceAfter: 12.5 }])
  expect(json.sessions).toHaveLength(1)
  expect(json.apiKeyMadeAt).toEqual(expect.any(String))
  expect(JSON.stringify(json)).not.toMatch(/password|hash|sk_live_/i)
})

test('a memo that a colleague has written since is not overwritten unseen', async () => {
  const member = await makeMember()
  const write = (memo: string, seen?: string) => ask(setMemberMemoCall, member.id, { memo, seen })
  expect((await write('환불은 계좌로만', '')).status).toBe(200)
  const { status, json } = await write('단골', '')
  expect([status, json.code, json.message]).toEqual([
    409,
    'CONFLICT',
    '그 사이에 다른 운영자가 바꾼 내용이 있어요. 새 내용을 확인해 주세요.',
  ])
  expect((await ask(adminMemberCall, member.id)).json.memo).toBe('환불은 계좌로만')
  expect((await write('환불은 계좌로만, 단골', '환불은 계좌로만')).status).toBe(200)
})

test('an owner makes a member staff, whose sessions end; the last owner stays one', async () => {
  const member = await signedIn()
  const proof = await reauthHeaders(owner)
  expect((await ask(changeRoleCall, member.id, { role: 'SUPPORT' }, owner, proof)).status).toBe(200)
  expect((await send(staffCall, { headers: member.headers })).status).toBe(401)
  const fresh = await signIn(member, 'SUPPORT')
  const { json } = await send(staffCall, { headers: fresh.headers })
  expect(json.rows).toContainEqual(expect.objectContaining({ memberNo: member.id, role: 'SUPPORT' }))

  await db().rows("UPDATE members SET role = 'MEMBER' WHERE role = 'OWNER' AND id <> $1", [owner.id])
  const { status, json: refusal } = await ask(changeRoleCall, owner.id, { role: 'MANAGER' }, owner, proof)
  expect({ status, message: refusal.message }).toEqual({
    status: 409,
    message: '마지막 대표의 권한은 바꿀 수 없어요.',
  })
})

test('two owners who demote each other at once: one of them stays', async () => {
  await db().rows("UPDATE members SET role = 'MEMBER' WHERE role = 'OWNER'")
  const [one, other] = [await signedIn({ role: 'OWNER' }), await signedIn({ role: 'OWNER' })]
  const demote = async (by: SignedInStaff, whom: SignedInStaff) =>
    ask(changeRoleCall, whom.id, { role: 'MEMBER' }, by, await reauthHeaders(by))
  await Promise.all([demote(one, other), demote(other, one)])
  expect(await db().rows("SELECT 1 FROM members WHERE role = 'OWNER'")).toHaveLength(1)
})
