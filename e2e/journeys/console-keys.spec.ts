import type { Locator, Page, Route } from 'playwright'
import { expect } from 'vitest'
import { feeType } from '#lib/charges/labels.ts'
import { logIn, newPerson, open, owner, register, waitForText, waitUntilFocused } from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { runSql } from '../support/shop-data.ts'

/** Delays the answers to requests whose URL matches by `ms`, as a slow server would. */
const slowDown = (page: Page, url: RegExp, ms: number) =>
  page.route(url, async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await route.continue().catch(() => undefined)
  })

const isScrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(document.documentElement.scrollTop))

const searchValue = (page: Page): Promise<string> => page.locator('search input[type="search"]').inputValue()

async function makeDeposits(namePrefix: string, count: number): Promise<number[]> {
  const rows = await runSql<{ id: number }>(
    `INSERT INTO deposits (external_id, name, normal_name, amount, at)
     SELECT $1 || i, $1 || i, $1 || i, (70000000 + i)::bigint * 100, now() FROM generate_series(1, $2) AS i RETURNING id`,
    [namePrefix, count],
  )
  return rows.map(({ id }) => id)
}

test('what is typed after / while the next page is on its way goes into its search, and no key acts meanwhile', async ({
  page,
}) => {
  await logIn(page, owner)
  await open(page, '/admin/orders')
  await slowDown(page, /\/admin\/members\?/, 1_200)
  await page.getByRole('navigation', { name: '운영 메뉴' }).getByRole('link', { name: '회원', exact: true }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await page.keyboard.type('member')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.waitForURL('**/admin/members')
  await expect.poll(() => searchValue(page)).toBe('member')
  await page.keyboard.type('x')
  expect(await searchValue(page)).toBe('memberx')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.locator('nav a[href="/admin/charges"]:visible').first().click()
  await page.waitForURL('**/admin/charges')
  await waitUntilSettled(page)
  await page.getByRole('link', { name: '회원', exact: true }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('owner')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/members?q=owner')
  // From here on the page reacts to keys again.
  await waitUntilSettled(page)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '키보드 도움말' }).waitFor()
})

test('/ pressed before the page is hydrated begins the search', async ({ page }) => {
  await logIn(page, owner)
  await slowDown(page, /_next\/static\/.*\.js/, 1_500)
  await page.goto('/admin/members', { waitUntil: 'commit' })
  await page.locator('search input[type="search"]').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('ajr')
  expect(await page.locator('html[data-hydrated]').count()).toBe(0)
  await waitUntilSettled(page)
  expect(await searchValue(page)).toBe('ajr')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the key help names the keys that pick rows, and a page without a list has a help too', async ({
  page,
  openPage,
}) => {
  await logIn(page, owner)
  await open(page, '/admin')
  await page.getByRole('complementary').getByText('키보드 도움말').waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: '키보드 도움말' })
  await help.getByText('모두 찾기').waitFor()
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await open(page, '/admin/orders')
  await page.keyboard.press('?')
  await help.getByText('고른 주문 상태 바꾸기').waitFor()
  await help.getByText('이동하며 고르기').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  // Space must scroll the list of keys and not switch the shortcuts off.
  await page.keyboard.press('Space')
  expect(await help.getByRole('switch').isChecked()).toBe(true)

  const phone = await openPage({ viewport: PHONE })
  await logIn(phone, owner)
  await open(phone, '/admin/orders')
  await phone.keyboard.press('?')
  await phone.getByRole('dialog').getByText('Shift', { exact: true }).first().waitFor()
  await expectGoodPage(phone)
})

test('shortcuts of a single character can be turned off on a device, without the keyboard and by it', async ({
  page,
}) => {
  await logIn(page, owner)
  await open(page, '/admin/members')
  const helpButton = page.getByRole('complementary').getByRole('button', { name: '키보드 도움말' })
  const help = page.getByRole('dialog', { name: '키보드 도움말' })
  const letters = help.getByRole('switch', { name: '글자 하나로 된 단축키' })
  await page.keyboard.press('j')
  await page.waitForURL(/[?&]id=/)
  await waitUntilSettled(page)
  const moved = page.url()
  await helpButton.click()
  await help.getByText('이동', { exact: true }).waitFor()
  await letters.uncheck()
  await expectGoodPage(page)
  const isStruckOut = (does: string) =>
    help
      .getByText(does, { exact: true })
      .evaluate((each) => getComputedStyle(each).textDecorationLine === 'line-through')
  expect([await isStruckOut('이동'), await isStruckOut('자세히')]).toEqual([true, false])
  await page.keyboard.press('Escape')
  for (const key of ['j', '?', '/']) await page.keyboard.press(key)
  expect(await help.count()).toBe(0)
  expect(page.url()).toBe(moved)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).not.toBe('search')
  expect(await page.locator('[aria-keyshortcuts]:not([aria-keyshortcuts^=Control])').count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: '모두 찾기' }).waitFor()
  await page.keyboard.press('Escape')

  await open(page, '/admin')
  await page.keyboard.press('?')
  expect(await help.count()).toBe(0)
  await helpButton.focus()
  await page.keyboard.press('Enter')
  await letters.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await help.waitFor()
})

test('matching a deposit far down keeps the place and the focus; A waits for the charges it may pay for', async ({
  page,
  openPage,
}) => {
  const person = newPerson()
  await register(await openPage(), person)
  const namePrefix = `멀리${person.id.replace('_', '')}`
  const ids = await makeDeposits(namePrefix, 50)
  await runSql(
    `INSERT INTO charges (member_id, name, normal_name, point, pay_amount, fee_type, fee_value, expires_at)
     SELECT id, '본명', '본명', 7000002000, 7000002000, $2::int, '{}', now() + interval '2 hours' FROM members WHERE login_id = $1`,
    [person.id, feeType.NONE],
  )
  await logIn(page, owner)
  await open(page, `/admin/deposits?q=${encodeURIComponent(namePrefix)}`)
  const { keyboard } = page
  // The newest row comes first, so the twentieth of the fifty deposits is in row 31.
  for (let at = 0; at < 30; at++) await keyboard.press('j')
  await slowDown(page, new RegExp(`/api/admin/deposits/${ids[19]}$`), 1_000)
  await keyboard.press('a')
  await waitForText(page, '충전 요청을 찾는 대로 확인 창을 열어요.')
  await page.getByRole('dialog', { name: '입금 맞추기' }).getByText('+70,000,020P').waitFor()
  const before = await isScrolled(page)
  expect(before).toBeGreaterThan(200)
  await keyboard.press('Enter')
  await waitForText(page, new RegExp(`${namePrefix}20 · 70,000,020원`))
  await waitUntilSettled(page)
  await expect.poll(() => page.getByText(`${namePrefix}20`, { exact: true }).count()).toBe(0)
  expect(Math.abs((await isScrolled(page)) - before)).toBeLessThan(100)
  const focused = await page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'))
  expect(focused).toBe(String(ids[18]))
  await expect.poll(() => page.url()).toContain(`id=${ids[18]}`)
})

/** Number of lines that an element's text occupies. */
const linesOf = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

test('after an import the menu counts the new deposits, and the focus is on what comes next', async ({ page }) => {
  await logIn(page, owner)
  await open(page, '/admin/deposits/import')
  const link = page.getByRole('navigation', { name: '운영 메뉴' }).getByRole('link', { name: /^입금/ })
  const count = async () => Number((await link.textContent())?.replace(/\D/g, ''))
  const before = await count()
  const name = `수입${newPerson().id.replace('_', '')}`
  const table = ['거래일시\t입금자명\t입금액', `2026-11-20 10:00:00\t${name}\t1,234,567`].join('\n')
  const source = page.getByLabel('거래내역 붙여 넣기')
  await source.fill(table)
  await page.getByRole('button', { name: '미리보기' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: '1건 가져오기' }).waitFor()
  await page.getByRole('button', { name: '다른 내역' }).press('Enter')
  await source.fill(table)
  await page.keyboard.press('Tab')
  const amount = page.getByRole('cell', { name: '1,234,567', exact: true })
  expect(await amount.evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('right')
  expect(await linesOf(page.getByRole('cell', { name: '2026-11-20 10:00:00', exact: true }))).toBe(1)
  await page.getByRole('button', { name: '1건 가져오기' }).press('Enter')
  await page.getByText(/대기 1건/).waitFor()
  // Doesn't expect exactly one more, because other journeys may import deposits at the same time.
  await expect.poll(count).toBeGreaterThan(before)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('대기 입금 보기')
  await open(page, `/admin/deposits?q=${name}`)
  expect(await linesOf(page.getByRole('main').locator('dd span[title]:visible').first())).toBe(1)
})

test('pages at the end of the menu, opened directly, begin at their title', async ({ page }) => {
  await logIn(page, owner)
  for (const path of ['reports', 'audit', 'settings', 'outbox']) {
    await open(page, `/admin/${path}`)
    expect(await isScrolled(page), path).toBe(0)
    if (path !== 'reports') continue
    const labels = await page.getByText(/^[\d.,]+[만억]$/).all()
    for (const label of labels) expect(await linesOf(label)).toBe(1)
    const yesterday = page.getByRole('navigation', { name: '기간' }).getByRole('link', { name: '어제' })
    await yesterday.press('Enter')
    await page.locator('[aria-current="true"]', { hasText: '어제' }).waitFor()
    await waitUntilFocused(yesterday)
  }
})

test('on a phone the services begin on the first screen; their filters open by a button', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  await logIn(page, owner)
  await open(page, '/admin/services')
  const row = await page.locator('[data-row]').first().boundingBox()
  expect(row?.y).toBeLessThan(440)
  const filters = page.getByRole('button', { name: '필터', exact: true })
  await filters.click()
  await page.getByLabel('카테고리', { exact: true }).first().waitFor()
  await expectGoodPage(page)
  await page.getByLabel('플랫폼', { exact: true }).first().selectOption({ index: 1 })
  await page.getByRole('button', { name: '필터 1' }).waitFor()
  // On a phone the column heads aren't shown, and contain no links that Tab would reach. A select sorts the list
  // instead.
  expect(await page.getByRole('columnheader').getByRole('link').count()).toBe(0)

  const wide = await openPage()
  await logIn(wide, owner)
  await open(wide, '/admin/services')
  const [tools, table] = [wide.getByRole('search').first(), wide.getByRole('table')]
  const height = ((await table.boundingBox())?.y ?? 0) - ((await tools.boundingBox())?.y ?? 0)
  expect(height, 'height of the tools above the services at 1280').toBeLessThan(120)
  await wide.getByRole('button', { name: '필터', exact: true }).click()
  await wide.getByLabel('카테고리', { exact: true }).first().waitFor()
  await expectGoodPage(wide)
  const detail = wide.getByRole('region', { name: /^상품 \d+$/ })
  const scrolled = await detail.evaluate((panel) => {
    panel.scrollTop = 300
    return panel.scrollTop
  })
  expect(scrolled).toBe(300)
  await wide.keyboard.press('j')
  await expect.poll(() => detail.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
})

/** Ends the session without telling the page, as a time-out does. */
async function endSession(page: Page): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name.endsWith('token'))?.value ?? ''
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
  await runSql('DELETE FROM sessions WHERE id = $1', [sid])
}

test('a session that ends inside a dialog or a draft loses nothing: after the login in place the act is done', async ({
  page,
  openPage,
}) => {
  const person = newPerson()
  await register(await openPage(), person)
  await logIn(page, owner)
  await open(page, `/admin/members?q=${person.id}`)
  await page.keyboard.press('a')
  await page.keyboard.type('1500')
  await page.keyboard.press('Tab')
  await page.keyboard.type('배송 지연 보상')
  await endSession(page)
  await page.keyboard.press('Enter')
  const login = page.getByRole('dialog', { name: '로그인' })
  await login.getByText('로그인이 만료됐어요.').waitFor()
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog').first()
  expect(await question.getByLabel('사유', { exact: true }).inputValue()).toBe('배송 지연 보상')
  await question.getByLabel('사유', { exact: true }).press('Enter')
  await login.getByLabel('비밀번호', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await waitForText(page, /1,500P/)
  await page.getByRole('region', { name: '회원 기록' }).getByText('배송 지연 보상').waitFor()

  const content = `점검 ${person.id}`
  await runSql('INSERT INTO notices (content) VALUES ($1)', [content])
  await open(page, '/admin/notices')
  await page.getByRole('cell', { name: content }).click()
  const draft = page.getByRole('textbox', { name: '공지 내용' })
  await draft.fill(`${content} 연기`)
  await endSession(page)
  await page.getByRole('main').getByRole('button', { name: '저장', exact: true }).click()
  await login.getByLabel('비밀번호', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: `${content} 연기` }).waitFor()
  expect(await runSql('DELETE FROM notices WHERE content = $1 RETURNING id', [`${content} 연기`])).toHaveLength(1)
})
