import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { settings } from '#lib/settings/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import { checkSnsLoginCall } from './calls.ts'
import { snsLoginOptions, snsLoginStates } from './queries.ts'
import { setUpLoginStandIns, withShortTimeout } from './testing/sns.ts'
import { jsonAnswer } from './testing/wire.ts'

const manager = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')
const sns = await setUpLoginStandIns()
const originalEnv = { ...env() }

beforeEach(async () => {
  Object.assign(env(), originalEnv)
  await setUpLoginStandIns()
})
afterEach(() => Object.assign(env(), originalEnv))

const shownButtons = async () => snsLoginOptions(await settings(db())).map(({ provider }) => provider)
const gapsOf = async (provider: 'NAVER' | 'KAKAO') => snsLoginStates(await settings(db()))[provider].gaps
const check = async (provider: unknown) =>
  (await send(checkSnsLoginCall, { headers: manager.headers, body: { provider } })).json

test('a button shows only while its setting is on and its keys are there', async () => {
  expect(await shownButtons()).toEqual(['NAVER', 'KAKAO'])
  await saveSettings({ ENABLE_SNS_NAVER: false })
  expect(await shownButtons()).toEqual(['KAKAO'])
  await saveSettings({ ENABLE_SNS_NAVER: true, SNS_NAVER_CLIENT_ID: '', SNS_KAKAO_TOKEN: '' })
  expect(await shownButtons()).toEqual([])
  expect([await gapsOf('NAVER'), await gapsOf('KAKAO')]).toEqual([['NAVER_CLIENT_ID'], ['KAKAO_KEY']])
})

test.each([
  ['NAVER', { NAVER_CLIENT_SECRET: '' }, 'NAVER_CLIENT_SECRET'],
  ['KAKAO', { KAKAO_APP_ID: '' }, 'KAKAO_APP_ID'],
] as const)('a key of %s that the server lacks hides the button and is named: %j', async (provider, lacking, gap) => {
  Object.assign(env(), lacking)
  expect(await gapsOf(provider)).toEqual([gap])
  expect(await shownButtons()).not.toContain(provider)
  expect(await check(provider)).toMatchObject({ works: false, message: '빠진 항목이 있어요. 먼저 채워 주세요.' })
})

test.each([
  { SNS_NAVER_CLIENT_ID: 'two words' },
  { SNS_NAVER_REDIRECT_URL: 'https://other.example/auth/naver' },
  { SNS_NAVER_REDIRECT_URL: 'http://127.0.0.1:3000/elsewhere' },
])('keys that can’t work hide the button: %j', async (wrong) => {
  await saveSettings(wrong)
  expect(await shownButtons()).toEqual(['KAKAO'])
})

test('the check asks the provider, who knows the keys or not', async () => {
  for (const provider of ['NAVER', 'KAKAO']) expect(await check(provider)).toMatchObject({ provider, works: true })
  await saveSettings({ SNS_NAVER_CLIENT_ID: 'nobodys-id', SNS_KAKAO_TOKEN: 'nobodys-key' })
  for (const provider of ['NAVER', 'KAKAO'])
    expect(await check(provider)).toMatchObject({
      works: false,
      message: expect.stringContaining('받아들이지 않았어요'),
    })
})

test('a provider that is down, slow or answers nonsense is no verdict on the keys', async () => {
  sns.next('/oauth/token', jsonAnswer(503, {}))
  expect((await check('KAKAO')).message).toBe('카카오에 연결하지 못했어요. 잠시 후 다시 확인해 주세요.')
  sns.next('/oauth2.0/token', 'silence')
  const slow = await withShortTimeout(() => check('NAVER'))
  expect(slow.message).toBe('네이버에 연결하지 못했어요. 잠시 후 다시 확인해 주세요.')
  sns.next('/oauth/token', jsonAnswer(200, { access_token: 'a-token' }))
  expect(await check('KAKAO')).toMatchObject({ works: false })
})

test('an unknown provider can’t be asked', async () => {
  expect((await check('GOOGLE')).code).toBe('BAD_INPUT')
})
