import { beforeAll, expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { newAddress, send } from '#lib/web/testing/caller.ts'
import { naverLoginCall } from './calls.ts'
import { readSignUpTicket } from './sign-ticket.ts'
import type { LoginStandIns } from './testing/login-stand-ins.ts'
import { makeSnsMember, newSnsSubject, setUpLoginStandIns, withShortTimeout } from './testing/sns.ts'
import { type Answer, htmlAnswer, jsonAnswer } from './testing/wire.ts'

let standIns: LoginStandIns

beforeAll(async () => {
  standIns = await setUpLoginStandIns()
  return () => standIns.stop()
})

const logIn = (body: unknown) => send(naverLoginCall, { body, address: newAddress() })
const logInWithCode = (subject: string) =>
  logIn({ code: standIns.naver.codeFor(subject), state: 'state-of-this-login' })

const loginFailedMessage = '네이버 로그인에 실패했습니다'
const anyToken = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)

test('a code of a member’s account is a session, in the answer and in the cookie, and ends guest mode', async () => {
  const { subject } = await makeSnsMember('NAVER')
  const { status, json: body, headers } = await logInWithCode(subject)
  expect({ status, body }).toEqual({ status: 200, body: { accessToken: anyToken } })
  expect(headers['set-cookie']).toEqual([
    expect.stringContaining(`token=${body.accessToken}; Path=/; HttpOnly`),
    expect.stringMatching(/^guest=;.*Max-Age=0/),
    expect.stringMatching(/^device=\w{32};/),
  ])
})

test('the code is exchanged with the state it came with and the redirect_uri of the settings', async () => {
  const { subject } = await makeSnsMember('NAVER')
  await saveSettings({ SNS_NAVER_STATE: 'state-of-the-settings' })
  await logIn({ code: standIns.naver.codeFor(subject), state: 'state-of-this-login' })
  await logIn({ code: standIns.naver.codeFor(subject) })
  const exchanges = standIns.received.filter(({ path }) => path === '/oauth2.0/token').slice(-2)
  expect(exchanges.map(({ fields }) => fields.get('state'))).toEqual(['state-of-this-login', 'state-of-the-settings'])
  expect(exchanges[0]?.fields.get('redirect_uri')).toBe(standIns.naver.app.redirectUri)
  await saveSettings({ SNS_NAVER_STATE: '' })
})

test('an account nobody has here is a 404 with a ticket, and Naver’s own token stays on the server', async () => {
  const subject = newSnsSubject()
  const { status, json: body } = await logInWithCode(subject)
  expect({ status, body }).toEqual({
    status: 404,
    body: { message: '가입되지 않은 네이버 계정이에요.', code: 'NOT_FOUND', accessToken: anyToken },
  })
  expect(standIns.naver.tokens.has(body.accessToken)).toBe(false)
  expect(await readSignUpTicket(body.accessToken)).toMatchObject({ subject })
})

test.each(['SUSPENDED', 'BANNED'] as const)('a %s member is told so', async (restriction) => {
  const { subject } = await makeSnsMember('NAVER', { restriction })
  const { status, json: body } = await logInWithCode(subject)
  expect({ status, body }).toMatchObject({
    status: 403,
    body: { message: '이용이 제한된 계정입니다.', code: 'RESTRICTED', level: expect.any(String) },
  })
})

test('another provider’s account of the same number is another one', async () => {
  const { subject } = await makeSnsMember('KAKAO')
  expect((await logInWithCode(subject)).status).toBe(404)
})

test('a code works once', async () => {
  const { subject } = await makeSnsMember('NAVER')
  const body = { code: standIns.naver.codeFor(subject), state: 'state' }
  expect((await logIn(body)).status).toBe(200)
  const again = await logIn(body)
  expect({ status: again.status, message: again.json.message }).toEqual({ status: 400, message: loginFailedMessage })
})

test.each([
  [{}],
  [{ code: '' }],
  [{ code: null }],
  [{ code: 'unknown', state: 's' }],
  [{ code: 'a\nb' }],
  [{ code: '가' }],
])('what is no code, %j, is refused as bad input', async (body) => {
  const { status, json: answer } = await logIn(body)
  expect({ status, ...answer }).toEqual({
    status: 400,
    message: loginFailedMessage,
    code: 'BAD_INPUT',
    issues: [{ path: '', message: loginFailedMessage }],
  })
})

const faults: [what: string, path: '/oauth2.0/token' | '/v1/nid/me', answer: Answer, status: number][] = [
  ['is down', '/oauth2.0/token', jsonAnswer(503, {}), 424],
  ['is in repair and says so in HTML', '/oauth2.0/token', htmlAnswer(200, '점검 중'), 424],
  ['is too busy', '/oauth2.0/token', jsonAnswer(429, { errorMessage: 'quota' }), 424],
  ['stays silent', '/oauth2.0/token', 'silence', 424],
  ['hangs up in the middle', '/oauth2.0/token', 'hang up', 424],
  ['answers a list', '/oauth2.0/token', jsonAnswer(200, []), 424],
  ['answers null', '/oauth2.0/token', jsonAnswer(200, null), 424],
  ['gives a token that is none', '/oauth2.0/token', jsonAnswer(200, { access_token: 'two\nlines' }), 424],
  ['gives a token that is a number', '/oauth2.0/token', jsonAnswer(200, { access_token: 1 }), 424],
  ['sends us elsewhere', '/oauth2.0/token', { status: 302, type: 'text/plain', body: '', location: '/elsewhere' }, 424],
  ['answers more than anybody reads', '/oauth2.0/token', jsonAnswer(200, { access_token: 'x'.repeat(70_000) }), 424],
  [
    'does not know our client',
    '/oauth2.0/token',
    jsonAnswer(200, { error: 'invalid_request', error_description: 'wrong client id / client secret pair' }),
    424,
  ],
  [
    'refuses the code',
    '/oauth2.0/token',
    jsonAnswer(200, { error: 'invalid_request', error_description: 'no valid data in session' }),
    400,
  ],
  ['refuses the code with a 400', '/oauth2.0/token', jsonAnswer(400, { error: 'invalid_grant' }), 400],
  ['refuses the token', '/v1/nid/me', jsonAnswer(401, { resultcode: '024', message: 'Authentication failed' }), 400],
  [
    'refuses the token with a 200',
    '/v1/nid/me',
    jsonAnswer(200, { resultcode: '024', message: 'Authentication failed' }),
    400,
  ],
  ['forbids the call', '/v1/nid/me', jsonAnswer(403, { resultcode: '403', message: 'Forbidden' }), 424],
  ['fails to find the person', '/v1/nid/me', jsonAnswer(500, { resultcode: '500', message: 'Internal' }), 424],
  ['tells no id', '/v1/nid/me', jsonAnswer(200, { resultcode: '00', message: 'success', response: {} }), 424],
  [
    'tells an empty id',
    '/v1/nid/me',
    jsonAnswer(200, { resultcode: '00', message: 'success', response: { id: '' } }),
    424,
  ],
  ['stays silent about the person', '/v1/nid/me', 'silence', 424],
]

test.each(faults)(
  'when Naver %s, the login fails with the contract’s sentence and no 5xx',
  async (_, path, answer, status) => {
    const { subject } = await makeSnsMember('NAVER')
    standIns.next(path, answer)
    const attempt = () => logInWithCode(subject)
    const refused = await (answer === 'silence' ? withShortTimeout(attempt) : attempt())
    expect({ status: refused.status, message: refused.json.message }).toEqual({ status, message: loginFailedMessage })
    expect((await attempt()).status).toBe(200)
  },
)

test('a Naver that can’t be reached at all fails the same way', async () => {
  const { NAVER_LOGIN_URL } = env()
  env().NAVER_LOGIN_URL = 'http://127.0.0.1:1'
  const { status, json: body } = await logInWithCode(newSnsSubject())
  env().NAVER_LOGIN_URL = NAVER_LOGIN_URL
  expect({ status, body }).toEqual({ status: 424, body: { message: loginFailedMessage, code: 'UPSTREAM_FAILED' } })
})

test('switched off it asks nobody and refuses, whatever the code', async () => {
  await saveSettings({ ENABLE_SNS_NAVER: false })
  const asked = standIns.received.length
  const { subject } = await makeSnsMember('NAVER')
  const { status, json: body } = await logInWithCode(subject)
  expect({ status, body }).toEqual({
    status: 409,
    body: { message: '네이버 로그인은 지금 사용할 수 없어요.', code: 'CONFLICT' },
  })
  expect(standIns.received.length).toBe(asked)
  await saveSettings({ ENABLE_SNS_NAVER: true })
})

test('while Naver is silent, so many logins wait for it and the next is told to come back', async () => {
  const crowd = Array.from({ length: 40 }, (_, at) => ({ code: `code-${at}`, state: 's' }))
  for (const _ of crowd) standIns.next('/oauth2.0/token', 'silence')
  const answers = await withShortTimeout(() => Promise.all(crowd.map(logIn)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 424)).toHaveLength(32)
  expect(refused).toHaveLength(8)
  for (const { headers } of refused) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
})
