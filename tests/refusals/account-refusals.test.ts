import { beforeEach, expect, test } from 'vitest'
import {
  changePasswordCall,
  deleteAccountCall,
  findIdCall,
  findPasswordCall,
  profileCall,
  reauthCall,
  resetPasswordCall,
} from '#lib/accounts/calls.ts'
import { changePasswordRules, resetPasswordRules } from '#lib/accounts/errors.ts'
import { createResetTokenFor, lastResetTokenSentTo } from '#lib/accounts/testing/links.ts'
import { issueApiKeyCall } from '#lib/api-keys/calls.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { firstIssue } from '#lib/core/form-errors.ts'
import { makeMember, TEST_PASSWORD } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { referralCodeCall } from '#lib/referrals/calls.ts'
import { resellerServicesCall } from '#lib/reseller/calls.ts'
import { loginCall } from '#lib/sessions/calls.ts'
import { isValidReauthToken } from '#lib/sessions/queries.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { apiKeyHeaders, type Headers, newAddress, send, signedIn, signIn } from '#lib/web/testing/caller.ts'
import { expectRefusals } from '#lib/web/testing/refusals.ts'

const NEW_PASSWORD = 'another-pass-1'
const notMemberMessage = '가입되지 않은 이메일입니다.'
const badLinkMessage = '유효하지 않거나 만료된 링크입니다.'
const badLinkAnswer = {
  message: badLinkMessage,
  code: 'BAD_INPUT',
  issues: [{ path: 'token', message: badLinkMessage }],
}

beforeEach(() => saveSettings({ ENABLE_REFERRAL: true }))

const logIn = (id: string, password: string) => send(loginCall, { body: { id, password } })

test('a password change meets its rules in order, and then ends every session', async () => {
  const member = await signedIn()
  const elsewhere = await signIn(member)
  const body = await expectRefusals(
    changePasswordCall,
    member.headers,
    [
      [{}, '현재 비밀번호를 입력해 주세요'],
      [{ currentPassword: 'wrong-password' }, '새 비밀번호를 입력해 주세요'],
      [{ newPassword: 'short' }, '비밀번호는 8~20자로 입력해 주세요'],
      [{ newPassword: 'x'.repeat(21) }, '비밀번호는 8~20자로 입력해 주세요'],
      [{ newPassword: NEW_PASSWORD }, '현재 비밀번호가 다릅니다'],
    ],
    [400, 400, 400, 400, 409],
  )
  const right = { ...body, currentPassword: TEST_PASSWORD }
  const { status, json } = await send(changePasswordCall, { headers: member.headers, body: right })
  expect({ status, json }).toEqual({ status: 200, json: {} })
  for (const { headers } of [member, elsewhere]) expect((await send(profileCall, { headers })).status).toBe(401)
  expect((await logIn(member.loginId, TEST_PASSWORD)).status).toBe(404)
  expect((await logIn(member.loginId, NEW_PASSWORD)).status).toBe(200)
})

test('the forms compare the confirmation, at its place in the order', () => {
  const input = { currentPassword: 'x', newPassword: 'short' }
  expect(firstIssue(changePasswordRules(input, 'other'))?.message).toBe('비밀번호 재확인이 다릅니다')
  expect(firstIssue(changePasswordRules({ ...input, newPassword: '' }, 'x'))?.path).toBe('newPassword')
  expect(firstIssue(resetPasswordRules('short', 'other'))?.message).toBe('비밀번호 확인이 다릅니다')
})

test('guessing the current password is stopped as guessing at the login is', async () => {
  const member = await signedIn()
  const address = newAddress()
  const guess = (password: string) =>
    send(changePasswordCall, {
      headers: member.headers,
      address,
      body: { currentPassword: password, newPassword: NEW_PASSWORD },
    })
  for (let tries = 0; tries < 10; tries++) expect((await guess('wrong-password')).status).toBe(409)
  const { status, headers } = await guess(TEST_PASSWORD)
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

const weakPasswordAnswer = {
  message: '너무 쉬운 비밀번호예요. 다른 것으로 정해 주세요',
  code: 'BAD_INPUT',
}

test('a password that anybody would try first can be neither chosen nor reset to', async () => {
  const email = 'easily.guessed@example.com'
  const member = await signIn(await makeMember({ loginId: 'easily_guessed', email }))
  for (const newPassword of ['12345678', 'password', 'PASSWORD', 'easily_guessed', 'easily.guessed']) {
    const body = { currentPassword: 'not even looked at', newPassword }
    const changed = await send(changePasswordCall, { headers: member.headers, body })
    const issues = (path: string) => [{ path, message: weakPasswordAnswer.message }]
    expect(changed).toMatchObject({ status: 400, json: { ...weakPasswordAnswer, issues: issues('newPassword') } })
    const reset = await send(resetPasswordCall, {
      body: { token: await createResetTokenFor(member), password: newPassword },
    })
    expect(reset).toMatchObject({ status: 400, json: { ...weakPasswordAnswer, issues: issues('password') } })
  }
  expect((await logIn(member.loginId, TEST_PASSWORD)).status).toBe(200)
})

const eventsOf = async (memberId: number) =>
  (
    await db().rows<{ kind: string }>('SELECT kind FROM account_events WHERE member_id = $1 ORDER BY id', [memberId])
  ).map(({ kind }) => kind)

const listServices = (headers: Headers) => send(resellerServicesCall, { headers })

test('a password reset shuts out the programs that had the api-key', async () => {
  const member = await makeMember()
  const keyHeaders = await apiKeyHeaders(member)
  expect((await listServices(keyHeaders)).status).toBe(200)
  const body = { token: await createResetTokenFor(member), password: NEW_PASSWORD }
  expect((await send(resetPasswordCall, { body })).status).toBe(200)
  expect((await listServices(keyHeaders)).status).toBe(401)
  expect(await eventsOf(member.id)).toEqual(['PASSWORD_RESET', 'API_KEY_REVOKED'])
})

test.each([
  [true, 401, ['PASSWORD_CHANGED', 'API_KEY_REVOKED']],
  [false, 200, ['PASSWORD_CHANGED']],
  [undefined, 200, ['PASSWORD_CHANGED']],
  [null, 200, ['PASSWORD_CHANGED']],
])('a password change with revokeApiKeys %s leaves the key answered %i', async (revokeApiKeys, status, events) => {
  const member = await signedIn()
  const keyHeaders = await apiKeyHeaders(member)
  const body = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, revokeApiKeys }
  expect((await send(changePasswordCall, { headers: member.headers, body })).status).toBe(200)
  expect((await listServices(keyHeaders)).status).toBe(status)
  expect(await eventsOf(member.id)).toEqual(events)
})

test('no api-key that is asked for while the password is reset outlives the reset', async () => {
  for (let round = 0; round < 15; round++) {
    const member = await signedIn()
    const headers = { ...member.headers, ...(await reauthHeaders(member)) }
    const body = { token: await createResetTokenFor(member), password: NEW_PASSWORD }
    await Promise.all([
      send(resetPasswordCall, { body, address: newAddress() }),
      ...Array.from({ length: 4 }, () => send(issueApiKeyCall, { headers })),
    ])
    expect(await db().rows('SELECT FROM api_keys WHERE member_id = $1', [member.id])).toEqual([])
  }
})

test('no login by the old password that is under way outlives a reset, nor does a ticket for the second step', async () => {
  for (const role of ['MEMBER', 'SUPPORT'] as const)
    for (let round = 0; round < 10; round++) {
      const member = await makeMember({ role })
      const body = { token: await createResetTokenFor(member), password: NEW_PASSWORD }
      const login = () =>
        send(loginCall, { body: { id: member.loginId, password: TEST_PASSWORD }, address: newAddress() })
      await Promise.all([login(), send(resetPasswordCall, { body, address: newAddress() }), login(), login(), login()])
      const left = await db().rows(
        `SELECT FROM sessions WHERE member_id = $1 AND revoked_at IS NULL
         UNION ALL SELECT FROM login_tickets WHERE member_id = $1`,
        [member.id],
      )
      expect(left).toEqual([])
    }
})

test('two password changes at once change it once', async () => {
  const member = await signedIn()
  const passwords = ['first-password', 'second-password']
  const change = (newPassword: string) =>
    send(changePasswordCall, { headers: member.headers, body: { currentPassword: TEST_PASSWORD, newPassword } })
  const statuses = (await Promise.all(passwords.map(change))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const logins = await Promise.all(passwords.map((password) => logIn(member.loginId, password)))
  expect(logins.map(({ status }) => status === 200)).toEqual(statuses.map((status) => status === 200))
})

test('an id is found by its e-mail, in any case', async () => {
  const { loginId } = await makeMember({ email: 'find.me@example.com' })
  const { status, json } = await send(findIdCall, { body: { email: ' Find.Me@Example.com ' } })
  expect({ status, json }).toEqual({ status: 200, json: { userId: loginId } })
})

test.each([findIdCall, findPasswordCall])('$path refuses what is no e-mail, and one that nobody has', async (call) => {
  const steps = [
    [{}, '이메일이 올바르지 않습니다'],
    [{ email: 'no@dot' }, '이메일이 올바르지 않습니다'],
    [{ email: 'nobody@example.com' }, notMemberMessage],
  ] as const
  await expectRefusals(call, {}, steps, [400, 400, 404])
  const { json } = await send(call, { body: { email: 'nobody@example.com' } })
  expect(json).toEqual({ message: notMemberMessage, code: 'NOT_FOUND' })
})

test.each([findIdCall, findPasswordCall])('$path answers an address ten times an hour', async (call) => {
  const address = newAddress()
  const ask = (from: string) => send(call, { body: { email: 'nobody@example.com' }, address: from })
  for (let asked = 0; asked < 10; asked++) expect((await ask(address)).status).toBe(404)
  const { status, headers } = await ask(address)
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_500)
  expect((await ask(newAddress())).status).toBe(404)
})

test('a reset link comes by e-mail, sets the password, ends every session, and is then used', async () => {
  const email = 'reset.me@example.com'
  const member = await signIn(await makeMember({ email }))
  expect((await send(findPasswordCall, { body: { email } })).json).toEqual({})
  const token = await lastResetTokenSentTo(email)
  const steps = [
    [{ token }, '비밀번호는 8~20자로 입력해 주세요'],
    [{ password: 'short' }, '비밀번호는 8~20자로 입력해 주세요'],
  ] as const
  await expectRefusals(resetPasswordCall, {}, steps)
  const reset = (password: string) => send(resetPasswordCall, { body: { token, password } })
  expect((await reset(NEW_PASSWORD)).status).toBe(200)
  expect((await send(profileCall, { headers: member.headers })).status).toBe(401)
  expect((await logIn(member.loginId, NEW_PASSWORD)).status).toBe(200)
  expect(await reset('third-password')).toMatchObject({ status: 400, json: badLinkAnswer })
})

test.each(['', 'no-token', 'a.b.c', null, undefined])('the token %j is no link', async (token) => {
  const { status, json } = await send(resetPasswordCall, { body: { token, password: NEW_PASSWORD } })
  expect({ status, json }).toEqual({ status: 400, json: badLinkAnswer })
})

test('another token of ours is no reset link', async () => {
  const { token } = await signedIn()
  expect((await send(resetPasswordCall, { body: { token, password: NEW_PASSWORD } })).json).toEqual(badLinkAnswer)
})

test('a reset link used ten times at once works once', async () => {
  const member = await makeMember()
  const token = await createResetTokenFor(member)
  const passwords = Array.from({ length: 10 }, (_, at) => `raced-password${at}`)
  const answers = await Promise.all(passwords.map((password) => send(resetPasswordCall, { body: { token, password } })))
  const won = passwords.filter((_, at) => answers[at]?.status === 200)
  expect(won).toHaveLength(1)
  for (const { status, json } of answers)
    if (status !== 200) expect({ status, json }).toEqual({ status: 400, json: badLinkAnswer })
  expect((await logIn(member.loginId, won[0] ?? '')).status).toBe(200)
})

test('a link dies with the password it was made to replace', async () => {
  const member = await signedIn()
  const token = await createResetTokenFor(member)
  await send(changePasswordCall, {
    headers: member.headers,
    body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD },
  })
  expect((await send(resetPasswordCall, { body: { token, password: 'third-password' } })).json).toEqual(badLinkAnswer)
})

test('a referral code has eight characters and stays the same', async () => {
  const { headers, id } = await signedIn()
  const asked = await Promise.all(Array.from({ length: 5 }, () => send(referralCodeCall, { headers })))
  const codes = new Set(asked.map(({ json }) => json.referralCode))
  expect(codes.size).toBe(1)
  expect([...codes][0]).toMatch(/^[A-Z2-9]{8}$/)
  expect((await send(profileCall, { headers })).json.referralCode).toBe([...codes][0])
  const row = await oneRow(db(), 'SELECT referral_code FROM members WHERE id = $1', [id])
  expect(row).toEqual({ referralCode: [...codes][0] })
})

test('no referral code is given while referrals are off', async () => {
  await saveSettings({ ENABLE_REFERRAL: false })
  const { headers } = await signedIn()
  const { status, json } = await send(referralCodeCall, { headers })
  expect({ status, json }).toEqual({
    status: 409,
    json: { message: '지금은 추천인 코드를 발급하지 않아요.', code: 'CONFLICT' },
  })
})

test('a proof of the password holds in its own session only', async () => {
  const member = await signedIn()
  const ask = (password?: string) => send(reauthCall, { headers: member.headers, body: { password } })
  expect(await ask()).toMatchObject({ status: 400, json: { message: '현재 비밀번호를 입력해 주세요' } })
  expect(await ask('wrong-password')).toMatchObject({ status: 409, json: { message: '현재 비밀번호가 다릅니다' } })
  const { json } = await ask(TEST_PASSWORD)
  expect(Date.parse(json.expiresAt) - Date.now()).toBeGreaterThan(290_000)
  const { id: sessionId } = await oneRow<{ id: string }>(db(), 'SELECT id FROM sessions WHERE member_id = $1', [
    member.id,
  ])
  const caller = { memberId: member.id, loginId: member.loginId, role: 'MEMBER', via: 'session', sessionId } as const
  expect(await isValidReauthToken(caller, json.token)).toBe(true)
  expect(await isValidReauthToken({ ...caller, sessionId: crypto.randomUUID() }, json.token)).toBe(false)
  expect(await isValidReauthToken({ ...caller, memberId: member.id + 1 }, json.token)).toBe(false)
  for (const token of ['', 'a.b.c', member.token]) expect(await isValidReauthToken(caller, token)).toBe(false)
})

test('an account with an order under way stays', async () => {
  const member = await signedIn({ points: 10 })
  await makeOrder({ memberId: member.id, serviceId: await makeService() })
  const proof = await reauthHeaders(member)
  const { status, json } = await send(deleteAccountCall, { headers: { ...member.headers, ...proof } })
  expect({ status, json }).toEqual({
    status: 409,
    json: { message: '진행 중인 주문이 있어 탈퇴할 수 없습니다.', code: 'CONFLICT' },
  })
  expect((await send(profileCall, { headers: member.headers })).status).toBe(200)
})

test('who deleted his account goes on as a guest, and can neither log in nor take his id again', async () => {
  const member = await signedIn({ email: 'gone@example.com' })
  const asked = { headers: { ...member.headers, ...(await reauthHeaders(member)) } }
  const { status, json, headers } = await send(deleteAccountCall, asked)
  expect({ status, json }).toEqual({ status: 200, json: {} })
  expect(headers['set-cookie']).toEqual([expect.stringMatching(/^token=;.*Max-Age=0/), 'guest=1; Path=/; SameSite=Lax'])
  expect((await send(deleteAccountCall, { headers: member.headers })).status).toBe(401)
  expect(await logIn(member.loginId, TEST_PASSWORD)).toMatchObject({
    status: 404,
    json: { message: '아이디 또는 비밀번호가 다릅니다.' },
  })
  const { json: found } = await send(findIdCall, { body: { email: 'gone@example.com' } })
  expect(found.message).toBe(notMemberMessage)
  await expect(makeMember({ loginId: member.loginId })).rejects.toMatchObject({ constraint: 'members_login_id_key' })
})
