import { beforeEach, expect, test } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { registerCall, sendEmailCodeCall, sendPhoneCodeCall } from '#lib/members/calls.ts'
import { registerIssues } from '#lib/members/errors.ts'
import { registerInput } from '#lib/members/schema.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastCodeTo } from '#lib/messages/testing/outbox.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { newAddress, send } from '#lib/web/testing/caller.ts'
import { expectRefusals, type RefusalStep } from '#lib/web/testing/refusals.ts'

let routeId = 0
let signUpCount = 0

beforeEach(async () => {
  await saveSettings({ ENABLE_EMAIL_VERIFY: false, ENABLE_PHONE_NUMBER: false, ENABLE_REFERRAL: false })
  const { id } = await oneRow<{ id: number }>(db(), "INSERT INTO register_wheres (text) VALUES ('네이버') RETURNING id")
  routeId = id
})

/** What the sign-up demands in a shop without sign-up sources and without verification by e-mail or telephone. */
const noDemands = {
  hasSources: false,
  emailVerification: false,
  phoneVerification: false,
  emailCodeSent: false,
  phoneCodeSent: false,
}

/** A valid sign-up of a new member. */
const validSignUp = () => ({
  id: `newcomer_${++signUpCount}`,
  password: 'right-password',
  email: `newcomer${signUpCount}@example.com`,
  registerWhere: routeId,
  phoneNumber: `0101234${String(signUpCount).padStart(4, '0')}`,
})

/**
 * The first seven rules of docs/contract.md#sign-up. The sixth is checked only by the form, because the call has no
 * password confirmation.
 */
const firstSteps = (): RefusalStep[] => [
  [{}, '아이디를 입력해 주세요'],
  [{ id: 'a b', password: 'p w', email: 'nowhere' }, '아이디에 공백을 제거해주세요'],
  [{ id: 'abc' }, '비밀번호에 공백을 제거해주세요'],
  [{ password: '' }, '이메일 형식을 맞춰주세요'],
  [{ email: 'no@dot' }, '이메일 형식을 맞춰주세요'],
  [{ email: 'no.at' }, '이메일 형식을 맞춰주세요'],
  [{ email: validSignUp().email }, '비밀번호를 입력해 주세요'],
  [{ password: 'short' }, '가입경로를 선택해주세요'],
]

const remainingSteps = (): RefusalStep[] => [
  [{}, '아이디는 영문 소문자, 숫자 4~20자로 입력해 주세요'],
  [{ id: 'aaaa-bbbb' }, '아이디는 영문 소문자, 숫자 4~20자로 입력해 주세요'],
  [{ id: validSignUp().id }, '비밀번호는 8~20자로 입력해 주세요'],
]

test('without verification a sign-up meets the rules in the contract’s order', async () => {
  const [first, ...others] = remainingSteps()
  const body = await expectRefusals(registerCall, {}, [
    ...firstSteps(),
    [{ registerWhere: routeId, phoneNumber: '010' }, first?.[1] ?? ''],
    ...others,
    [{ password: 'right-password' }, '휴대전화 번호가 올바르지 않습니다'],
  ])
  const { status, json } = await send(registerCall, { body: { ...body, phoneNumber: '' } })
  expect({ status, json }).toEqual({ status: 201, json: { id: body.id } })
})

test('a password that anybody would try first is refused after every other rule', async () => {
  const { password: _, ...body } = validSignUp()
  const weak = '너무 쉬운 비밀번호예요. 다른 것으로 정해 주세요'
  await expectRefusals(registerCall, {}, [
    [{ ...body, phoneNumber: '010', password: '12345678' }, '휴대전화 번호가 올바르지 않습니다'],
    [{ phoneNumber: '' }, weak],
    [{ password: 'PASSWORD' }, weak],
    [{ password: body.id }, weak],
    [{ password: body.email.split('@')[0] }, weak],
  ])
})

test('with both verifications their rules come after the route, e-mail before phone', async () => {
  await saveSettings({ ENABLE_EMAIL_VERIFY: true, ENABLE_PHONE_NUMBER: true })
  const phoneNumber = validSignUp().phoneNumber
  const body = await expectRefusals(registerCall, {}, [
    ...firstSteps(),
    [{ registerWhere: routeId, phoneNumber, emailCode: '12345', sendCode: '12345' }, '이메일 인증코드를 전송하세요'],
  ])
  const email = String(body.email)
  await send(sendEmailCodeCall, { body: { email } })
  const phoneStep = await expectRefusals(registerCall, {}, [
    [{ ...body, emailCode: '1234' }, '이메일 인증번호 5자를 입력하세요'],
    [{ emailCode: '123456' }, '이메일 인증번호 5자를 입력하세요'],
    [{ emailCode: await lastCodeTo(email) }, '휴대전화 인증코드를 전송하세요'],
  ])
  await send(sendPhoneCodeCall, { body: { phoneNumber } })
  const code = await lastCodeTo(phoneNumber)
  const wrong = String((Number(code) + 1) % 100_000).padStart(5, '0')
  const last = await expectRefusals(registerCall, {}, [
    [{ ...phoneStep, sendCode: '' }, '인증번호 5자를 입력하세요'],
    [{ sendCode: wrong }, '아이디는 영문 소문자, 숫자 4~20자로 입력해 주세요'],
    ...remainingSteps().slice(1),
    [{ password: 'right-password' }, '인증번호가 올바르지 않습니다'],
  ])
  expect((await send(registerCall, { body: { ...last, sendCode: code } })).status).toBe(201)
})

test.each([
  [{ ENABLE_EMAIL_VERIFY: true }, '이메일 인증코드를 전송하세요'],
  [{ ENABLE_PHONE_NUMBER: true }, '휴대전화 인증코드를 전송하세요'],
])('%j alone asks for its own code only', async (flags, message) => {
  await saveSettings(flags)
  expect((await send(registerCall, { body: validSignUp() })).json.message).toBe(message)
})

test('the form also compares the confirmation, between the password and the route', () => {
  const demands = { ...noDemands, hasSources: true }
  const input = registerInput.parse({ ...validSignUp(), registerWhere: 0 })
  expect(registerIssues(input, demands, 'another')[0]?.message).toBe('비밀번호 재확인이 다릅니다')
  expect(registerIssues(input, demands, input.password)[0]?.message).toBe('가입경로를 선택해주세요')
})

test('the form names every broken field at once, each by its first rule, in the contract’s order', () => {
  const demands = { ...noDemands, hasSources: true, emailVerification: true, phoneVerification: true }
  const input = registerInput.parse({ id: 'a b', email: 'nowhere' })
  expect(registerIssues(input, demands, '')).toEqual([
    { path: 'id', message: '아이디에 공백을 제거해주세요' },
    { path: 'email', message: '이메일 형식을 맞춰주세요' },
    { path: 'password', message: '비밀번호를 입력해 주세요' },
    { path: 'registerWhere', message: '가입경로를 선택해주세요' },
    { path: 'emailCode', message: '이메일 인증코드를 전송하세요' },
    { path: 'sendCode', message: '휴대전화 인증코드를 전송하세요' },
    { path: 'passwordConfirm', message: '비밀번호를 한 번 더 입력해 주세요' },
    { path: 'agreed', message: '약관과 개인정보 처리방침에 동의해 주세요' },
  ])
})

test('the form asks for the agreement after every other rule', () => {
  const demands = { ...noDemands, hasSources: true }
  const input = registerInput.parse(validSignUp())
  expect(registerIssues(input, demands, input.password)).toEqual([
    { path: 'agreed', message: '약관과 개인정보 처리방침에 동의해 주세요' },
  ])
  expect(registerIssues({ ...input, agreed: { service: 0, privacy: 0 } }, demands, input.password)).toEqual([])
})

test('a taken id, e-mail or phone number is a conflict of its own, in any case', async () => {
  await makeMember({ loginId: 'taken_id', email: 'taken@example.com', phone: '01099999999' })
  const cases = [
    [{ id: 'Taken_ID' }, '이미 존재하는 아이디입니다'],
    [{ email: 'Taken@Example.com' }, '이미 존재하는 이메일 입니다'],
    [{ phoneNumber: '01099999999' }, '이미 존재하는 휴대전화 번호 입니다'],
  ] as const
  for (const [taken, message] of cases) {
    const { status, json } = await send(registerCall, { body: { ...validSignUp(), ...taken } })
    expect({ status, ...json }).toEqual({ status: 409, message, code: 'CONFLICT' })
  }
})

test('of ten sign-ups with one id at once, one is taken in and the others are told', async () => {
  const body = { ...validSignUp(), phoneNumber: '' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => send(registerCall, { body: { ...body, email: `${at}${body.email}` } })),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(9)
  for (const { json } of refused) expect(json).toEqual({ message: '이미 존재하는 아이디입니다', code: 'CONFLICT' })
})

test('an unknown referral code is refused where referrals are on, and nothing where they are off', async () => {
  const referrer = await makeMember()
  await db().rows("UPDATE members SET referral_code = 'REFERRAL' WHERE id = $1", [referrer.id])
  expect((await send(registerCall, { body: { ...validSignUp(), referral: 'nobody' } })).status).toBe(201)
  await saveSettings({ ENABLE_REFERRAL: true })
  const { status, json } = await send(registerCall, { body: { ...validSignUp(), referral: 'nobody' } })
  expect({ status, message: json.message }).toEqual({ status: 400, message: '존재하지 않는 추천인 코드입니다' })
  // The keyboard of a phone writes small letters, or a capital one at the beginning.
  for (const referral of [' REFERRAL ', 'referral', 'Referral']) {
    const referred = validSignUp()
    const answer = await send(registerCall, { body: { ...referred, referral }, address: newAddress() })
    expect([referral, answer.status]).toEqual([referral, 201])
    const row = await oneRow(db(), 'SELECT referred_by_id FROM members WHERE login_id = $1', [referred.id])
    expect(row).toEqual({ referredById: referrer.id })
  }
})

test('a sign-up source that does not exist was not chosen', async () => {
  for (const registerWhere of [routeId + 1_000, -1, Number.MAX_SAFE_INTEGER]) {
    const { status, json } = await send(registerCall, {
      body: { ...validSignUp(), registerWhere },
      address: newAddress(),
    })
    expect({ status, message: json.message }).toEqual({ status: 400, message: '가입경로를 선택해주세요' })
  }
})

test('a shop without sign-up sources, as each begins, asks for none', async () => {
  await db().rows('DELETE FROM register_wheres')
  const { registerWhere: _, ...body } = validSignUp()
  const input = registerInput.parse({ ...body, agreed: { service: 0, privacy: 0 } })
  expect(registerIssues(input, noDemands, input.password)).toEqual([])
  for (const each of [body, validSignUp()])
    expect((await send(registerCall, { body: each, address: newAddress() })).status).toBe(201)
  const rows = await db().rows('SELECT register_where_id FROM members WHERE login_id = $1', [body.id])
  expect(rows).toEqual([{ registerWhereId: null }])
})

test('a new member has an empty balance and his id in lower case', async () => {
  const body = { ...validSignUp(), id: 'MixedCase' }
  expect((await send(registerCall, { body, address: newAddress() })).json).toEqual({ id: 'mixedcase' })
  const row = await oneRow(
    db(),
    "SELECT m.role, b.point FROM members m JOIN balances b ON b.member_id = m.id WHERE m.login_id = 'mixedcase'",
  )
  expect(row).toEqual({ role: 'MEMBER', point: 0n })
})
