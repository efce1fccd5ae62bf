import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { clock, minutesInMs, timeAfter } from '#lib/core/clock.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { sendPhoneCodeCall } from '#lib/members/calls.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastCodeTo } from '#lib/messages/testing/outbox.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { newAddress, send } from '#lib/web/testing/caller.ts'
import { expectRefusals } from '#lib/web/testing/refusals.ts'
import { kakaoLoginCall, kakaoRegisterCall, naverLoginCall, naverRegisterCall } from './calls.ts'
import { snsProviderOfMember } from './queries.ts'
import { signSignUpTicket } from './sign-ticket.ts'
import { makeSignUpSource, newSnsSubject, setUpLoginStandIns } from './testing/sns.ts'
import { jsonAnswer } from './testing/wire.ts'

let registerWhere = 0

beforeEach(async () => {
  await saveSettings({ ENABLE_PHONE_NUMBER: false, ENABLE_REFERRAL: false })
  await setUpLoginStandIns()
  registerWhere = await makeSignUpSource()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await expectBooksBalance()
})

const registerByNaver = (body: unknown) => send(naverRegisterCall, { body, address: newAddress() })
const registerByKakao = (body: unknown) => send(kakaoRegisterCall, { body, address: newAddress() })

const kakaoToken = async () => (await setUpLoginStandIns()).kakao.tokenFor(newSnsSubject())

async function loginIdFrom(answer: Promise<{ status: number; json: { id: string } }>): Promise<string> {
  const { status, json } = await answer
  expect({ status, json }).toEqual({ status: 201, json: { id: expect.any(String) } })
  return json.id
}

const storedMember = (loginId: string) =>
  oneRow<{ id: number; email: string | null; phone: string | null }>(
    db(),
    `SELECT m.id, m.email, m.phone, m.password_hash, m.register_where_id, m.referred_by_id, b.point
     FROM members m JOIN balances b ON b.member_id = m.id WHERE m.login_id = $1`,
    [loginId],
  )

test('an unknown Naver login becomes a member by its ticket, who then logs in', async () => {
  const { naver } = await setUpLoginStandIns()
  const subject = newSnsSubject()
  const logIn = () =>
    send(naverLoginCall, { body: { code: naver.codeFor(subject), state: 's' }, address: newAddress() })
  const { status, json } = await logIn()
  expect(status).toBe(404)
  const id = await loginIdFrom(registerByNaver({ accessToken: json.accessToken, registerWhere }))
  expect(id).toMatch(/^naver_[a-z0-9]{10}$/)
  const member = await storedMember(id)
  expect(member).toMatchObject({
    email: null,
    phone: null,
    passwordHash: null,
    registerWhereId: registerWhere,
    point: 0n,
  })
  expect((await logIn()).status).toBe(200)
  expect(await snsProviderOfMember(db(), member.id)).toBe('NAVER')
})

test('an unknown Kakao login does by Kakao’s token', async () => {
  const accessToken = await kakaoToken()
  const logIn = () => send(kakaoLoginCall, { body: { accessToken }, address: newAddress() })
  expect((await logIn()).status).toBe(404)
  expect(await loginIdFrom(registerByKakao({ accessToken, registerWhere, phoneNumber: '01022223333' }))).toMatch(
    /^kakao_[a-z0-9]{10}$/,
  )
  expect((await logIn()).status).toBe(200)
})

test('a sign-up meets the rules in the contract’s order: route, phone code, phone', async () => {
  await saveSettings({ ENABLE_PHONE_NUMBER: true })
  const phoneNumber = '01044445555'
  const body = await expectRefusals(kakaoRegisterCall, {}, [
    [{ sendCode: '12345', phoneNumber }, '가입경로를 선택해주세요'],
    [{ registerWhere }, '휴대전화 인증코드를 전송하세요'],
  ])
  await send(sendPhoneCodeCall, { body: { phoneNumber } })
  const code = await lastCodeTo(phoneNumber)
  const wrong = String((Number(code) + 1) % 100_000).padStart(5, '0')
  const last = await expectRefusals(kakaoRegisterCall, {}, [
    [{ ...body, sendCode: '1234' }, '인증번호 5자를 입력하세요'],
    [{ sendCode: wrong }, '카카오 인증이 만료됐어요. 다시 로그인해 주세요.'],
    [{ accessToken: await kakaoToken() }, '인증번호가 올바르지 않습니다'],
  ])
  const id = await loginIdFrom(registerByKakao({ ...last, sendCode: code }))
  expect(await storedMember(id)).toMatchObject({ phone: phoneNumber })
})

test('without phone verification a number may be left out, and one that is none is told', async () => {
  const { status, json } = await registerByKakao({ accessToken: await kakaoToken(), registerWhere, phoneNumber: '010' })
  expect({ status, message: json.message }).toEqual({ status: 400, message: '휴대전화 번호가 올바르지 않습니다' })
})

test('a route that does not exist was not chosen, a number that a member has is a conflict', async () => {
  await makeMember({ phone: '01066667777' })
  const accessToken = await signSignUpTicket(newSnsSubject())
  expect((await registerByNaver({ accessToken, registerWhere: 999_999 })).json.message).toBe('가입경로를 선택해주세요')
  const taken = await registerByNaver({ accessToken, registerWhere, phoneNumber: '01066667777' })
  expect({ status: taken.status, message: taken.json.message }).toEqual({
    status: 409,
    message: '이미 존재하는 휴대전화 번호 입니다',
  })
  await loginIdFrom(registerByNaver({ accessToken, registerWhere }))
})

test('a referral code counts where referrals are on', async () => {
  const referrer = await makeMember()
  await db().rows("UPDATE members SET referral_code = 'SNSREFER' WHERE id = $1", [referrer.id])
  await saveSettings({ ENABLE_REFERRAL: true })
  const accessToken = await signSignUpTicket(newSnsSubject())
  const unknown = await registerByNaver({ accessToken, registerWhere, referral: 'NOBODYS1' })
  expect({ status: unknown.status, message: unknown.json.message }).toEqual({
    status: 400,
    message: '존재하지 않는 추천인 코드입니다',
  })
  const id = await loginIdFrom(registerByNaver({ accessToken, registerWhere, referral: ' SNSREFER ' }))
  expect(await storedMember(id)).toMatchObject({ referredById: referrer.id })
})

const expiredTicketAnswer = {
  message: '네이버 인증이 만료됐어요. 다시 로그인해 주세요.',
  code: 'BAD_INPUT',
  issues: [{ path: '', message: '네이버 인증이 만료됐어요. 다시 로그인해 주세요.' }],
}

test('a ticket holds for ten minutes', async () => {
  const accessToken = await signSignUpTicket(newSnsSubject())
  const now = new Date()
  vi.spyOn(clock, 'now').mockReturnValue(timeAfter(now, minutesInMs(10.1)))
  expect((await registerByNaver({ accessToken, registerWhere })).json).toEqual(expiredTicketAnswer)
  vi.spyOn(clock, 'now').mockReturnValue(timeAfter(now, minutesInMs(9.9)))
  await loginIdFrom(registerByNaver({ accessToken, registerWhere }))
})

test('a ticket makes one account, also when that one is deleted within its ten minutes', async () => {
  const subject = newSnsSubject()
  const accessToken = await signSignUpTicket(subject)
  const id = await loginIdFrom(registerByNaver({ accessToken, registerWhere }))
  const again = await registerByNaver({ accessToken, registerWhere })
  expect({ status: again.status, message: again.json.message }).toEqual({
    status: 409,
    message: '이미 가입된 네이버 계정이에요. 로그인해 주세요.',
  })
  await deleteAccount(db(), (await storedMember(id)).id)
  expect((await registerByNaver({ accessToken, registerWhere })).json).toEqual(expiredTicketAnswer)
  expect(await loginIdFrom(registerByNaver({ accessToken: await signSignUpTicket(subject), registerWhere }))).not.toBe(
    id,
  )
})

test.each(['', 'nonsense', 'a.b.c'])('what is no ticket, "%s", makes nobody', async (accessToken) => {
  expect((await registerByNaver({ accessToken, registerWhere })).json).toEqual(expiredTicketAnswer)
})

test('a token of another application makes nobody, a Kakao that is down tells so', async () => {
  const { kakao, next } = await setUpLoginStandIns()
  const foreign = await registerByKakao({ accessToken: kakao.tokenFor(newSnsSubject(), 1), registerWhere })
  expect(foreign.json.message).toBe('카카오 인증이 만료됐어요. 다시 로그인해 주세요.')
  next('/v2/user/me', jsonAnswer(503, {}))
  const down = await registerByKakao({ accessToken: await kakaoToken(), registerWhere })
  expect({ status: down.status, json: down.json }).toEqual({
    status: 424,
    json: { message: '회원가입에 실패했습니다', code: 'UPSTREAM_FAILED' },
  })
})

test('of ten sign-ups of one account at once one makes a member, and nothing of the others is left', async () => {
  const { kakao } = await setUpLoginStandIns()
  const subject = newSnsSubject()
  const members = async () => (await oneRow<{ count: bigint }>(db(), 'SELECT count(*) FROM members')).count
  const before = await members()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => registerByKakao({ accessToken: kakao.tokenFor(subject), registerWhere })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, json } of answers)
    if (status !== 201) expect({ status, ...json }).toMatchObject({ status: 409, code: 'CONFLICT' })
  expect(await members()).toBe(before + 1n)
})

test('a deleted member’s account is free again: its next login is nobody’s', async () => {
  const { naver } = await setUpLoginStandIns()
  const subject = newSnsSubject()
  const id = await loginIdFrom(registerByNaver({ accessToken: await signSignUpTicket(subject), registerWhere }))
  const { id: memberId } = await storedMember(id)
  await deleteAccount(db(), memberId)
  expect(await snsProviderOfMember(db(), memberId)).toBeNull()
  const body = { code: naver.codeFor(subject), state: 's' }
  expect((await send(naverLoginCall, { body, address: newAddress() })).status).toBe(404)
})

test('switched off, nobody signs up', async () => {
  await saveSettings({ ENABLE_SNS_NAVER: false })
  const { status, json } = await registerByNaver({
    accessToken: await signSignUpTicket(newSnsSubject()),
    registerWhere,
  })
  expect({ status, code: json.code }).toEqual({ status: 409, code: 'CONFLICT' })
})

test('a shop without sign-up sources asks for none here either', async () => {
  await db().rows('DELETE FROM register_wheres')
  const accessToken = await signSignUpTicket(newSnsSubject())
  expect(await loginIdFrom(registerByNaver({ accessToken }))).toMatch(/^naver_/)
})
