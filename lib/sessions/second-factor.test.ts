import { beforeEach, expect, test } from 'vitest'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { makeMember, TEST_PASSWORD, type TestMember } from '#lib/members/testing/members.ts'
import { staffCall } from '#lib/staff/calls.ts'
import { changeRole } from '#lib/staff/change-role.ts'
import { issueEnrolCode } from '#lib/staff/enrol-code.ts'
import { signOutStaff } from '#lib/staff/sign-out.ts'
import { newAddress, send } from '#lib/web/testing/caller.ts'
import { loginCall, sessionsCall, totpEnrolCall, totpLoginCall } from './calls.ts'
import { openSession } from './open-session.ts'
import { makeStaff, totpCodeOf } from './testing/totp.ts'

beforeEach(() => db().rows('DELETE FROM login_tickets'))

const logIn = ({ loginId }: TestMember) =>
  send(loginCall, { body: { id: loginId, password: TEST_PASSWORD }, address: newAddress() })
const sendCode = (ticket: string, code: string, enrolCode?: string) =>
  send(totpLoginCall, { body: { ticket, code, enrolCode }, address: newAddress() })
const startEnrolment = (ticket: string) => send(totpEnrolCall, { body: { ticket }, address: newAddress() })

/** Lets an OWNER issue the code with which this colleague may set up an authenticator. */
async function issueCodeFor({ id: memberId }: TestMember): Promise<string> {
  const owner = staffOf(await makeStaff('OWNER'), 'OWNER')
  return (await issueEnrolCode(db(), owner, { memberId })).code
}

const ticketOf = async (member: TestMember): Promise<string> => (await logIn(member)).json.ticket

const wrongCodeMessage = '인증 코드가 올바르지 않거나 이미 사용됐어요.'
const deadTicketAnswer = { status: 409, message: '인증 시간이 지났어요. 다시 로그인해 주세요.' }
const statusAndMessage = ({ status, json }: Awaited<ReturnType<typeof sendCode>>) => ({ status, message: json.message })

test('staff get a ticket for their password and a session for their code, no cookie before', async () => {
  const staff = await makeStaff()
  const first = await logIn(staff)
  expect({ status: first.status, json: first.json }).toEqual({
    status: 200,
    json: { totpRequired: true, ticket: expect.stringMatching(/^\w{40}$/), enrol: false },
  })
  expect(first.headers['set-cookie']).toBeUndefined()
  const second = await sendCode(first.json.ticket, totpCodeOf(staff.secret))
  expect({ status: second.status, json: second.json }).toEqual({
    status: 200,
    json: { accessToken: expect.any(String) },
  })
  expect(second.headers['set-cookie']?.[0]).toContain(`token=${second.json.accessToken}`)
  const headers = { authorization: second.json.accessToken }
  expect((await send(staffCall, { headers })).status).toBe(200)
})

test('staff whose authenticator AUTH_SECRET no longer opens are told to have it reset', async () => {
  const staff = await makeStaff()
  await db().rows("UPDATE staff_totp SET secret = decode(repeat('00', 60), 'hex') WHERE member_id = $1", [staff.id])
  expect(statusAndMessage(await sendCode(await ticketOf(staff), totpCodeOf(staff.secret)))).toEqual({
    status: 409,
    message: '인증 앱 설정을 읽을 수 없어요. 대표에게 2단계 인증 초기화를 요청해 주세요.',
  })
})

test('a code may be pasted with spaces, or typed full-width', async () => {
  const staff = await makeStaff()
  const code = totpCodeOf(staff.secret)
  expect((await sendCode(await ticketOf(staff), ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
  const wide = totpCodeOf(staff.secret, 1).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  expect((await sendCode(await ticketOf(staff), wide)).status).toBe(200)
})

test('a code works once, and no code older than the last used one works', async () => {
  const staff = await makeStaff()
  // All three codes are computed now: a 30-second step may end between two responses.
  const [older, code, newer] = [totpCodeOf(staff.secret, -1), totpCodeOf(staff.secret), totpCodeOf(staff.secret, 1)]
  expect((await sendCode(await ticketOf(staff), code)).status).toBe(200)
  const ticket = await ticketOf(staff)
  for (const old of [code, older])
    expect(statusAndMessage(await sendCode(ticket, old))).toEqual({ status: 400, message: wrongCodeMessage })
  expect((await sendCode(ticket, newer)).status).toBe(200)
})

test('one code on two tickets at the same moment opens one session', async () => {
  const staff = await makeStaff()
  const tickets = await Promise.all([1, 2, 3, 4].map(() => ticketOf(staff)))
  const answers = await Promise.all(tickets.map((ticket) => sendCode(ticket, totpCodeOf(staff.secret))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  expect(await db().rows('SELECT FROM sessions WHERE member_id = $1', [staff.id])).toHaveLength(1)
})

test('a ticket is good once, for five minutes and for five tries', async () => {
  const staff = await makeStaff()
  const used = await ticketOf(staff)
  await sendCode(used, totpCodeOf(staff.secret))
  expect(statusAndMessage(await sendCode(used, totpCodeOf(staff.secret)))).toEqual(deadTicketAnswer)
  const old = await ticketOf(staff)
  await db().rows("UPDATE login_tickets SET expires_at = now() - interval '1 second' WHERE used_at IS NULL")
  expect(statusAndMessage(await sendCode(old, totpCodeOf(staff.secret)))).toEqual(deadTicketAnswer)
  const tried = await ticketOf(staff)
  const guess = totpCodeOf(staff.secret, 500)
  for (const _ of [1, 2, 3, 4, 5])
    expect(statusAndMessage(await sendCode(tried, guess))).toEqual({ status: 400, message: wrongCodeMessage })
  expect(statusAndMessage(await sendCode(tried, totpCodeOf(staff.secret)))).toEqual(deadTicketAnswer)
  expect(statusAndMessage(await sendCode('no-ticket', '123456'))).toEqual(deadTicketAnswer)
})

test('fifteen wrong codes in fifteen minutes are all one password gets, by however many tickets side by side', async () => {
  const staff = await makeStaff()
  const tickets = await Promise.all([1, 2, 3, 4, 5].map(() => ticketOf(staff)))
  const guess = totpCodeOf(staff.secret, 500)
  const answers = await Promise.all(tickets.flatMap((ticket) => [1, 2, 3, 4, 5].map(() => sendCode(ticket, guess))))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(15)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  const refused = await sendCode(await ticketOf(staff), totpCodeOf(staff.secret))
  expect({ status: refused.status, waits: Number(refused.headers['retry-after']) > 800 }).toEqual({
    status: 429,
    waits: true,
  })
})

test('the first login sets an authenticator up: the secret is sealed, its recovery codes hashed and shown once', async () => {
  const staff = await makeMember({ role: 'MANAGER' })
  const { ticket, enrol: first } = (await logIn(staff)).json
  expect(first).toBe(true)
  expect(statusAndMessage(await sendCode(ticket, '123456'))).toEqual(deadTicketAnswer)
  const { json } = await startEnrolment(ticket)
  expect(json.uri).toContain(`secret=${json.secret}`)
  expect((await startEnrolment(ticket)).json.secret).toBe(json.secret)
  expect(statusAndMessage(await sendCode(ticket, '23456789AB'))).toEqual({
    status: 400,
    message:
      '방금 설정한 인증 앱의 코드와 달라요. 지금 나타난 숫자 6자리를 입력하고, 휴대전화의 시각이 자동 설정인지 확인해 주세요.',
  })
  const entered = await sendCode(ticket, totpCodeOf(json.secret), await issueCodeFor(staff))
  const codes: string[] = entered.json.recoveryCodes
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  const stored = await oneRow<{ secret: Buffer; hashes: string }>(
    db(),
    `SELECT secret, (SELECT string_agg(encode(code_hash, 'escape'), ' ') FROM recovery_codes WHERE member_id = $1) AS hashes
     FROM staff_totp WHERE member_id = $1`,
    [staff.id],
  )
  expect(stored.secret.toString('latin1')).not.toContain(json.secret)
  for (const code of codes) expect(stored.hashes).not.toContain(code)
  const again = await logIn(staff)
  expect(again.json.enrol).toBe(false)
  expect((await startEnrolment(again.json.ticket)).status).toBe(409)
})

test('of two who set up an authenticator with one password, the first alone has it', async () => {
  const staff = await makeMember({ role: 'SUPPORT' })
  const tickets = [await ticketOf(staff), await ticketOf(staff)]
  const secrets = await Promise.all(tickets.map(async (ticket) => (await startEnrolment(ticket)).json.secret as string))
  const code = await issueCodeFor(staff)
  const answers = await Promise.all(tickets.map((ticket, at) => sendCode(ticket, totpCodeOf(secrets[at] ?? ''), code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400].sort())
})

test('a recovery code lets in once, and is written down', async () => {
  const staff = await makeMember({ role: 'SUPPORT' })
  const ticket = await ticketOf(staff)
  const { secret } = (await startEnrolment(ticket)).json
  const code: string = (await sendCode(ticket, totpCodeOf(secret), await issueCodeFor(staff))).json.recoveryCodes[0]
  const pasted = `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase()
  expect((await sendCode(await ticketOf(staff), pasted)).status).toBe(200)
  expect(statusAndMessage(await sendCode(await ticketOf(staff), code))).toEqual({
    status: 400,
    message: wrongCodeMessage,
  })
  const actions = await db().rows('SELECT action FROM audit_entries WHERE actor_id = $1 ORDER BY id', [staff.id])
  expect(actions).toEqual([{ action: 'staff.totp.enrol' }, { action: 'staff.totp.recovery' }])
})

const wrongEnrolCodeMessage = '등록 코드가 올바르지 않거나 만료됐어요. 대표에게 새 코드를 받아 주세요.'

test('the password alone isn’t enough to set up an authenticator for new staff', async () => {
  const [staff, other] = [await makeMember({ role: 'MANAGER' }), await makeMember({ role: 'SUPPORT' })]
  const ticket = await ticketOf(staff)
  const { json } = await startEnrolment(ticket)
  expect(json.needsEnrolCode).toBe(true)
  for (const code of [undefined, 'AAAABBBB', await issueCodeFor(other)])
    expect(statusAndMessage(await sendCode(ticket, totpCodeOf(json.secret), code))).toEqual({
      status: 400,
      message: wrongEnrolCodeMessage,
    })
  expect(await db().rows('SELECT FROM staff_totp WHERE member_id = $1', [staff.id])).toEqual([])
  const pasted = (await issueCodeFor(staff)).toLowerCase().replace(/^(.{4})/, '$1 ')
  expect((await sendCode(ticket, totpCodeOf(json.secret), pasted)).status).toBe(200)
})

test('an OWNER’s code is good for a day, and dies by a newer one and with the role', async () => {
  const staff = await makeMember({ role: 'SUPPORT' })
  const ticket = await ticketOf(staff)
  const { secret } = (await startEnrolment(ticket)).json
  const tried = (code: string) => sendCode(ticket, totpCodeOf(secret), code)
  const first = await issueCodeFor(staff)
  const second = await issueCodeFor(staff)
  expect((await tried(first)).status).toBe(400)
  await db().rows("UPDATE enrol_codes SET expires_at = now() - interval '1 second' WHERE member_id = $1", [staff.id])
  expect((await tried(second)).status).toBe(400)
  await issueCodeFor(staff)
  const boss = await makeStaff('OWNER')
  await changeRole(db(), staffOf(boss, 'OWNER'), { memberId: staff.id, role: 'MANAGER' })
  expect(await db().rows('SELECT FROM enrol_codes WHERE member_id = $1', [staff.id])).toEqual([])
})

test('the first OWNER needs nobody’s code, a second one does, and nobody is invited who has an authenticator', async () => {
  await db().rows('DELETE FROM staff_totp')
  const [first, second] = [await makeMember({ role: 'OWNER' }), await makeMember({ role: 'OWNER' })]
  const ticket = await ticketOf(first)
  const { json } = await startEnrolment(ticket)
  expect(json.needsEnrolCode).toBe(false)
  expect((await sendCode(ticket, totpCodeOf(json.secret))).status).toBe(200)
  expect((await startEnrolment(await ticketOf(second))).json.needsEnrolCode).toBe(true)
  const again = issueEnrolCode(db(), staffOf(second, 'OWNER'), { memberId: first.id })
  await expect(again).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a malformed code is refused as such and isn’t counted as a try', async () => {
  const staff = await makeStaff()
  const ticket = await ticketOf(staff)
  for (const code of ['', '12345', '1234567', 'abc']) expect((await sendCode(ticket, code)).status).toBe(400)
  expect(await db().rows('SELECT tries FROM login_tickets')).toEqual([{ tries: 0 }])
})

test('who is signed out by an OWNER between the two steps stays out, and enters by a new login', async () => {
  const staff = await makeStaff()
  const ticket = await ticketOf(staff)
  await signOutStaff(db(), staffOf(await makeStaff('OWNER'), 'OWNER'), { memberId: staff.id })
  expect(statusAndMessage(await sendCode(ticket, totpCodeOf(staff.secret)))).toEqual(deadTicketAnswer)
  expect((await sendCode(await ticketOf(staff), totpCodeOf(staff.secret))).status).toBe(200)
})

test('who was suspended or deleted between the two steps stays out', async () => {
  const [suspended, deleted] = [await makeStaff(), await makeStaff()]
  const tickets = [await ticketOf(suspended), await ticketOf(deleted)] as const
  await db().rows("UPDATE members SET restriction = 'BANNED', restriction_reason = '부정 충전' WHERE id = $1", [
    suspended.id,
  ])
  await db().rows("UPDATE members SET deleted_at = now(), password_hash = NULL, role = 'MEMBER' WHERE id = $1", [
    deleted.id,
  ])
  const restricted = await sendCode(tickets[0], totpCodeOf(suspended.secret))
  expect(restricted.status).toBe(403)
  expect(restricted.json).toMatchObject({ code: 'RESTRICTED', level: 'BANNED', reason: '부정 충전' })
  expect((await sendCode(tickets[1], totpCodeOf(deleted.secret))).status).toBe(409)
})

test('a session of staff without the second factor opens what is a member’s and nothing of staff’s', async () => {
  const { id } = await makeStaff('OWNER')
  const { token } = await openSession(db(), { memberId: id, role: 'OWNER', device: 'test' })
  const headers = { authorization: token }
  const refused = await send(staffCall, { headers })
  expect({ status: refused.status, code: refused.json.code }).toEqual({ status: 403, code: 'TOTP_REQUIRED' })
  expect((await send(sessionsCall, { headers })).status).toBe(200)
})

test('members, and staff of the demo, log in by their password alone', async () => {
  expect((await logIn(await makeMember())).json).toEqual({ accessToken: expect.any(String) })
  env().DEMO = true
  try {
    const { json } = await logIn(await makeStaff('OWNER'))
    expect((await send(staffCall, { headers: { authorization: json.accessToken } })).status).toBe(200)
  } finally {
    env().DEMO = false
  }
})
