import { expect, test } from 'vitest'
import type { Call } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { loginCall } from '#lib/sessions/calls.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { makeStaff } from '#lib/sessions/testing/totp.ts'
import { newAddress, type SignedIn, send, signedIn, signIn } from '#lib/web/testing/caller.ts'
import {
  deleteFilterCall,
  grantRoleCall,
  resetTotpCall,
  savedFiltersCall,
  saveFilterCall,
  signOutStaffCall,
  staffCall,
} from './calls.ts'

const signInOwner = () => signedIn({ role: 'OWNER' })

async function sendAs(call: Call, by: SignedIn, { id, body }: { id?: number; body?: unknown }) {
  const path = call.path.replace('{id}', String(id))
  const headers = { ...by.headers, ...(await reauthHeaders(by)) }
  const { status, json } = await send(call, { path, headers, body })
  return { status, message: json.message, json }
}

const staffRowOf = async (by: SignedIn, memberNo: number) => {
  const { json } = await send(staffCall, { headers: by.headers })
  return json.rows.find((row: { memberNo: number }) => row.memberNo === memberNo)
}

test('a member becomes staff by his login id, in any case of letters', async () => {
  const [boss, member] = [await signInOwner(), await makeMember()]
  const input = { memberId: member.loginId.toUpperCase(), role: 'MANAGER' }
  expect(await sendAs(grantRoleCall, boss, { body: input })).toMatchObject({
    status: 201,
    json: { memberNo: member.id, role: 'MANAGER' },
  })
  expect(await staffRowOf(boss, member.id)).toMatchObject({ role: 'MANAGER', totpSince: null, sessions: [] })
  expect(await sendAs(grantRoleCall, boss, { body: { memberId: 'nobody_here', role: 'SUPPORT' } })).toMatchObject({
    status: 404,
    message: '존재하지 않는 회원이에요.',
  })
  expect(await sendAs(grantRoleCall, boss, { body: { role: 'SUPPORT' } })).toMatchObject({ status: 400 })
})

test('the call lists staff as every list: newest first, page by page, of a size within the limits', async () => {
  const boss = await signInOwner()
  for (const role of ['MANAGER', 'SUPPORT'] as const) await makeMember({ role })
  const list = (search: string) => send(staffCall, { headers: boss.headers, path: '/api/admin/staff', search })
  const { json: all } = await list('')
  const memberNos: number[] = all.rows.map((row: { memberNo: number }) => row.memberNo)
  expect(memberNos).toEqual(memberNos.toSorted((one, other) => other - one))
  expect(all).toMatchObject({ nextCursor: null, total: memberNos.length })
  const { json: first } = await list('size=2')
  expect(first).toEqual({ rows: all.rows.slice(0, 2), nextCursor: memberNos[1], total: memberNos.length })
  const { json: rest } = await list(`size=200&cursor=${first.nextCursor}`)
  expect(rest).toEqual({ rows: all.rows.slice(2), nextCursor: null, total: memberNos.length })
  for (const wrong of ['size=0', 'size=201', 'cursor=x']) expect((await list(wrong)).status).toBe(400)
})

test('roles and authenticators are nobody’s to change without the password', async () => {
  const [boss, staff] = [await signInOwner(), await makeStaff()]
  for (const [call, body] of [
    [grantRoleCall, { memberId: staff.loginId, role: 'OWNER' }],
    [resetTotpCall, undefined],
  ] as const) {
    const path = call.path.replace('{id}', String(staff.id))
    const { status, json } = await send(call, { path, headers: boss.headers, body })
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'REAUTH_REQUIRED' })
  }
})

test('a reset forgets authenticator and recovery codes, ends every session, and is written down', async () => {
  const [boss, staff] = [await signInOwner(), await makeStaff('MANAGER')]
  await db().rows(
    "INSERT INTO recovery_codes (code_hash, member_id, used_at) VALUES ('hash', $1, NULL), ('used', $1, now())",
    [staff.id],
  )
  const session = await signIn(staff, 'MANAGER')
  expect(await staffRowOf(boss, staff.id)).toMatchObject({ totpSince: expect.any(String), recoveryCodesLeft: 1 })
  expect((await sendAs(resetTotpCall, boss, { id: staff.id })).status).toBe(200)
  expect((await send(staffCall, { headers: session.headers })).status).toBe(401)
  const login = await send(loginCall, {
    body: { id: staff.loginId, password: 'right-password' },
    address: newAddress(),
  })
  expect(login.json).toMatchObject({ totpRequired: true, enrol: true })
  expect(await staffRowOf(boss, staff.id)).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 })
  const entries = await db().rows(
    "SELECT action, actor_id FROM audit_entries WHERE subject_id = $1 AND action = 'staff.totp.reset'",
    [String(staff.id)],
  )
  expect(entries).toEqual([{ action: 'staff.totp.reset', actorId: boss.id }])
  expect(await sendAs(resetTotpCall, boss, { id: staff.id })).toMatchObject({ status: 409 })
})

test('a colleague is signed out everywhere; a member is no colleague', async () => {
  const [boss, staff] = [await signInOwner(), await makeStaff()]
  const session = await signIn(staff, 'SUPPORT')
  expect((await staffRowOf(boss, staff.id)).sessions).toEqual([{ device: 'test', lastUsedAt: expect.any(String) }])
  expect((await sendAs(signOutStaffCall, boss, { id: staff.id })).status).toBe(200)
  expect((await send(staffCall, { headers: session.headers })).status).toBe(401)
  const { id } = await makeMember()
  for (const call of [signOutStaffCall, resetTotpCall]) expect((await sendAs(call, boss, { id })).status).toBe(404)
})

test('an owner who was demoted a moment ago raises nobody, himself included', async () => {
  const [firstStaff, otherStaff] = [await signInOwner(), await signInOwner()]
  const raise = (by: SignedIn, whom: SignedIn, role: string) =>
    sendAs(grantRoleCall, by, { body: { memberId: whom.loginId, role } })
  const answers = await Promise.all([
    raise(firstStaff, otherStaff, 'SUPPORT'),
    raise(otherStaff, firstStaff, 'SUPPORT'),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, expect.any(Number)])
  const roles = await db().rows<{ role: string }>('SELECT role FROM members WHERE id = ANY ($1) ORDER BY role', [
    [firstStaff.id, otherStaff.id],
  ])
  expect(roles).toEqual([{ role: 'OWNER' }, { role: 'SUPPORT' }])
})

const savedFiltersFor = async (by: SignedIn) => (await send(savedFiltersCall, { headers: by.headers })).json.rows

test('a list’s state is kept by a name, each one’s own; the same name takes the new state', async () => {
  const [firstStaff, otherStaff] = [await signedIn({ role: 'SUPPORT' }), await signedIn({ role: 'SUPPORT' })]
  const save = (query: string) =>
    send(saveFilterCall, { headers: firstStaff.headers, body: { page: '/admin/orders', name: ' 오늘 접수 ', query } })
  const first = await save('?status=0')
  expect(first).toMatchObject({ status: 201, json: { name: '오늘 접수', query: '?status=0' } })
  expect((await save('?status=0&q=user')).json.id).toBe(first.json.id)
  expect(await savedFiltersFor(firstStaff)).toEqual([
    { id: first.json.id, page: '/admin/orders', name: '오늘 접수', query: '?status=0&q=user' },
  ])
  expect(await savedFiltersFor(otherStaff)).toEqual([])
  const drop = (by: SignedIn) =>
    send(deleteFilterCall, { path: `/api/admin/saved-filters/${first.json.id}`, headers: by.headers })
  expect((await drop(otherStaff)).status).toBe(404)
  expect((await drop(firstStaff)).status).toBe(200)
  expect(await savedFiltersFor(firstStaff)).toEqual([])
})

test('twenty a page, however many are saved at once', async () => {
  const firstStaff = await signedIn({ role: 'SUPPORT' })
  const save = (at: number, page = '/admin/orders') =>
    send(saveFilterCall, { headers: firstStaff.headers, body: { page, name: `보기 ${at}`, query: '' } })
  const answers = await Promise.all(Array.from({ length: 25 }, (_, at) => save(at)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  expect((await save(0, '/admin/charges')).status).toBe(201)
})

test('nothing that leads out of the console is kept', async () => {
  const firstStaff = await signedIn({ role: 'SUPPORT' })
  for (const body of [
    { page: '/order', name: '보기', query: '' },
    { page: '//evil.example', name: '보기', query: '' },
    { page: '/admin/orders', name: '보기', query: '/../../order' },
    { page: '/admin/orders', name: '', query: '' },
    { page: '/admin/orders', name: '가'.repeat(21), query: '' },
  ])
    expect((await send(saveFilterCall, { headers: firstStaff.headers, body })).status).toBe(400)
})
