import { randomInt } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { firstPasswordLabels } from '#lib/accounts/labels.ts'
import { lastResetTokenSentTo } from '#lib/accounts/testing/links.ts'
import { db } from '#lib/core/db.ts'
import { lastCodeTo } from '#lib/messages/testing/outbox.ts'
import { jsonAnswer } from '#lib/sns/testing/wire.ts'
import { open, waitForText } from '../support/app.ts'
import { expectMessage } from '../support/expect-message.ts'
import { breakCall } from '../support/faults.ts'
import { DESKTOP, expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { openSnsShop, type SnsShop } from '../support/sns-shop.ts'

let shop: SnsShop

beforeAll(async () => {
  shop = await openSnsShop()
  // This file reads verification codes from its shop's outbox, whose messages are encrypted with the shop's secret.
  Object.assign(process.env, { DATABASE_URL: shop.databaseUrl, AUTH_SECRET: shop.env.AUTH_SECRET })
}, 120_000)
afterAll(() => shop?.stop())

const newAccount = () => String(randomInt(1e9, 4e9))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const mainButton = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Presses the login button and waits for the provider's login window. */
async function openWindow(page: Page, name: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await button(page, name).click()
  const popup = await opened
  await button(popup, '동의하고 계속하기').waitFor()
  return popup
}

async function agreeAsAccount(popup: Page, account: string): Promise<void> {
  await popup.getByLabel('계정').fill(account)
  const closed = popup.waitForEvent('close')
  await button(popup, '동의하고 계속하기').click()
  await closed
}

async function enterWithProvider(page: Page, name: string, account: string): Promise<void> {
  await agreeAsAccount(await openWindow(page, name), account)
}

async function finishSignUp(page: Page): Promise<void> {
  await page.getByLabel('가입경로', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('약관 동의', { exact: true }).check()
  await mainButton(page, '회원가입').click()
  await expectMessage(page, 'sns-register.done')
  await page.waitForURL('**/login')
}

test('who is unknown signs up by Naver, then logs in by it, has an id and no password here, and gets one by his mail', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  const account = newAccount()
  await open(page, '/login')
  await enterWithProvider(page, '네이버 로그인', account)
  await page.waitForURL('**/register/naver')
  expect(page.url()).toBe(`${shop.url}/register/naver`)
  await mainButton(page, '회원가입').click()
  await expectMessage(page, 'sns-register.where')
  await page.getByLabel('휴대전화', { exact: true }).fill('010-12')
  await page.getByLabel('가입경로', { exact: true }).selectOption({ index: 1 })
  await mainButton(page, '회원가입').click()
  await waitForText(page, '휴대전화 번호가 올바르지 않습니다')
  await page.getByLabel('휴대전화', { exact: true }).fill('')
  await finishSignUp(page)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('sns')))).toEqual([])

  await waitUntilSettled(page)
  await enterWithProvider(page, '네이버 로그인', account)
  await expectMessage(page, 'sns.done')
  await page.waitForURL('**/order')
  await open(page, '/account')
  const own = page.getByRole('main')
  await own.getByText(/^naver_[a-z0-9]{10}$/).waitFor()
  await own.getByText('네이버 로그인', { exact: true }).waitFor()
  expect(await button(page, '비밀번호 변경').count()).toBe(0)
  await waitForText(page, firstPasswordLabels.noEmail)
  await expectGoodPage(page)

  const loginId = (await own.getByText(/^naver_[a-z0-9]{10}$/).textContent()) ?? ''
  const email = `${loginId}@example.com`
  await db().rows('UPDATE members SET email = $2 WHERE login_id = $1', [loginId, email])
  await open(page, '/account')
  await mainButton(page, firstPasswordLabels.send).click()
  await waitForText(page, firstPasswordLabels.sentTo(email))
  await expectGoodPage(page)
  await open(page, `/reset-password?token=${await lastResetTokenSentTo(email)}`)
  await page.getByLabel('새 비밀번호', { exact: true }).fill('first-pass-1')
  await page.getByLabel('새 비밀번호 확인', { exact: true }).fill('first-pass-1')
  await mainButton(page, '재설정').click()
  await expectMessage(page, 'reset.done')
  await open(page, '/login')
  await page.getByLabel('아이디', { exact: true }).fill(loginId)
  await page.getByLabel('비밀번호', { exact: true }).fill('first-pass-1')
  await mainButton(page, '로그인').click()
  await page.waitForURL('**/order')
})

test('a sign-up begins with the question how: by Kakao, with a proved phone number, or by the general form', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  await shop.set('ENABLE_PHONE_NUMBER', true)
  const account = newAccount()
  const phone = `010${randomInt(1e7, 1e8)}`
  await open(page, '/register')
  expect(await page.getByLabel('아이디', { exact: true }).count()).toBe(0)
  await enterWithProvider(page, '카카오 회원가입', account)
  await page.waitForURL('**/register/kakao')
  await page.getByLabel('가입경로', { exact: true }).selectOption({ index: 1 })
  await mainButton(page, '회원가입').click()
  await expectMessage(page, 'sns-register.not-sent')
  await page.getByLabel('휴대전화', { exact: true }).fill(phone)
  await mainButton(page, '인증번호 전송').click()
  await waitForText(page, '인증번호가 발송되었습니다.')
  expect(await page.getByLabel('휴대전화', { exact: true }).getAttribute('readonly')).not.toBeNull()
  await mainButton(page, '회원가입').click()
  await expectMessage(page, 'sns-register.code')
  await page.getByLabel('휴대전화 인증번호', { exact: true }).fill(await lastCodeTo(phone))
  await expectGoodPage(page)
  await finishSignUp(page)
  await shop.set('ENABLE_PHONE_NUMBER', false)

  await open(page, '/register')
  await page.getByRole('link', { name: '일반 회원가입', exact: true }).click()
  await page.getByLabel('아이디', { exact: true }).waitFor()
  await open(page, '/register')
  await enterWithProvider(page, '카카오 회원가입', account)
  await expectMessage(page, 'sns.done')
  await page.waitForURL('**/order')
})

test('a login goes on to where it was asked for', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  const account = newAccount()
  await open(page, '/login')
  await enterWithProvider(page, '카카오 로그인', account)
  await page.waitForURL('**/register/kakao')
  await finishSignUp(page)
  const again = await openPage({ url: shop.url })
  await open(again, '/login?next=%2Forder%3Fservice%3D3%26amount%3D500')
  await enterWithProvider(again, '카카오 로그인', account)
  await again.waitForURL((url) => url.pathname === '/order' && url.searchParams.get('amount') === '500')
})

test('a window that is refused or closed leaves the login where it was, and it can be tried again', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  await open(page, '/login')
  const refused = await openWindow(page, '네이버 로그인')
  await button(refused, '취소').click()
  await expectMessage(page, 'naver.fault')
  await (await openWindow(page, '카카오 로그인')).close()
  await expectMessage(page, 'kakao.window')
  await enterWithProvider(page, '카카오 로그인', newAccount())
  await page.waitForURL('**/register/kakao')
})

test('where the browser opens no window, the login goes on in the page’s own and leads to where it was asked for', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  const account = newAccount()
  await page.addInitScript(() => {
    window.open = () => null
  })
  const enterInPlace = async () => {
    await button(page, '카카오 로그인').click()
    await page.getByLabel('계정', { exact: true }).fill(account)
    await button(page, '동의하고 계속하기').click()
  }
  await open(page, '/login')
  await enterInPlace()
  await page.waitForURL('**/register/kakao')
  await finishSignUp(page)
  await open(page, '/login?next=%2Forder%3Fservice%3D3%26amount%3D500')
  await enterInPlace()
  await page.waitForURL((url) => url.pathname === '/order' && url.searchParams.get('amount') === '500')
  await page.getByTestId('balance').waitFor()
})

test('a login window that does not know who opened it finishes the login itself, but only one that began here', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  await page.context().addInitScript(() => Object.defineProperty(window, 'opener', { value: null }))
  await open(page, '/login')
  const popup = await openWindow(page, '네이버 로그인')
  await popup.getByLabel('계정').fill(newAccount())
  await button(popup, '동의하고 계속하기').click()
  await popup.waitForURL('**/register/naver')
  const stranger = await openPage({ url: shop.url })
  const calls: string[] = []
  stranger.on('request', (request) => void (request.method() === 'POST' && calls.push(request.url())))
  await stranger.addInitScript(() => localStorage.setItem('sns-started-login', '{"state":"own","next":"/order"}'))
  for (const query of ['?code=a&state=b', '?code=a', '?state=own']) {
    await open(stranger, `/auth/kakao${query}`)
    await waitForText(stranger, '로그인을 마치지 못했어요')
  }
  expect(calls).toEqual([])
})

test('a second press begins anew, for the other provider too, and the first window’s login is forgotten', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  await open(page, '/login')
  const popup = await openWindow(page, '네이버 로그인')
  await button(page, '카카오 로그인').click()
  await popup.getByRole('heading', { name: '카카오 로그인' }).waitFor()
  await agreeAsAccount(popup, newAccount())
  await page.waitForURL('**/register/kakao')
})

test('who steps back from the last page of a sign-up can log in by the other provider', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  await open(page, '/login')
  // Stops the sign-up from loading, so that this page stays. A user's browser would keep the page in its back-forward
  // cache, which is off in this test's browser.
  await page.route('**/register/naver', (route) => route.fulfill({ status: 204 }))
  const left = page.waitForResponse('**/register/naver')
  await enterWithProvider(page, '네이버 로그인', newAccount())
  await left
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await openWindow(page, '카카오 로그인')
})

test('a provider that is down or refuses is told in the contract’s words, a restricted member in ours', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  const account = newAccount()
  await open(page, '/login')
  shop.sns.next('/oauth2.0/token', 'silence')
  await enterWithProvider(page, '네이버 로그인', account)
  await expectMessage(page, 'naver.fault')
  shop.sns.next('/v1/user/access_token_info', jsonAnswer(200, { id: Number(account), expires_in: 1, app_id: 1 }))
  await enterWithProvider(page, '카카오 로그인', account)
  await expectMessage(page, 'kakao.fault')
  await enterWithProvider(page, '카카오 로그인', account)
  await page.waitForURL('**/register/kakao')
  await finishSignUp(page)
  await shop.sql(
    "UPDATE members SET restriction = 'BANNED', restriction_reason = '부정 충전' WHERE id = (SELECT member_id FROM sns_links WHERE subject = $1)",
    [account],
  )
  await waitUntilSettled(page)
  await enterWithProvider(page, '카카오 로그인', account)
  await expectMessage(page, 'sns.server')
  await page.getByRole('definition').getByText('부정 충전').waitFor()
})

test('messages of another origin, of another state or of another source are not heard', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  const calls: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && calls.push(request.url())))
  await open(page, '/login')
  const popup = await openWindow(page, '네이버 로그인')
  const state = new URL(popup.url()).searchParams.get('state')
  expect(state).toMatch(/^[0-9a-f-]{36}$/)
  // The login window knows the state, but at this point it is at the provider's address, so its messages don't come
  // from the shop's origin.
  await popup.evaluate(
    (own) => window.opener.postMessage({ source: 'naver-auth', code: 'forged', state: own }, '*'),
    state,
  )
  await page.evaluate((own) => {
    const forged = [
      { source: 'naver-auth', code: 'forged', state: 'guessed' },
      { source: 'naver-auth', code: 'forged' },
      { source: 'kakao-auth', code: 'forged', state: own },
    ]
    for (const message of forged) window.postMessage(message, location.origin)
    return new Promise((done) => setTimeout(done, 300))
  }, state)
  expect(calls).toEqual([])
  await agreeAsAccount(popup, newAccount())
  await page.waitForURL('**/register/naver')
  expect(calls).toEqual([`${shop.url}/auth/login/naver`])
})

test('the last page of a sign-up is for whom a login brought there; a used-up proof says so', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  for (const path of ['/register/naver', '/register/kakao']) {
    await page.goto(path)
    await page.waitForURL('**/login')
  }
  await page.evaluate(() => sessionStorage.setItem('sns-token:naver', 'a.used.ticket'))
  await open(page, '/register/naver')
  await page.getByLabel('가입경로', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('약관 동의', { exact: true }).check()
  await mainButton(page, '회원가입').click()
  await expectMessage(page, 'sns-register.server')
  await breakCall(page, '/auth/register/naver', 'fault')
  await mainButton(page, '회원가입').click()
  await expectMessage(page, 'sns-register.fault')
})

test('a callback page that nobody opened shows the way to the login, and only it lets its opener be', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  for (const [path, policy] of [
    ['/auth/naver?code=a&state=b', 'unsafe-none'],
    ['/auth/kakao', 'unsafe-none'],
    ['/login', 'same-origin-allow-popups'],
  ] as const) {
    const answer = await page.request.get(path)
    expect([path, answer.status(), answer.headers()['cross-origin-opener-policy']]).toEqual([path, 200, policy])
  }
  await open(page, '/auth/naver?code=a&state=b')
  await waitForText(page, '로그인을 마치지 못했어요')
  await expectGoodPage(page)
})

test('with SNS logins switched off there is no button for them, no question and no last page of a sign-up', async ({
  page,
}) => {
  await open(page, '/login')
  expect(await page.getByRole('button', { name: /네이버|카카오/ }).count()).toBe(0)
  await open(page, '/register')
  await page.getByLabel('아이디', { exact: true }).waitFor()
  for (const path of ['/register/naver', '/register/kakao'])
    expect((await page.request.get(path, { maxRedirects: 0 })).headers().location).toBe('/login')
})

const looks = [PHONE, DESKTOP].flatMap((viewport) => (['light', 'dark'] as const).map((theme) => ({ viewport, theme })))

test.for(looks)(
  'login, choice and sign-up are accessible and fit: $viewport.width $theme',
  async (look, { openPage }) => {
    const page = await openPage({ ...look, url: shop.url })
    for (const path of ['/login', '/register', '/register?kind=general']) {
      await open(page, path)
      await expectGoodPage(page)
    }
    await page.evaluate(() => sessionStorage.setItem('sns-token:kakao', 'a-token'))
    await open(page, '/register/kakao')
    await page.getByLabel('가입경로', { exact: true }).waitFor()
    await expectGoodPage(page)
  },
)
