import { beforeAll, expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { newAddress, send } from '#lib/web/testing/caller.ts'
import { kakaoLoginCall } from './calls.ts'
import type { LoginStandIns } from './testing/login-stand-ins.ts'
import { makeSnsMember, newSnsSubject, setUpLoginStandIns, withShortTimeout } from './testing/sns.ts'
import { type Answer, htmlAnswer, jsonAnswer } from './testing/wire.ts'

let standIns: LoginStandIns

beforeAll(async () => {
  standIns = await setUpLoginStandIns()
  return () => standIns.stop()
})

const logIn = (body: unknown) => send(kakaoLoginCall, { body, address: newAddress() })
const logInWithToken = (subject: string) => logIn({ accessToken: standIns.kakao.tokenFor(subject) })

const loginFailedMessage = '카카오 로그인에 실패했습니다'
const sessionAnswer = { accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) }

test('a token of ours opens a session for the member it belongs to', async () => {
  const { subject } = await makeSnsMember('KAKAO')
  const { status, json: body } = await logInWithToken(subject)
  expect({ status, body }).toEqual({ status: 200, body: sessionAnswer })
})

test('the code of our own popup does too, with the secret and the redirect_uri it was asked for with', async () => {
  const { subject } = await makeSnsMember('KAKAO')
  const { status, json: body } = await logIn({ code: standIns.kakao.codeFor(subject) })
  expect({ status, body }).toEqual({ status: 200, body: sessionAnswer })
  const fields = standIns.received.findLast(({ path }) => path === '/oauth/token')?.fields
  expect(fields?.get('redirect_uri')).toBe('http://127.0.0.1:3000/auth/kakao')
})

test('a token that was made for another application opens nothing, though its holder is a member', async () => {
  const { subject } = await makeSnsMember('KAKAO')
  const { status, json: body } = await logIn({ accessToken: standIns.kakao.tokenFor(subject, 7_654_321) })
  expect({ status, message: body.message }).toEqual({ status: 400, message: loginFailedMessage })
})

test('without the number of our application no token opens anything', async () => {
  const { subject } = await makeSnsMember('KAKAO')
  const { KAKAO_APP_ID } = env()
  env().KAKAO_APP_ID = ''
  expect((await logInWithToken(subject)).status).toBe(424)
  env().KAKAO_APP_ID = KAKAO_APP_ID
})

test('an account nobody has here is a 404 with the very token that was sent', async () => {
  const accessToken = standIns.kakao.tokenFor(newSnsSubject())
  const { status, json: body } = await logIn({ accessToken })
  expect({ status, body }).toEqual({
    status: 404,
    body: { message: '가입되지 않은 카카오 계정이에요.', code: 'NOT_FOUND', accessToken },
  })
})

test('or with the token of the code', async () => {
  const { status, json: body } = await logIn({ code: standIns.kakao.codeFor(newSnsSubject()) })
  expect(status).toBe(404)
  expect(standIns.kakao.tokens.has(body.accessToken)).toBe(true)
})

test.each(['SUSPENDED', 'BANNED'] as const)('a %s member is told so', async (restriction) => {
  const { subject } = await makeSnsMember('KAKAO', { restriction })
  expect((await logInWithToken(subject)).json).toMatchObject({
    message: '이용이 제한된 계정입니다.',
    code: 'RESTRICTED',
    level: expect.any(String),
  })
})

test.each([
  [{}],
  [{ accessToken: '', code: '' }],
  [{ accessToken: 'unknown' }],
  [{ accessToken: 'a b' }],
  [{ accessToken: 'a\r\nhost: evil.example' }],
  [{ accessToken: 'x'.repeat(5_000) }],
  [{ code: 'unknown' }],
])('what is neither a token nor a code is refused as bad input', async (body) => {
  const { status, json: answer } = await logIn(body)
  expect({ status, ...answer }).toEqual({
    status: 400,
    message: loginFailedMessage,
    code: 'BAD_INPUT',
    issues: [{ path: '', message: loginFailedMessage }],
  })
})

type Path = '/oauth/token' | '/v1/user/access_token_info' | '/v2/user/me'

const tokenInfoPath = '/v1/user/access_token_info'
const personPath = '/v2/user/me'

const faults: [what: string, path: Path, answer: Answer, status: number][] = [
  ['is down', '/oauth/token', jsonAnswer(500, { error: 'server_error' }), 424],
  ['stays silent', '/oauth/token', 'silence', 424],
  ['does not know our client', '/oauth/token', jsonAnswer(401, { error: 'invalid_client', error_code: 'KOE010' }), 424],
  [
    'knows another redirect_uri',
    '/oauth/token',
    jsonAnswer(400, { error: 'invalid_grant', error_code: 'KOE303' }),
    424,
  ],
  ['answers without a token', '/oauth/token', jsonAnswer(200, { token_type: 'bearer' }), 424],
  ['has a fault of its own', tokenInfoPath, jsonAnswer(400, { msg: 'internal error', code: -1 }), 424],
  ['is in repair', tokenInfoPath, htmlAnswer(503, '점검 중'), 424],
  ['hangs up', tokenInfoPath, 'hang up', 424],
  ['tells no application', tokenInfoPath, jsonAnswer(200, { id: 1, expires_in: 1 }), 424],
  ['tells an id that no number holds', tokenInfoPath, jsonAnswer(200, { id: 2 ** 60, app_id: 1_234_567 }), 424],
  [
    'has let the token expire',
    tokenInfoPath,
    jsonAnswer(401, { msg: 'this access token is already expired', code: -401 }),
    400,
  ],
  [
    'finds no token',
    tokenInfoPath,
    jsonAnswer(400, { msg: 'access token should not be null or empty', code: -2 }),
    400,
  ],
  ['stays silent about the person', personPath, 'silence', 424],
  ['tells another person', personPath, jsonAnswer(200, { id: 99 }), 424],
  ['tells an id in words', personPath, jsonAnswer(200, { id: 'one' }), 424],
  ['knows the person no more', personPath, jsonAnswer(400, { msg: 'NotRegisteredUserException', code: -101 }), 400],
]

test.each(faults)(
  'when Kakao %s, the login fails with the contract’s sentence and no 5xx',
  async (_, path, answer, status) => {
    const { subject } = await makeSnsMember('KAKAO')
    const attempt = () => logIn({ code: standIns.kakao.codeFor(subject) })
    standIns.next(path, answer)
    const refused = await (answer === 'silence' ? withShortTimeout(attempt) : attempt())
    expect({ status: refused.status, message: refused.json.message }).toEqual({ status, message: loginFailedMessage })
    expect((await attempt()).status).toBe(200)
  },
)

test('switched off it asks nobody and refuses, whatever the token', async () => {
  await saveSettings({ ENABLE_SNS_KAKAO: false })
  const asked = standIns.received.length
  const { subject } = await makeSnsMember('KAKAO')
  const { status, json: body } = await logInWithToken(subject)
  expect({ status, message: body.message }).toEqual({
    status: 409,
    message: '카카오 로그인은 지금 사용할 수 없어요.',
  })
  expect(standIns.received.length).toBe(asked)
})
