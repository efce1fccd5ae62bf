import type { Locator, Page } from 'playwright'
import { expect, inject } from 'vitest'
import { orderStatuses } from '#lib/orders/labels.ts'
import { demoMember, logIn, open, tabTo, waitForBalance, waitForText } from '../support/app.ts'
import { goOffline, goOnline, openFaulty } from '../support/faults.ts'
import { DESKTOP, expectGoodPage, PHONE, TABLET, test } from '../support/fixtures.ts'

const { url } = inject('shop')
const NARROW = { width: 1279, height: 900 }

const enterAsGuest = (page: Page) => page.context().addCookies([{ name: 'guest', value: '1', url }])
const menuButton = (page: Page) => page.getByRole('button', { name: '메뉴', exact: true })
const menuSheet = (page: Page) => page.locator('#menu-sheet')
const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name)
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

const memberMenu = ['주문하기', '대량주문', '주문내역', '자동주문내역', '잔액충전', '링크입력 가이드', '자주 묻는 질문']

test('members have the whole menu in the bar, 60px high, and the balance with its way to charge', async ({ page }) => {
  await logIn(page, demoMember)
  await open(page, '/order')
  const bar = page.getByRole('banner')
  expect((await bar.boundingBox())?.height).toBe(60)
  expect(await bar.getByRole('navigation').getByRole('link').allTextContents()).toEqual(memberMenu)
  expect(await menuButton(page).isVisible()).toBe(false)
  expect(await bar.getByRole('link', { name: '포인트샵' }).getAttribute('href')).toBe('/order')
  expect(await bar.getByRole('link', { name: 'API', exact: true }).getAttribute('href')).toBe('/api')
  await waitForBalance(page, (await page.getByTestId('balance').textContent()) ?? '')
  await bar.getByRole('link', { name: '충전', exact: true }).click()
  await page.waitForURL('**/point')
  expect(await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).getAttribute('href')).toBe(
    '/api',
  )
  await bar.getByRole('link', { name: '로그아웃' }).click()
  await page.waitForURL('**/order')
  expect(await cookieNames(page)).not.toContain('token')
  expect(await bar.getByRole('link', { name: '포인트샵' }).getAttribute('href')).toBe('/')
})

test('on an iPhone in landscape orientation nothing is under its rounded corners and camera', async ({ openPage }) => {
  const width = 844
  const inset = 59
  const page = await openPage({ viewport: { width, height: 390 } })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: inset, right: inset, bottom: 21 } })
  const expectInSight = async (part: Locator) => {
    await part.waitFor()
    const box = (await part.boundingBox()) ?? { x: 0, width: 0 }
    expect(box.x, String(part)).toBeGreaterThanOrEqual(inset)
    expect(box.x + box.width, String(part)).toBeLessThanOrEqual(width - inset)
  }
  await open(page, '/order')
  const bar = page.getByRole('banner')
  await expectInSight(bar.getByRole('link', { name: '포인트샵' }))
  await expectInSight(menuButton(page))
  await expectInSight(page.getByRole('combobox', { name: '상품 검색' }))
  await expectInSight(page.locator('[data-dock] > :visible').first())
  await expectInSight(page.locator('[data-dock]').getByRole('button'))
  await expectInSight(page.getByRole('contentinfo').getByRole('paragraph').first())
  expect(await bar.boundingBox()).toMatchObject({ x: 0, width })
  expect(await page.locator('[data-dock]').boundingBox()).toMatchObject({ x: 0, width })
  await menuButton(page).click()
  await expectInSight(menuSheet(page).getByRole('link').first())
  await open(page, '/order?next=%2Fpoint')
  const dialog = page.getByRole('dialog')
  await expectInSight(dialog.getByRole('heading'))
  await expectInSight(dialog.getByLabel('아이디', { exact: true }))
  await expectInSight(dialog.getByRole('button', { name: '닫기', exact: true }))
})

test('below 1280px the menu is a sheet that a route, a click outside, Escape and Tab past its end close', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: NARROW })
  await enterAsGuest(page)
  await open(page, '/order')
  const menu = menuSheet(page)
  const reopen = async () => {
    await menuButton(page).click()
    await menu.waitFor()
  }
  await reopen()
  await menu.getByRole('link', { name: '링크입력 가이드' }).click()
  await page.waitForURL('**/guide')
  await menu.waitFor({ state: 'hidden' })
  await reopen()
  await page.mouse.click(100, 700)
  await menu.waitFor({ state: 'hidden' })
  await reopen()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await reopen()
  await tabTo(page, page.getByRole('main').getByRole('link').first())
  await menu.waitFor({ state: 'hidden' })
  // A press on the button closes the sheet, also while something in the sheet has the focus.
  await reopen()
  await page.keyboard.press('Tab')
  await menuButton(page).click()
  await menu.waitFor({ state: 'hidden' })
  await page.setViewportSize(DESKTOP)
  expect(await menuButton(page).isVisible()).toBe(false)
})

test('a guest’s ways to log in and sign up leave the guest’s session first', async ({ openPage }) => {
  for (const [name, path] of [
    ['로그인', '/login'],
    ['회원가입', '/register'],
  ] as const) {
    const page = await openPage()
    await open(page, '/order')
    await page.getByRole('button', { name: '둘러보기' }).first().click()
    await page.getByText('둘러보는 중').first().waitFor()
    expect(await cookieNames(page)).toContain('guest')
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    await page.waitForURL(`**${path}`)
    expect(await cookieNames(page)).not.toContain('guest')
  }
  const page = await openPage()
  await enterAsGuest(page)
  await open(page, '/api')
  await page.getByRole('main').getByRole('link', { name: '회원가입', exact: true }).first().click()
  await page.waitForURL('**/register')
})

test('a toast stays two seconds, longer while a pointer or the focus is on it, and is a status', async ({ page }) => {
  await enterAsGuest(page)
  await open(page, '/point')
  const toast = page.getByRole('status').getByRole('button', { name: '둘러보기 중에는 불가능합니다' })
  const show = async () => {
    await page.getByRole('button', { name: '환불 신청하기' }).click()
    await toast.waitFor()
    return performance.now()
  }
  const since = await show()
  await toast.waitFor({ state: 'detached' })
  const shown = performance.now() - since
  expect(shown).toBeGreaterThan(1_500)
  expect(shown).toBeLessThan(4_000)
  for (const hold of [() => toast.hover(), () => toast.focus()]) {
    const held = await show()
    await hold()
    await page.waitForFunction(
      (until) => performance.now() > until,
      (await page.evaluate(() => performance.now())) + 2_600,
    )
    expect(performance.now() - held).toBeGreaterThan(2_500)
    expect(await toast.count()).toBe(1)
    await page.mouse.move(10, 10)
    await page.getByRole('banner').getByRole('link').first().focus()
    await toast.waitFor({ state: 'detached' })
  }
})

test('a page is printed in dark on white also in the dark theme, without the link that skips the menu', async ({
  openPage,
}) => {
  const page = await openPage({ theme: 'dark' })
  await open(page, '/order')
  const look = () =>
    page.evaluate(() => {
      const { color, backgroundColor, colorScheme } = getComputedStyle(document.documentElement)
      return { color, backgroundColor, colorScheme }
    })
  const skipLink = page.getByRole('link', { name: '본문으로 건너뛰기', includeHidden: true })
  expect([(await look()).colorScheme, await skipLink.isVisible()]).toEqual(['dark', true])
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await look()).toEqual({
    color: 'rgb(23, 28, 36)',
    backgroundColor: 'rgb(243, 244, 246)',
    colorScheme: 'light',
  })
  expect(await skipLink.isVisible()).toBe(false)
  // Paper is narrower than the layout of a desktop. A bar at the bottom of the screen would be on every sheet.
  await page.setViewportSize({ width: 718, height: 1_000 })
  await page.getByRole('button', { name: '주문하기', exact: true }).waitFor({ state: 'hidden' })
  // No row of a list is cut between two sheets.
  expect(
    await page
      .locator('main li')
      .first()
      .evaluate((row) => getComputedStyle(row).breakInside),
  ).toBe('avoid')
})

test('the theme follows the system until it is chosen, is kept, and is there before anything is painted', async ({
  openPage,
}) => {
  const page = await openPage({ theme: 'dark' })
  await open(page, '/order')
  expect(await themeOf(page)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => themeOf(page)).toBe('light')
  await page.getByRole('button', { name: '테마 변경' }).click()
  expect(await themeOf(page)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: '테마 변경' }).click()
  await page.addInitScript(() => {
    // Records the theme as soon as the body exists. React has not run by then, so only the inline script can have set
    // the theme.
    new MutationObserver((_, observer) => {
      if (!document.body) return
      sessionStorage.setItem('first-theme', document.documentElement.dataset.theme ?? 'none')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await open(page, '/login')
  expect(await themeOf(page)).toBe('light')
  expect(await page.evaluate(() => sessionStorage.getItem('first-theme'))).toBe('light')
})

test('the footer says who runs the shop, in the contract’s order, and opens its terms in new tabs', async ({
  page,
}) => {
  await open(page, '/order')
  const footer = page.getByRole('contentinfo')
  expect(await footer.locator('p').first().textContent()).toMatch(
    /^포인트샵 · 대표 .+ · 통신판매업신고 .+ · [\d-]+ · 서울.+ · 사업자등록번호 [\d-]+$/,
  )
  const sameLine = async () => {
    const [facts, links] = await Promise.all([
      footer.locator('p').first().boundingBox(),
      footer.locator('p').last().boundingBox(),
    ])
    return (links?.y ?? 0) < (facts?.y ?? 0) + (facts?.height ?? 0)
  }
  expect(await sameLine()).toBe(true)
  await page.setViewportSize(NARROW)
  expect(await sameLine()).toBe(false)
  for (const [name, path, title] of [
    ['개인정보 처리방침', '/terms/privacy', '개인정보 처리방침'],
    ['이용약관', '/terms/service', '이용약관'],
  ] as const) {
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      footer.getByRole('link', { name, exact: true }).click(),
    ])
    await tab.waitForURL(`**${path}`)
    expect(await tab.title()).toBe(`${title} · 포인트샵`)
    await tab.close()
  }
})

test('of the questions one is open at a time', async ({ page }) => {
  await enterAsGuest(page)
  await open(page, '/qna')
  const questions = page.locator('details')
  await questions.nth(0).locator('summary').click()
  await questions.nth(1).locator('summary').click()
  expect(await page.locator('details[open]').count()).toBe(1)
  expect(await questions.nth(1).getAttribute('open')).not.toBeNull()
})

test('the guide is a picture for the screen it is seen on', async ({ openPage }) => {
  for (const [viewport, file] of [
    [PHONE, 'guide-mobile.svg'],
    [DESKTOP, 'guide-desktop.svg'],
  ] as const) {
    const page = await openPage({ viewport })
    await enterAsGuest(page)
    await open(page, '/guide')
    const picture = page.getByRole('main').getByRole('img')
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(file)
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
})

test('the API page names the address, the header and the three calls, and leads to the key', async ({ page }) => {
  await enterAsGuest(page)
  await open(page, '/api')
  const main = page.getByRole('main')
  for (const text of [url, 'api-key: 발급받은 키', '/services', '/order', '/status/{wId}'])
    expect(await main.getByText(text, { exact: true }).count(), text).toBeGreaterThan(0)
  await main.getByRole('link', { name: 'API 키 확인하기' }).click()
  await page.waitForURL('**/account')
  for (const name of ['기본 키 발급', '추천인 코드 발급', '비밀번호 변경', '회원탈퇴']) {
    await main.getByRole('button', { name, exact: true }).click()
    await waitForText(page, '둘러보기 중에는 불가능합니다')
    const toast = page.getByRole('status').getByRole('button').first()
    await toast.hover()
    // The second press of a double click on a button that has made the toast appear below the pointer.
    await toast.dispatchEvent('click', { detail: 2 })
    expect(await toast.isVisible()).toBe(true)
    await toast.click()
    await toast.waitFor({ state: 'hidden' })
  }
})

test('each page has its head: a title, a description, a picture for those who share it, icons', async ({ page }) => {
  await open(page, '/login')
  expect(await page.title()).toBe('로그인 · 포인트샵')
  const meta = (name: string) =>
    page.locator(`meta[name="${name}"], meta[property="${name}"]`).first().getAttribute('content')
  expect(await meta('description')).toContain('포인트샵')
  expect(await meta('og:title')).toBe('로그인 · 포인트샵')
  expect(await meta('theme-color')).toMatch(/^#/)
  for (const [path, type] of [
    [(await meta('og:image')) ?? '', 'image/png'],
    ['/favicon.ico', 'image/x-icon'],
    ['/icon.svg', 'image/svg+xml'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/robots.txt', 'text/plain'],
  ] as const) {
    const answer = await page.request.get(path)
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([path, 200, type])
  }
  expect(await (await page.request.get('/robots.txt')).text()).toContain('Disallow: /admin')
})

test('without a connection a page of the shop’s says so, and nothing but that page is stored', async ({ openPage }) => {
  const page = await openPage({ serviceWorker: true, viewport: PHONE })
  await logIn(page, demoMember)
  await open(page, '/order')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await open(page, '/point')
  await open(page, '/order-history')
  await goOffline(page)
  await page.goto('/account')
  await page.getByRole('heading', { name: '인터넷에 연결되어 있지 않아요' }).waitFor()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  const stored = await page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored).toEqual(['/offline.html'])
  await goOnline(page)
  await page.getByRole('link', { name: '다시 시도' }).click()
  await page.getByRole('heading', { name: '계정설정' }).waitFor()
})

test('the shop can be installed as an app', async ({ page }) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ start_url: '/order', scope: '/', display: 'standalone', lang: 'ko' })
  const sizes = manifest.icons.map(({ sizes, purpose = 'any' }: Record<string, string>) => `${sizes} ${purpose}`)
  expect(sizes).toEqual(['any any', '192x192 any', '512x512 any', '512x512 maskable'])
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200)
})

test('the charge screen opens at its top at every width, though a chip further down is the current one', async ({
  openPage,
}) => {
  for (const viewport of [PHONE, TABLET, DESKTOP]) {
    const page = await openPage({ viewport: { ...viewport, height: 600 } })
    await logIn(page, demoMember)
    await open(page, '/point')
    await page.getByRole('link', { name: '전체', exact: true }).waitFor()
    expect(await page.evaluate(() => window.scrollY), `${viewport.width} px`).toBe(0)
  }
})

test('on a phone a row of filters opens at the one that is chosen, and the page at its top', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  await logIn(page, demoMember)
  await open(page, `/order-history?status=${orderStatuses.at(-1)}`)
  const chips = page.getByRole('navigation', { name: '주문 상태' })
  const { x, width } = (await chips.locator('[aria-current]').boundingBox()) ?? { x: 0, width: Number.NaN }
  expect(x).toBeGreaterThan(0)
  expect(x + width).toBeLessThan(PHONE.width)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a page that does not exist says so, in the shop’s look', async ({ openPage }) => {
  for (const theme of ['light', 'dark'] as const) {
    const page = await openPage({ viewport: PHONE, theme })
    const answered = page.waitForResponse('**/_next/nowhere')
    await openFaulty(page, '/_next/nowhere')
    expect((await answered).status()).toBe(404)
    await waitForText(page, '페이지를 찾을 수 없어요')
    expect(await page.getByRole('main').count()).toBe(1)
    await expectGoodPage(page)
    await page.getByRole('link', { name: '주문하기로 가기' }).click()
    await page.waitForURL('**/order')
  }
})
