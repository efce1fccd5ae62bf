import { afterEach, expect, test, vi } from 'vitest'
import { issueApiKeyCall } from '#lib/api-keys/calls.ts'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { requestCashRefundCall } from '#lib/charges/calls.ts'
import { makeCashRefundInput, makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import type { Call } from '#lib/core/call.ts'
import { clock, minutesInMs, timeAfter } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { TEST_PASSWORD } from '#lib/members/testing/members.ts'
import { makeSnsMember, newSnsSubject, setUpLoginStandIns } from '#lib/sns/testing/sns.ts'
import { type Headers, newAddress, type SignedIn, send, signedIn, signIn } from '#lib/web/testing/caller.ts'
import { renewWebhookSecretCall, setWebhookCall } from '#lib/webhooks/calls.ts'
import { changePasswordCall, deleteAccountCall, profileCall, reauthCall } from './calls.ts'

afterEach(() => {
  vi.restoreAllMocks()
  env().DEMO = false
})

const sendReauth = (by: SignedIn, body: unknown, address = newAddress()) =>
  send(reauthCall, { headers: by.headers, body, address })

/** Re-authenticates this session. Returns its headers with the token in `x-reauth`. */
async function reauthHeadersOf(by: SignedIn): Promise<Headers> {
  const { json } = await sendReauth(by, { password: TEST_PASSWORD })
  return { ...by.headers, 'x-reauth': json.token }
}

const webhookBody = { url: 'https://reseller.example.com/hook', enabled: true }

const guardedCalls: readonly (readonly [Call, unknown?])[] = [
  [issueApiKeyCall],
  [setWebhookCall, webhookBody],
  [renewWebhookSecretCall, { overlapHours: 24 }],
  [deleteAccountCall],
]

const reauthRequired = { status: 403, json: { code: 'REAUTH_REQUIRED', message: '비밀번호를 다시 확인해 주세요.' } }

test('a session alone neither makes or renews a key, nor changes the webhook, nor deletes the account', async () => {
  const member = await signedIn()
  for (const [call, body] of guardedCalls)
    expect(await send(call, { headers: member.headers, body })).toMatchObject(reauthRequired)
  const headers = await reauthHeadersOf(member)
  for (const [call, body] of guardedCalls) expect((await send(call, { headers, body })).status).toBe(200)
})

test('a session of more than an hour alone has no money paid out to an account', async () => {
  const member = await signedIn()
  await makeCreditedCharge(member.id)
  const body = makeCashRefundInput(5_000)
  await db().rows("UPDATE sessions SET created_at = now() - interval '61 minutes' WHERE member_id = $1", [member.id])
  expect(await send(requestCashRefundCall, { headers: member.headers, body })).toMatchObject(reauthRequired)
  expect((await send(requestCashRefundCall, { headers: await reauthHeadersOf(member), body })).status).toBe(201)
})

test('who has logged in within the last hour asks for a refund without a further proof', async () => {
  const member = await signedIn()
  await makeCreditedCharge(member.id)
  await db().rows("UPDATE sessions SET created_at = now() - interval '59 minutes' WHERE member_id = $1", [member.id])
  expect(
    (await send(requestCashRefundCall, { headers: member.headers, body: makeCashRefundInput(5_000) })).status,
  ).toBe(201)
})

test('the profile shows the api-key masked, and whole to who has just proved who he is', async () => {
  const member = await signedIn()
  const key = await issueApiKey(db(), member.id)
  const keyShown = async (headers: Headers) => (await send(profileCall, { headers })).json.apiKey
  const masked = `sk_live_••••••••••${key.slice(-4)}`
  expect(await keyShown(member.headers)).toBe(masked)
  expect(await keyShown({ ...member.headers, 'x-reauth': 'a.b.c' })).toBe(masked)
  expect(await keyShown(await reauthHeadersOf(member))).toBe(key)
})

test('in the demo nobody is asked, and the key is shown whole', async () => {
  env().DEMO = true
  const member = await signedIn()
  const { json } = await send(issueApiKeyCall, { headers: member.headers })
  expect((await send(profileCall, { headers: member.headers })).json.apiKey).toBe(json.apiKey)
  expect((await send(deleteAccountCall, { headers: member.headers })).status).toBe(200)
})

test('a proof is good for five minutes, in its own session, for its own member', async () => {
  const member = await signedIn()
  const headers = await reauthHeadersOf(member)
  const issue = (by: Headers) => send(issueApiKeyCall, { headers: by })
  const elsewhere = await signIn(member)
  const other = await signedIn()
  for (const { headers: foreign } of [elsewhere, other])
    expect(await issue({ ...headers, ...foreign })).toMatchObject(reauthRequired)
  expect((await issue(headers)).status).toBe(200)
  const at = timeAfter(new Date(), minutesInMs(5.1))
  vi.spyOn(clock, 'now').mockReturnValue(at)
  expect(await issue(headers)).toMatchObject(reauthRequired)
})

test('a proof of identity becomes invalid when the password changes', async () => {
  const member = await signedIn()
  const headers = await reauthHeadersOf(member)
  const body = { currentPassword: TEST_PASSWORD, newPassword: 'another-password' }
  expect((await send(changePasswordCall, { headers, body })).status).toBe(200)
  expect((await send(issueApiKeyCall, { headers })).status).toBe(401)
  expect(await send(issueApiKeyCall, { headers: { ...headers, ...(await signIn(member)).headers } })).toMatchObject(
    reauthRequired,
  )
})

test('a stolen session guesses the password ten times, from however many addresses', async () => {
  const member = await signedIn()
  for (let tries = 0; tries < 10; tries++)
    expect((await sendReauth(member, { password: 'wrong-password' })).status).toBe(409)
  const { status, headers } = await sendReauth(member, { password: TEST_PASSWORD })
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(800)
  const elsewhere = await signIn(member)
  expect((await sendReauth(elsewhere, { password: TEST_PASSWORD })).status).toBe(200)
})

test('a right password clears the wrong ones of its session, and of no other', async () => {
  const member = await signedIn()
  const elsewhere = await signIn(member)
  const tryTimes = async (by: SignedIn, times: number) => {
    for (let tries = 0; tries < times; tries++)
      expect((await sendReauth(by, { password: 'wrong-password' })).status).toBe(409)
  }
  await tryTimes(elsewhere, 9)
  await tryTimes(member, 9)
  expect((await sendReauth(member, { password: TEST_PASSWORD })).status).toBe(200)
  await tryTimes(member, 9)
  expect((await sendReauth(member, { password: TEST_PASSWORD })).status).toBe(200)
  await tryTimes(elsewhere, 1)
  expect((await sendReauth(elsewhere, { password: TEST_PASSWORD })).status).toBe(429)
})

test('guesses of one member count together, whichever sessions they come from, and at a password change too', async () => {
  const member = await signedIn()
  for (let tries = 0; tries < 20; tries++) {
    const by = tries % 8 === 0 ? await signIn(member) : member
    const body = { currentPassword: 'wrong-password', newPassword: 'another-password' }
    const headers = (tries % 2 ? by : await signIn(member)).headers
    const answer = await send(changePasswordCall, { headers, body, address: newAddress() })
    expect(answer.status).toBe(409)
  }
  expect((await sendReauth(await signIn(member), { password: TEST_PASSWORD })).status).toBe(429)
})

test('thirty guesses at once are no more than ten tries', async () => {
  const member = await signedIn()
  const guesses = Array.from({ length: 30 }, () => sendReauth(member, { password: 'wrong-password' }))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(10)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20)
})

test('who signs in by Naver or Kakao proves it by a new login there, by the same account', async () => {
  const { naver, kakao } = await setUpLoginStandIns()
  for (const [provider, name, server] of [
    ['NAVER', 'naver', naver],
    ['KAKAO', 'kakao', kakao],
  ] as const) {
    const { subject, ...member } = await makeSnsMember(provider)
    await db().rows('UPDATE members SET password_hash = NULL WHERE id = $1', [member.id])
    const by = await signIn(member)
    const state = 'of this login'.replaceAll(' ', '-')
    const bring = (whose: string) => sendReauth(by, { [name]: { code: server.codeFor(whose), state } })
    const stranger = { status: 409, json: { code: 'CONFLICT' } }
    expect(await bring(newSnsSubject())).toMatchObject(stranger)
    const { subject: colleague } = await makeSnsMember(provider)
    expect(await bring(colleague)).toMatchObject(stranger)
    const { status, json } = await bring(subject)
    expect(status).toBe(200)
    const headers = { ...by.headers, 'x-reauth': json.token }
    expect((await send(issueApiKeyCall, { headers })).status).toBe(200)
    expect((await sendReauth(by, { [name]: { code: 'made-up', state } })).status).toBe(400)
    expect((await sendReauth(by, { password: TEST_PASSWORD })).status).toBe(409)
  }
})

test('an authorization code works once, and an access token from a login isn’t accepted', async () => {
  const { kakao } = await setUpLoginStandIns()
  const { subject, ...member } = await makeSnsMember('KAKAO')
  const by = await signIn(member)
  const code = kakao.codeFor(subject)
  expect((await sendReauth(by, { kakao: { code } })).status).toBe(200)
  expect((await sendReauth(by, { kakao: { code } })).status).toBe(400)
  expect((await sendReauth(by, { kakao: { accessToken: kakao.tokenFor(subject) } })).status).toBe(400)
})
