import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { demoMember, logIn, newPerson, open, waitForText } from '../support/app.ts'
import { DESKTOP, expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { queryShopRows } from '../support/shop-rows.ts'

// Uses a shop of its own, because the settings changed here would disturb the other journeys.
let shop: OtherShop

beforeAll(async () => {
  shop = await openOtherShop('staff_settings', {})
}, 120_000)
afterAll(() => shop?.stop())

const sql = (text: string, values: unknown[] = []) => queryShopRows(shop.databaseUrl, text, values)

const setSetting = (key: string, value: unknown) =>
  sql('INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value', [
    key,
    JSON.stringify(value),
  ])

const enterAsGuest = (page: Page) => page.context().addCookies([{ name: 'guest', value: '1', url: shop.url }])

/**
 * Reloads a page until a saved change is visible, which takes at most a second in every process
 * (docs/contract.md#settings).
 */
const waitForChange = (page: Page, path: string, seen: () => Promise<unknown>) =>
  expect.poll(() => open(page, path).then(seen), { timeout: 20_000 })

const popupDialog = (page: Page) => page.getByRole('dialog', { name: '팝업 안내' })

test('a popup is shown until it is closed, or hidden for this day and this popup alone', { timeout: 120_000 }, async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  await sql(
    "UPDATE popups SET enabled = true; INSERT INTO popups (enabled, image_url) SELECT true, '/popup-welcome.png' WHERE (SELECT count(*) FROM popups) = 1",
  )
  await waitForChange(page, '/order', () => popupDialog(page).getByRole('region').count()).toBe(2)
  const first = popupDialog(page).getByRole('region', { name: '팝업 1' })
  for (const [viewportWidth, width] of [
    [879, 300],
    [880, 440],
    [DESKTOP.width, 440],
  ] as const) {
    await page.setViewportSize({ ...DESKTOP, width: viewportWidth })
    expect((await first.boundingBox())?.width).toBe(width)
  }
  await expectGoodPage(page)
  await first.getByRole('button', { name: '오늘 하루 보지 않기' }).click()
  await popupDialog(page).getByRole('button', { name: '닫기' }).click()
  await popupDialog(page).waitFor({ state: 'hidden' })
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('popup-hidden') ?? ''))
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
  expect(stored).toEqual([{ popupId: '1', date: today }])
  await open(page, '/order')
  expect(await popupDialog(page).getByRole('region').count()).toBe(1)
  await page.evaluate(() => localStorage.setItem('popup-hidden', '[{"popupId":"1","date":"20200101"}]'))
  await open(page, '/order')
  expect(await popupDialog(page).getByRole('region').count()).toBe(2)
  await sql('UPDATE popups SET enabled = false')
  await waitForChange(page, '/order', () => popupDialog(page).count()).toBe(0)
})

test('a popup that was closed stays closed when an order refreshes its page', { timeout: 120_000 }, async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  await logIn(page, demoMember)
  const [service] = await sql("SELECT id, min FROM services WHERE NOT is_read_only AND type = 'Default' LIMIT 1")
  await sql('UPDATE popups SET enabled = true')
  await waitForChange(page, `/order?service=${service?.id}`, () => popupDialog(page).count()).toBe(1)
  await page.keyboard.press('Escape')
  await popupDialog(page).waitFor({ state: 'hidden' })
  await page.getByLabel('링크', { exact: true }).fill('https://www.instagram.com/popup.closed/')
  await page.getByLabel('수량', { exact: true }).fill(String(service?.min))
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByRole('region', { name: '주문 완료' }).waitFor()
  await waitUntilSettled(page)
  expect(await popupDialog(page).count()).toBe(0)
  await sql('UPDATE popups SET enabled = false')
  await waitForChange(page, '/order', () => popupDialog(page).count()).toBe(0)
})

test('on a phone a popup is 300px wide', async ({ openPage }) => {
  await sql('UPDATE popups SET enabled = true')
  const phone = await openPage({ url: shop.url, viewport: PHONE })
  await waitForChange(phone, '/order', () => popupDialog(phone).getByRole('region').count()).toBe(2)
  expect((await popupDialog(phone).getByRole('region').first().boundingBox())?.width).toBe(300)
  await expectGoodPage(phone)
  await sql('UPDATE popups SET enabled = false')
  await waitForChange(phone, '/order', () => popupDialog(phone).count()).toBe(0)
})

test('the longest name of a shop is cut, so that the bar stays 60px high on phones and at 1280px', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url, viewport: PHONE })
  await enterAsGuest(page)
  const name = '가나다라마바사아자차'.repeat(10)
  await setSetting('FOOTER_COMPANY', name)
  const link = page.getByRole('banner').getByRole('link', { name })
  await waitForChange(page, '/order', () => link.count()).toBe(1)
  await expectGoodPage(page)
  for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
    await page.setViewportSize(viewport)
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(60)
    expect((await link.boundingBox())?.width).toBeGreaterThan(60)
  }
  await setSetting('FOOTER_COMPANY', '포인트샵')
  await waitForChange(page, '/order', () => link.count()).toBe(0)
})

test('the chat button is there only with its link, and says what staff wrote', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  await open(page, '/order')
  expect(await page.getByRole('complementary', { name: '상담' }).count()).toBe(0)
  await setSetting('SITE_KAKAO_TEXT', '카톡 문의')
  await setSetting('SITE_KAKAO_CHANNEL_LINK', 'https://pf.kakao.com/_shop')
  const link = page.getByRole('link', { name: '카톡 문의' })
  await waitForChange(page, '/order', () => link.count()).toBe(1)
  expect(await link.getAttribute('href')).toBe('https://pf.kakao.com/_shop')
  expect(await link.getAttribute('target')).toBe('_blank')
  // At the end of the page the chat button covers none of the footer's links.
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const footer = await page.getByRole('contentinfo').getByRole('link').last().boundingBox()
    const chat = await link.boundingBox()
    expect((footer?.y ?? 0) + (footer?.height ?? 0), `${viewport.width} px`).toBeLessThanOrEqual(chat?.y ?? 0)
  }
})

test.for(['light', 'dark'] as const)(
  'the main colour is the accent, a fifth darker under the pointer, and can be read: %s',
  async (theme, { openPage }) => {
    await setSetting('SITE_MAIN_COLOR', '#ffd400')
    const page = await openPage({ url: shop.url, theme })
    const button = page.getByRole('main').getByRole('button', { name: '로그인', exact: true })
    const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    await waitForChange(page, '/login', ground).toBe('rgb(255, 212, 0)')
    await button.hover()
    await expect.poll(ground).toBe('rgb(204, 170, 0)')
    await expectGoodPage(page)
    const manifest = await page.request.get('/manifest.webmanifest')
    expect(await manifest.json()).toMatchObject({ theme_color: '#ffd400' })
  },
)

test('without ENABLE_QNA there is no FAQ, in the menu or at its address', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  await enterAsGuest(page)
  await open(page, '/order')
  await page.getByRole('banner').getByRole('link', { name: '자주 묻는 질문' }).waitFor()
  await setSetting('ENABLE_QNA', false)
  await waitForChange(page, '/order', () =>
    page.getByRole('banner').getByRole('link', { name: '자주 묻는 질문' }).count(),
  ).toBe(0)
  await open(page, '/qna')
  expect(new URL(page.url()).pathname).toBe('/order')
})

test('the charge form offers the amounts and receipts that staff chose', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  await enterAsGuest(page)
  await setSetting('POINT_CHARGE_BUTTON_OPTIONS', [500, 1_000, 15_000, 10_000])
  await setSetting('ENABLE_PAYMENT_TYPE', 'CASH_AND_FEE')
  const form = page.getByRole('form', { name: '잔액충전' })
  await waitForChange(page, '/point', () => form.getByRole('button', { name: /^\+/ }).allTextContents()).toEqual([
    '+5백원',
    '+1천원',
    '+1만 5천원',
    '+1만원',
  ])
  expect(await form.getByRole('radio').count()).toBe(2)
  for (const name of ['+1만 5천원', '+5백원', '+5백원']) await form.getByRole('button', { name }).click()
  const amount = form.getByLabel('충전금액', { exact: true })
  expect(await amount.inputValue()).toBe('16,000')
  await form.getByRole('radio', { name: '세금계산서' }).check()
  await waitForText(page, '17,600원')
  await form.getByRole('button', { name: '금액 초기화' }).click()
  expect(await amount.inputValue()).toBe('')
  await setSetting('ENABLE_PAYMENT_TYPE', 'NO_FEE')
  await waitForChange(page, '/point', () => form.getByRole('radio').count()).toBe(0)
})

/** Changes a public setting while a page is open, and waits until the shop knows it. */
async function changeSetting(page: Page, key: string, value: unknown): Promise<void> {
  await setSetting(key, value)
  const readSetting = async () => {
    const settings: { key: string; value: unknown }[] = await (await page.request.get('/service/settings')).json()
    return settings.find((setting) => setting.key === key)?.value
  }
  await expect.poll(readSetting, { timeout: 20_000 }).toEqual(value)
}

async function fillInSignUp(page: Page, source: string): Promise<string> {
  const { id, password } = newPerson()
  await open(page, '/register')
  const fields = { 아이디: id, 비밀번호: password, '비밀번호 확인': password, 이메일: `${id}@example.com` }
  for (const [name, text] of Object.entries(fields)) await page.getByLabel(name, { exact: true }).fill(text)
  await page.getByLabel('가입경로', { exact: true }).selectOption({ label: source })
  await page.getByLabel('약관 동의').check()
  return fields.이메일
}

const signUp = (page: Page) => page.getByRole('main').getByRole('button', { name: '회원가입', exact: true }).click()

test('a sign-up form that is open when verification is turned on asks for the codes, and keeps what was typed', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  const verifications = [
    { setting: 'ENABLE_EMAIL_VERIFY', text: '이메일 인증코드를 전송하세요' },
    { setting: 'ENABLE_PHONE_NUMBER', text: '휴대전화 인증코드를 전송하세요' },
  ]
  for (const { setting, text } of verifications) {
    const email = await fillInSignUp(page, '네이버 검색')
    await page.getByLabel('휴대전화', { exact: true }).fill('01022223333')
    await changeSetting(page, setting, true)
    await signUp(page)
    await waitForText(page, text)
    await page.getByRole('button', { name: '인증번호 전송' }).waitFor()
    await waitForText(page, text)
    expect(await page.getByLabel('이메일', { exact: true }).inputValue()).toBe(email)
    expect(await page.getByLabel('휴대전화', { exact: true }).inputValue()).toBe('01022223333')
    await changeSetting(page, setting, false)
  }
})

test('a sign-up form that is open when verification is turned off needs no code any more', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  for (const setting of ['ENABLE_EMAIL_VERIFY', 'ENABLE_PHONE_NUMBER']) {
    await setSetting(setting, true)
    await waitForChange(page, '/register', () => page.getByRole('button', { name: '인증번호 전송' }).count()).toBe(1)
    await fillInSignUp(page, '네이버 검색')
    await changeSetting(page, setting, false)
    await signUp(page)
    await waitForText(page, '회원가입에 성공했습니다.')
    await page.waitForURL('**/login**')
  }
})

test('a sign-up source that staff remove while the form is open is offered no more', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  await sql("INSERT INTO register_wheres (text, position) SELECT '전단지', max(position) + 1 FROM register_wheres")
  const sources = page.getByLabel('가입경로', { exact: true })
  await waitForChange(page, '/register', () => sources.getByRole('option', { name: '전단지' }).count()).toBe(1)
  await fillInSignUp(page, '전단지')
  await sql("DELETE FROM register_wheres WHERE text = '전단지'")
  await expect.poll(async () => (await page.request.get('/service/register-where')).text()).not.toContain('전단지')
  await signUp(page)
  await waitForText(page, '가입경로를 선택해주세요')
  await expect.poll(() => sources.getByRole('option', { name: '전단지' }).count()).toBe(0)
  expect(await sources.inputValue()).toBe('')
})

test('a charge form with a receipt that staff have taken off since says so, and goes on with what is offered', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  await logIn(page, demoMember)
  await setSetting('ENABLE_PAYMENT_TYPE', 'ALL')
  const form = page.getByRole('form', { name: '잔액충전' })
  await waitForChange(page, '/point', () => form.getByRole('radio').count()).toBe(3)
  await form.getByRole('button', { name: /^\+/ }).first().click()
  await form.getByLabel('입금자명', { exact: true }).fill('홍길동')
  await form.getByRole('radio', { name: '현금영수증' }).check()
  await form.getByLabel('휴대전화', { exact: true }).fill('01022223333')
  await changeSetting(page, 'ENABLE_PAYMENT_TYPE', 'NO_FEE')
  await form.getByRole('button', { name: '충전하기', exact: true }).click()
  await waitForText(page, '지금은 신청할 수 없는 증빙이에요. 확인하고 다시 눌러 주세요.')
  await expect.poll(() => form.getByRole('radio').count()).toBe(0)
  expect(await form.getByLabel('입금자명', { exact: true }).inputValue()).toBe('홍길동')
  await form.getByRole('button', { name: '충전하기', exact: true }).click()
  await waitForText(page, '아래 정보를 확인해주세요.')
})
