import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { demoMember, logIn, open, owner, tabTo, waitForText, waitUntilFocused } from '../support/app.ts'
import { DESKTOP, expectGoodPage, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'
import { queryShopRows } from '../support/shop-rows.ts'

// Uses a shop of its own, because the settings changed here would disturb the other journeys.
let shop: OtherShop

beforeAll(async () => {
  shop = await openOtherShop('console_shop', {})
}, 180_000)
afterAll(() => shop?.stop())

const sql = (text: string, values: unknown[] = []) => queryShopRows(shop.databaseUrl, text, values)

type OpenPage = (look: { url: string }) => Promise<Page>

async function staffPage(openPage: OpenPage): Promise<Page> {
  const page = await openPage({ url: shop.url })
  await logIn(page, owner)
  return page
}

const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true }).first()
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click()
const picture = {
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: readFileSync(join(import.meta.dirname, '../../public/popup-welcome.png')),
}

/**
 * Reloads a page until a saved change is visible. The process that saved the change shows it at once, the other
 * processes within a second.
 */
const waitForChange = (page: Page, path: string, seen: () => Promise<unknown>) =>
  expect.poll(() => open(page, path).then(seen), { timeout: 20_000 })

test('an owner changes colour, footer and amounts, and the shop shows them at once', { timeout: 180_000 }, async ({
  openPage,
}) => {
  const staff = await staffPage(openPage)
  const guest = await openPage({ url: shop.url })
  await guest.context().addCookies([{ name: 'guest', value: '1', url: shop.url }])
  await open(staff, '/admin/settings')
  await field(staff, '주요 색').fill('노랑')
  await press(staff, '저장')
  await waitForText(staff, '#2563eb처럼 # 뒤에 6자로 입력해 주세요')
  await field(staff, '주요 색').fill('#ffd400')
  await field(staff, '회사 이름').fill('새이름 상점')
  await field(staff, '금액 버튼').fill('15,000')
  await staff.keyboard.press('Enter')
  await waitForText(staff, '바뀐 설정 3개')
  const preview = staff.getByRole('region', { name: '상점 정보' }).getByRole('figure')
  expect(await preview.textContent()).toContain('새이름 상점')
  await expectGoodPage(staff)
  await press(staff, '저장')
  await waitForText(staff, '설정을 저장했어요. 상점에 바로 보여요.')
  // The pressed button is gone, so the heading has the focus.
  await waitUntilFocused(staff.getByRole('heading', { name: '설정', exact: true }))
  const history = staff.getByRole('region', { name: '변경 기록' })
  await history.getByRole('cell', { name: '포인트샵 → 새이름 상점' }).waitFor()
  const buttons = guest.getByRole('form', { name: '잔액충전' }).getByRole('button', { name: /^\+/ })
  await waitForChange(guest, '/point', () => buttons.last().textContent()).toBe('+1만 5천원')
  expect(await guest.getByRole('contentinfo').textContent()).toContain('새이름 상점')
  const main = await guest.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--main').trim())
  expect(main).toBe('#ffd400')
})

test('of two owners with one setting the second is told, sees the first one’s value, and decides', {
  timeout: 120_000,
}, async ({ openPage }) => {
  // Values that only this attempt uses. If a retry saved the values of an earlier attempt again, nothing would change.
  const early = `먼저 ${Date.now()}`
  const first = await staffPage(openPage)
  const second = await staffPage(openPage)
  for (const page of [first, second]) await open(page, '/admin/settings')
  await field(first, '대표자').fill(early)
  await press(first, '저장')
  await waitForText(first, '설정을 저장했어요. 상점에 바로 보여요.')
  await field(second, '대표자').fill(`늦은 ${early}`)
  await press(second, '저장')
  await waitForText(second, '그사이 다른 운영자가 바꾼 설정이 있어 저장하지 않았어요: 대표자')
  await second
    .getByRole('status')
    .filter({ hasText: `지금 값: ${early}` })
    .waitFor()
  await press(second, '내 값으로 바꾸기')
  await press(second, '저장')
  await waitForText(second, '설정을 저장했어요. 상점에 바로 보여요.')
})

test('whoever leaves with something unsaved is asked, once, and stays with it or goes', { timeout: 120_000 }, async ({
  openPage,
}) => {
  const staff = await staffPage(openPage)
  const elsewhere = staff.getByRole('navigation', { name: '운영 메뉴' }).getByRole('link', { name: '약관' })
  const question = staff.getByRole('dialog', { name: '저장하지 않은 내용이 있어요' })
  const written = () => field(staff, '대표자').inputValue()
  await open(staff, '/admin/settings')
  await field(staff, '대표자').fill('아직 아닌 이')
  await elsewhere.click()
  await question.waitFor()
  await expectGoodPage(staff)
  await question.getByRole('button', { name: '계속 고치기' }).click()
  expect(await written()).toBe('아직 아닌 이')

  // In a low window, the bar of the changed settings covers no field that Tab leads to.
  await staff.setViewportSize({ width: 640, height: 360 })
  await tabTo(staff, field(staff, '계좌번호'))
  const bar = await staff.getByRole('region', { name: '바뀐 설정' }).boundingBox()
  const account = await field(staff, '계좌번호').boundingBox()
  expect((account?.y ?? 0) + (account?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await staff.setViewportSize(DESKTOP)

  const asked: string[] = []
  staff.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  await staff.evaluate(() => setTimeout(() => location.reload()))
  await expect.poll(() => asked).toEqual(['beforeunload'])
  expect(await written()).toBe('아직 아닌 이')

  await elsewhere.click()
  await question.getByRole('button', { name: '저장하지 않고 나가기' }).click()
  await staff.waitForURL('**/admin/terms')
  await open(staff, '/admin/settings')
  expect(await written()).not.toBe('아직 아닌 이')
  await elsewhere.click()
  await staff.waitForURL('**/admin/terms')
  expect(asked).toEqual(['beforeunload'])
})

test('a notice and a popup with an uploaded picture stand in the shop at once, and go when they are deleted', {
  timeout: 180_000,
}, async ({ openPage }) => {
  const staff = await staffPage(openPage)
  const visitor = await openPage({ url: shop.url })
  await open(staff, '/admin/notices')
  await staff.keyboard.press('n')
  const dialog = staff.getByRole('dialog', { name: '새 공지' })
  await dialog.getByRole('button', { name: '만들기' }).click()
  await dialog.getByText('공지 내용을 입력해 주세요').waitFor()
  await dialog.getByLabel('공지 내용').fill('오늘 밤 2시에 점검해요')
  await dialog.getByLabel('맨 위에 고정').check()
  await dialog.getByLabel('배경색', { exact: true }).fill('#103050')
  await dialog.getByLabel('누르면 열릴 주소').fill('//elsewhere.example')
  await dialog.getByRole('button', { name: '만들기' }).click()
  await dialog.getByText('https://로 시작하는 주소를 입력해 주세요').waitFor()
  await dialog.getByLabel('누르면 열릴 주소').fill('/guide')
  await dialog.getByLabel('시작 시각', { exact: true }).fill('2026. 1. 1. 오전 9시')
  await dialog.getByLabel('끝나는 시각', { exact: true }).fill('2025-12-31')
  await dialog.getByRole('button', { name: '만들기' }).click()
  await dialog.getByText('끝나는 시각은 시작보다 뒤여야 해요').waitFor()
  await dialog.getByLabel('끝나는 시각', { exact: true }).fill('2099. 12. 31. 18:00')
  await expectGoodPage(staff)
  await dialog.getByRole('button', { name: '만들기' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await waitForChange(visitor, '/order', () => visitor.getByText('오늘 밤 2시에 점검해요').count()).toBe(1)
  await visitor.getByText('오늘 밤 2시에 점검해요').click()
  expect(await visitor.getByRole('link', { name: '자세히 보기' }).first().getAttribute('href')).toBe('/guide')
  await expectGoodPage(visitor)
  await staff.getByRole('row').filter({ hasText: '오늘 밤 2시에 점검해요' }).getByText('보이는 중').waitFor()
  await staff.getByRole('cell', { name: '오늘 밤 2시에 점검해요' }).click()
  await press(staff, '삭제')
  await staff.getByRole('dialog', { name: '공지 삭제' }).getByRole('button', { name: '삭제' }).click()
  await waitForChange(visitor, '/order', () => visitor.getByText('오늘 밤 2시에 점검해요').count()).toBe(0)

  await open(staff, '/admin/popups')
  await press(staff, /^새 팝업/)
  const popup = staff.getByRole('dialog', { name: '새 팝업' })
  await popup.getByLabel('이미지 올리기').setInputFiles({ ...picture, buffer: Buffer.from('<svg/>') })
  await popup.getByText('PNG, JPEG, WebP, GIF 이미지만 올릴 수 있어요.').waitFor()
  await popup.getByLabel('이미지 올리기').setInputFiles(picture)
  await expect.poll(() => popup.getByLabel('이미지', { exact: true }).inputValue()).toMatch(/^\/assets\/[\da-f]{64}$/)
  await popup.getByLabel('그림을 대신하는 글').fill('첫 충전 10% 더 드려요')
  await popup.getByLabel('누르면 열릴 주소').fill('/point')
  await popup.getByLabel('보이기').check()
  await popup.getByRole('button', { name: '만들기' }).click()
  await popup.waitFor({ state: 'hidden' })
  const shown = visitor.getByRole('dialog', { name: '팝업 안내' }).getByRole('img')
  await waitForChange(visitor, '/order', () => shown.count()).toBe(1)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  expect(await visitor.getByRole('link', { name: '첫 충전 10% 더 드려요' }).getAttribute('href')).toBe('/point')
  await expectGoodPage(visitor)
  await sql('UPDATE popups SET enabled = false')
})

test('staff replace the guide’s picture and announce new terms', { timeout: 180_000 }, async ({ openPage }) => {
  const staff = await staffPage(openPage)
  await open(staff, '/admin/guide')
  await staff.getByLabel('PC 그림 올리기').setInputFiles(picture)
  await expect.poll(() => field(staff, 'PC 그림').inputValue()).toMatch(/^\/assets\//)
  await press(staff, '저장')
  await waitForText(staff, '그림을 보지 못하는 회원을 위해 그림의 내용을 적어 주세요')
  await field(staff, '그림 설명').fill('주소를 복사해 붙여 넣으세요.')
  await press(staff, '저장')
  await waitForText(staff, '저장했어요. 상점에 바로 보여요.')
  await waitForChange(staff, '/guide', () =>
    staff.getByRole('img', { name: '주소를 복사해 붙여 넣으세요.' }).count(),
  ).toBe(1)

  await open(staff, '/admin/terms')
  await press(staff, '새 이용약관')
  const body = field(staff, '내용')
  expect(await body.inputValue()).toContain('# 목적\n이 약관은 {회사}')
  await body.fill('# 새 목적\n{회사}의 <b>새</b> 약관\n- 하나\n- 둘')
  await staff.getByRole('heading', { name: '제1조 (새 목적)' }).waitFor()
  await expectGoodPage(staff)
  await press(staff, '올리기')
  await waitForText(staff, '알리는 중')
  await waitForChange(staff, '/order', () =>
    staff.getByRole('complementary', { name: '이용약관 변경 안내' }).count(),
  ).toBe(1)
  const [tab] = await Promise.all([
    staff.context().waitForEvent('page'),
    staff.getByRole('link', { name: '바뀌는 내용 보기' }).click(),
  ])
  await tab.getByText('새이름 상점의 <b>새</b> 약관').or(tab.getByText('포인트샵의 <b>새</b> 약관')).waitFor()
  await tab.getByRole('link', { name: '2021년 6월 20일부터 시행' }).click()
  await tab.getByRole('heading', { name: '제21조 (분쟁의 해결과 관할)' }).waitFor()
})

test('a question of the FAQ moves down and up again, and not while a search hides its neighbours', async ({
  openPage,
}) => {
  const page = await staffPage(openPage)
  const sequence = async () =>
    (await sql('SELECT title FROM qnas ORDER BY position, id')).map(({ title }) => String(title))
  const [first = '', second = '', ...others] = await sequence()
  await open(page, '/admin/qnas')
  const down = page.getByRole('button', { name: '아래로' })
  await down.click()
  await expect.poll(sequence).toEqual([second, first, ...others])
  await page.getByRole('button', { name: '위로' }).click()
  await expect.poll(sequence).toEqual([first, second, ...others])
  await open(page, `/admin/qnas?q=${encodeURIComponent(first)}`)
  await page.getByRole('button', { name: '저장' }).first().waitFor()
  expect(await down.count()).toBe(0)
})

test('SUPPORT reads and changes nothing; MANAGER keeps the lists but no settings', { timeout: 120_000 }, async ({
  openPage,
}) => {
  const staff = await openPage({ url: shop.url })
  const call = async (method: string, path: string, data: unknown) => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    return (await staff.request.fetch(path, { method, data, headers })).status()
  }
  const become = (role: string) => sql('UPDATE members SET role = $1 WHERE login_id = $2', [role, demoMember.id])
  await become('SUPPORT')
  await logIn(staff, demoMember)
  const notice = { content: '상담원의 공지' }
  expect(await call('POST', '/api/admin/notices', notice)).toBe(403)
  expect(await call('POST', '/api/admin/assets', { data: picture.buffer.toString('base64') })).toBe(403)
  expect(await call('PUT', '/api/admin/settings', { FOOTER_CEO: '나' })).toBe(403)
  for (const name of ['notices', 'popups', 'qnas', 'register-where', 'guide', 'terms']) {
    await open(staff, `/admin/${name}`)
    expect(
      await staff
        .getByRole('main')
        .getByRole('button', { name: /^(새|저장|삭제|만들기)/ })
        .count(),
      name,
    ).toBe(0)
  }
  await become('MANAGER')
  expect(await call('POST', '/api/admin/notices', notice)).toBe(201)
  expect(await call('PUT', '/api/admin/settings', { FOOTER_CEO: '나' })).toBe(403)
  await open(staff, '/admin/settings')
  await waitForText(staff, '설정은 대표만 바꿀 수 있어요.')
  expect(await staff.getByRole('main').getByRole('button', { name: '저장' }).count()).toBe(0)
  await become('MEMBER')
})
