import type { Page } from 'playwright'
import { expect, inject } from 'vitest'
import { logIn, newPerson, open, register, waitForBalance, waitForText, waitUntilFocused } from '../support/app.ts'
import { breakCall, loseNextAnswer, restoreCall } from '../support/faults.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { findServiceIdWhere, givePoints, runSql } from '../support/shop-data.ts'

const linkField = (page: Page) => page.getByLabel('링크', { exact: true })
const amountField = (page: Page) => page.getByLabel('수량', { exact: true })
const searchField = (page: Page) => page.getByRole('combobox', { name: '상품 검색' })
const searchResults = (page: Page) => page.getByRole('listbox', { name: '검색 결과' }).getByRole('option')
const selectedProduct = (page: Page) =>
  page.getByRole('listbox', { name: '상품' }).getByRole('option', { selected: true })
const radioTile = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const orderButton = (page: Page) => page.getByRole('button', { name: '주문하기', exact: true })
const successCard = (page: Page) => page.getByRole('region', { name: '주문 완료' })

/** Creates a member with points and logs in as him. */
async function newBuyer(page: Page, points = 10_000) {
  const person = newPerson()
  await register(page, person)
  await givePoints(person, points)
  await logIn(page, person)
  return person
}

const pasteByKeyboard = async (page: Page, text: string) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: inject('shop').url })
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

const likesServiceId = () => findServiceIdWhere('c.platform_id = 1 AND s.unit_price = 330000 AND NOT s.is_read_only')

test('all services are searched, by initial consonants too, and a find is chosen by keyboard', async ({ page }) => {
  await open(page, '/order')
  await searchField(page).fill('ㅇㅅㅌ ㅈㅇㅇ')
  await expect.poll(() => searchResults(page).first().textContent()).toContain('인스타그램')
  expect(await searchResults(page).first().textContent()).toMatch(/좋아요.*원.*인스타그램 · /)
  expect(await searchField(page).getAttribute('aria-expanded')).toBe('true')
  await expectGoodPage(page)

  await searchField(page).fill('유튜브 구독자')
  await expect.poll(() => searchResults(page).first().textContent()).toContain('유튜브')
  const second = (await searchResults(page).nth(1).locator('span').first().textContent()) ?? ''
  await page.keyboard.press('ArrowDown')
  const active = await searchField(page).getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${active}"]`).textContent()).toContain(second)
  await page.keyboard.press('Enter')
  await expect.poll(() => radioTile(page, '유튜브').getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => selectedProduct(page).textContent()).toContain(second)
  expect(page.url()).toMatch(/\/order\?service=\d+$/)
})

test('Enter before the search has answered takes the first find when it comes, unless something else is typed', async ({
  page,
}) => {
  await open(page, '/order')
  const asked = page.waitForRequest((request) => request.url().includes('/service/search'))
  await page.route('**/service/search?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await searchField(page).fill('유튜브 구독자')
  await page.keyboard.press('Enter')
  await asked
  await expect.poll(() => radioTile(page, '유튜브').getAttribute('aria-checked')).toBe('true')
  expect(await searchField(page).inputValue()).toBe('')
  await waitUntilFocused(linkField(page))

  await searchField(page).fill('틱톡')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' 없는것')
  await waitForText(page, '‘틱톡 없는것’에 맞는 상품이 없어요.')
  expect(await radioTile(page, '유튜브').getAttribute('aria-checked')).toBe('true')
})

test('a quantity is what was typed: 1.5 is neither 15 nor ordered, and the largest price keeps to its card', async ({
  page,
}) => {
  await newBuyer(page)
  await open(page, '/order')
  const orders: string[] = []
  page.on('request', (request) => request.url().endsWith('/service/order') && orders.push(request.url()))
  await linkField(page).fill('@seoul.cafe')
  for (const [typed, shown] of [
    ['1.5', '주문 수량이 최소수량보다 적습니다.'],
    ['1e3', '주문 수량이 최소수량보다 적습니다.'],
    ['15.5', '주문 수량은 소수점 없이 입력해 주세요.'],
  ] as const) {
    await amountField(page).fill('')
    await amountField(page).pressSequentially(typed)
    await orderButton(page).click()
    await waitForText(page, shown)
    expect(await amountField(page).inputValue()).toBe(typed)
  }
  expect(orders).toEqual([])

  await amountField(page).fill('999999999999')
  const wide = () =>
    page.getByRole('complementary', { name: '주문 요약' }).evaluate((card) => card.scrollWidth - card.clientWidth)
  expect(await wide()).toBeLessThanOrEqual(0)
  await page.setViewportSize(PHONE)
  expect(await wide()).toBeLessThanOrEqual(0)
})

test('a search that finds nothing says so, Escape puts it away, and Enter in it orders nothing', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  await open(page, '/order')
  await searchField(page).fill('없는상품이름')
  await waitForText(page, '‘없는상품이름’에 맞는 상품이 없어요.')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByText('맞는 상품이 없어요.').first().isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  expect(await searchField(page).inputValue()).toBe('')
  await searchField(page).press('Enter')
  expect(asked.filter((url) => url.endsWith('/service/order'))).toEqual([])
})

test('Hangul that is being composed searches as it grows, and its Enter chooses and orders nothing', async ({
  page,
}) => {
  await newBuyer(page)
  await open(page, '/order')
  const orders: string[] = []
  page.on('request', (request) => request.url().endsWith('/service/order') && orders.push(request.url()))
  const before = page.url()
  const keyboard = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const enterOfTheComposition = {
    type: 'rawKeyDown',
    key: 'Process',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  } as const

  await searchField(page).focus()
  for (const syllable of ['ㅇ', '이', '인']) await compose(syllable)
  await expect.poll(() => searchResults(page).count()).toBeGreaterThan(0)
  await keyboard.send('Input.dispatchKeyEvent', enterOfTheComposition)
  expect(page.url()).toBe(before)
  await keyboard.send('Input.insertText', { text: '인' })
  await compose('ㅅ')
  await compose('스')
  await keyboard.send('Input.insertText', { text: '스타' })
  expect(await searchField(page).inputValue()).toBe('인스타')
  await expect.poll(() => searchResults(page).first().textContent()).toContain('인스타')

  await linkField(page).fill('@seoul.cafe')
  await linkField(page).press('End')
  await compose('카')
  await keyboard.send('Input.dispatchKeyEvent', enterOfTheComposition)
  await keyboard.send('Input.insertText', { text: '카' })
  expect(await linkField(page).inputValue()).toBe('@seoul.cafe카')
  await waitUntilSettled(page)
  expect(orders).toEqual([])
  expect(await successCard(page).count()).toBe(0)
})

test('Enter in the link field goes on to the quantity and pays nothing, also before the page is ready', async ({
  page,
}) => {
  await newBuyer(page)
  const path = `/order?service=${await likesServiceId()}`
  const orders: string[] = []
  page.on('request', (request) => request.url().endsWith('/service/order') && orders.push(request.url()))
  await open(page, path)
  await linkField(page).fill('@seoul.cafe')
  await linkField(page).press('Enter')
  expect(await amountField(page).evaluate((field) => field === document.activeElement)).toBe(true)

  await page.route('**/_next/static/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${path}&early`, { waitUntil: 'commit' })
  await linkField(page).fill('@seoul.cafe')
  await linkField(page).press('Enter')
  await waitUntilSettled(page)
  expect(await linkField(page).inputValue()).toBe('@seoul.cafe')
  expect(orders).toEqual([])
})

test('an order is placed by keyboard alone, from the first step to the button', async ({ page }) => {
  await newBuyer(page)
  await open(page, '/order')
  await radioTile(page, '인스타그램').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => radioTile(page, '유튜브').getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => selectedProduct(page).textContent()).toContain('유튜브')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.getByRole('radio', { checked: true }).last().textContent()).toBe('외국인 구독자')
  await expect.poll(() => selectedProduct(page).textContent()).toContain('외국인')
  await page.keyboard.press('Tab')
  expect(await searchField(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  const product = (await selectedProduct(page).locator('span').first().textContent()) ?? ''
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://www.youtube.com/@seoul')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('100')
  for (let at = 0; at < 4 && !(await orderButton(page).evaluate((each) => each === document.activeElement)); at++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await successCard(page).waitFor()
  expect(await successCard(page).textContent()).toContain(product)
  expect(await successCard(page).evaluate((each) => each === document.activeElement)).toBe(true)
  expect(await successCard(page).evaluate((each) => getComputedStyle(each).outlineStyle)).not.toBe('none')
  await successCard(page).getByRole('link', { name: '내역 보기' }).press('Enter')
  await page.waitForURL('**/order-history')
  await waitUntilFocused(page.getByRole('heading', { level: 1, name: '주문내역' }))
})

test('a pasted link is cleaned, picks its platform, offers what fits it, and can be taken back', async ({ page }) => {
  const serviceId = await likesServiceId()
  await open(page, `/order?service=${serviceId}`)
  await linkField(page).focus()
  await pasteByKeyboard(page, '이 게시물이요 https://www.instagram.com/p/abc/?igsh=xyz&utm_source=qr 부탁해요')
  await expect.poll(() => linkField(page).inputValue()).toBe('https://www.instagram.com/p/abc/')
  await waitForText(page, '인스타그램 게시물 · instagram.com/p/abc')

  await linkField(page).focus()
  await pasteByKeyboard(page, 'https://youtu.be/abc?si=tracking')
  await expect.poll(() => radioTile(page, '유튜브').getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => linkField(page).inputValue()).toBe('https://youtu.be/abc')
  await waitForText(page, '유튜브 링크라서 유튜브 상품으로 바꿨어요.')
  const offers = page.getByRole('group', { name: '이 링크에 맞는 서비스' })
  expect(await offers.getByRole('button').allTextContents()).toContain('한국인 조회수')
  expect(await offers.getByRole('button').allTextContents()).not.toContain('한국인 구독자')
  await expectGoodPage(page)

  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect.poll(() => page.url()).toContain(`service=${serviceId}`)
  await expect.poll(() => radioTile(page, '인스타그램').getAttribute('aria-checked')).toBe('true')
  await waitForText(page, '유튜브 링크 같아요. 인스타그램 상품에 쓸 링크가 맞나요?')
  await page.getByRole('button', { name: '유튜브 상품 보기' }).click()
  await expect.poll(() => radioTile(page, '유튜브').getAttribute('aria-checked')).toBe('true')
  await offers.getByRole('button', { name: '한국인 조회수' }).click()
  await expect.poll(() => page.getByRole('radio', { name: '한국인 조회수' }).getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => offers.count()).toBe(0)
  expect(await linkField(page).inputValue()).toBe('https://youtu.be/abc')
})

test('a link of another platform asks once and can be gone past; what is stored beside it is clean', async ({
  page,
}) => {
  const { id } = await newBuyer(page)
  await open(page, `/order?service=${await likesServiceId()}`)
  await linkField(page).fill('https://youtu.be/abc')
  await waitForText(page, '유튜브 링크 같아요. 인스타그램 상품에 쓸 링크가 맞나요?')
  const question = page.getByRole('dialog', { name: '유튜브 링크가 맞나요?' })
  await orderButton(page).click()
  await question.waitFor()
  await expectGoodPage(page)
  await question.getByRole('button', { name: '링크 고치기' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await linkField(page).evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await successCard(page).count()).toBe(0)
  // A link of another platform that was confirmed once isn't asked about again, but the next one is.
  await linkField(page).fill('https://youtu.be/def')
  await orderButton(page).click()
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await orderButton(page).click()
  await successCard(page).waitFor()
  await linkField(page).fill('https://youtu.be/abc')
  await orderButton(page).click()
  await question.getByRole('button', { name: '이 링크로 주문하기' }).click()
  await expect.poll(() => successCard(page).textContent()).toContain('youtu.be/abc')
  await linkField(page).fill('내 글 https://instagram.com/p/abc/?igsh=1 이거')
  await orderButton(page).click()
  await expect.poll(() => successCard(page).textContent()).toContain('instagram.com/p/abc')
  const stored = await runSql(
    'SELECT o.link, o.clean_link FROM orders o JOIN members m ON m.id = o.member_id WHERE m.login_id = $1 ORDER BY o.id DESC LIMIT 2',
    [id],
  )
  expect(stored).toEqual([
    { link: '내 글 https://instagram.com/p/abc/?igsh=1 이거', clean_link: 'https://instagram.com/p/abc/' },
    { link: 'https://youtu.be/abc', clean_link: null },
  ])
})

test('there are five steps, also for a product without a description', async ({ page }) => {
  const steps = () =>
    page
      .getByRole('form', { name: '주문' })
      .locator('section h2')
      .evaluateAll((heads) => heads.map((head) => head.parentElement?.textContent?.replace(/\d+개$/, '')))
  const fiveSteps = ['1서비스', '2상품', '3상품 설명', '4링크', '5수량']
  const [silent, described] = [
    await likesServiceId(),
    await findServiceIdWhere("s.notice <> '' AND NOT s.is_read_only"),
  ]
  const [before] = await runSql<{ notice: string }>('SELECT notice FROM services WHERE id = $1', [silent])
  await runSql("UPDATE services SET notice = '' WHERE id = $1", [silent])
  await expect
    .poll(async () => {
      await open(page, `/order?service=${silent}`)
      return page.getByText('이 상품은 따로 주의할 점이 없어요.').count()
    })
    .toBe(1)
  expect(await steps()).toEqual(fiveSteps)
  await runSql('UPDATE services SET notice = $2 WHERE id = $1', [silent, before?.notice ?? ''])
  if (described !== silent) {
    await open(page, `/order?service=${described}`)
    expect(await steps()).toEqual(fiveSteps)
  }
})

test('price and refusals follow what is typed', async ({ page }) => {
  await newBuyer(page, 1_000)
  const serviceId = await findServiceIdWhere(
    'c.platform_id = 1 AND s.unit_price = 330000 AND s.enable_auto AND s.min = 10 AND s.max = 30000',
  )
  await open(page, `/order?service=${serviceId}`)
  const summary = page.getByRole('complementary', { name: '주문 요약' })
  const cost = async (text: string) => expect.poll(() => summary.textContent()).toContain(text)
  await cost('33원')
  for (const [typed, price, refusal] of [
    ['9', '29.7원', '주문 수량이 최소수량보다 적습니다.'],
    ['30001', '99,003.3원', '주문 수량이 최대수량보다 많습니다.'],
    ['304', '1,003.2원', '포인트가 부족합니다.'],
  ] as const) {
    await amountField(page).fill(typed)
    await cost(price)
    await waitForText(page, refusal)
  }
  await amountField(page).fill('100')
  await expect.poll(() => page.getByText(/최소수량|최대수량보다|부족합니다/).count()).toBe(0)
  await linkField(page).fill('a')
  await linkField(page).fill('')
  await waitForText(page, '주문 링크를 입력해주세요.')

  await page.getByRole('switch', { name: '자동주문' }).check()
  await cost('총 결제금액-')
  await waitForText(page, '모든 회차를 지금 결제하고, 진행하지 못한 회차는 포인트로 돌려드려요.')
  const [runs, interval] = [
    page.getByLabel('반복 횟수', { exact: true }),
    page.getByLabel('반복 간격', { exact: true }),
  ]
  expect([await runs.inputValue(), await interval.inputValue()]).toEqual(['0', '0'])
  for (const [field, typed, refusal] of [
    [runs, '1', '자동주문 횟수는 1보다 커야 합니다'],
    [runs, '1.5', '자동주문 횟수는 소수점이 불가합니다'],
    [interval, '59', '자동주문 간격은 60이상 이여야 합니다'],
    [interval, '60.5', '자동주문 간격은 소수점이 불가합니다'],
  ] as const) {
    await field.fill(typed)
    await waitForText(page, refusal)
  }
  await runs.fill('3')
  await interval.fill('60')
  await cost('990원')
  await page.getByRole('switch', { name: '자동주문' }).uncheck()
  await cost('330원')
  await page.getByRole('switch', { name: '자동주문' }).check()
  expect([await runs.inputValue(), await interval.inputValue()]).toEqual(['0', '0'])
})

test('the button says the first broken rule and leads to its field', async ({ page }) => {
  await newBuyer(page, 0)
  await open(page, `/order?service=${await likesServiceId()}`)
  await orderButton(page).click()
  await waitForText(page, '주문 링크를 입력해주세요.')
  expect(await linkField(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await linkField(page).fill('@seoul.cafe')
  await amountField(page).fill('1')
  await orderButton(page).click()
  await waitForText(page, '주문 수량이 최소수량보다 적습니다.')
  await amountField(page).fill('10')
  await orderButton(page).click()
  await page.getByRole('alert').getByText('포인트가 부족합니다.').waitFor()
  await expectGoodPage(page)
})

test('a choice starts its own draft: first list, first product, minimum, no repetition', async ({ page }) => {
  const serviceId = await findServiceIdWhere('c.platform_id = 1 AND s.enable_auto AND NOT s.is_read_only')
  await open(page, `/order?service=${serviceId}`)
  await linkField(page).fill('@seoul.cafe')
  await amountField(page).fill('500')
  await page.getByRole('switch', { name: '자동주문' }).check()
  await page.getByLabel('반복 횟수', { exact: true }).fill('3')
  await page.getByRole('listbox', { name: '상품' }).getByRole('option').nth(1).click()
  await expect.poll(() => amountField(page).inputValue()).not.toBe('500')
  expect(await page.getByRole('switch', { name: '자동주문' }).isChecked()).toBe(false)
  expect(await linkField(page).inputValue()).toBe('@seoul.cafe')

  await radioTile(page, '페이스북').click()
  await expect.poll(() => radioTile(page, '페이스북').getAttribute('aria-checked')).toBe('true')
  const lists = page.getByRole('radiogroup', { name: '서비스' }).getByRole('radio')
  await expect.poll(() => lists.first().getAttribute('aria-checked')).toBe('true')
  const options = page.getByRole('listbox', { name: '상품' }).getByRole('option')
  await expect.poll(() => options.first().getAttribute('aria-selected')).toBe('true')
  await lists.nth(1).click()
  await expect.poll(() => lists.nth(1).getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => options.first().getAttribute('aria-selected')).toBe('true')
  await lists.first().click()
  await expect.poll(() => lists.first().getAttribute('aria-checked')).toBe('true')
  await options.nth(1).click()
  await expect.poll(() => options.nth(1).getAttribute('aria-selected')).toBe('true')
  for (const list of [lists.nth(1), lists.first()]) {
    await list.click()
    await expect.poll(() => list.getAttribute('aria-checked')).toBe('true')
    await expect.poll(() => options.first().getAttribute('aria-selected')).toBe('true')
  }
})

test('whoever looks at another platform and comes back finds the link, and the minimum again', async ({ page }) => {
  await open(page, `/order?service=${await likesServiceId()}`)
  const minimum = await amountField(page).inputValue()
  await linkField(page).fill('@seoul.cafe')
  await amountField(page).fill('500')
  await radioTile(page, '페이스북').click()
  await expect.poll(() => radioTile(page, '페이스북').getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => amountField(page).inputValue()).not.toBe('500')
  await page.goBack()
  await page.waitForURL('**/order?service=*')
  await expect.poll(() => amountField(page).inputValue()).toBe(minimum)
  expect(await linkField(page).inputValue()).toBe('@seoul.cafe')
})

test('주문하기 in the menu leaves the order that is being typed alone', async ({ page }) => {
  await newBuyer(page)
  await open(page, '/order')
  const products = page.getByRole('listbox', { name: '상품' }).getByRole('option')
  await products.nth(1).click()
  await linkField(page).fill('@seoul.cafe')
  await amountField(page).fill('500')
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '주문하기' }).click()
  await page.waitForURL('**/order')
  await waitUntilSettled(page)
  expect(await products.nth(1).getAttribute('aria-selected')).toBe('true')
  expect([await linkField(page).inputValue(), await amountField(page).inputValue()]).toEqual(['@seoul.cafe', '500'])
})

test('after an order the form is empty and at its top; a second press in flight does nothing', async ({ page }) => {
  await newBuyer(page)
  await open(page, `/order?service=${await likesServiceId()}`)
  const sent: string[] = []
  let answer = () => {}
  const pressed = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/service/order', async (route) => {
    sent.push(route.request().postData() ?? '')
    await pressed
    await route.continue()
  })
  const minimum = await amountField(page).inputValue()
  await linkField(page).fill('https://www.instagram.com/p/abc/')
  await amountField(page).fill('100')
  await orderButton(page).click()
  await expect.poll(() => orderButton(page).getAttribute('aria-busy')).toBe('true')
  await orderButton(page).click({ force: true })
  await amountField(page).press('Enter')
  answer()
  await successCard(page).waitFor()
  expect(sent).toHaveLength(1)
  expect([await linkField(page).inputValue(), await amountField(page).inputValue()]).toEqual(['', minimum])
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const [order] = await runSql<{ id: number; service_id: number }>(
    'SELECT id, service_id FROM orders ORDER BY id DESC LIMIT 1',
  )
  const shown = (await successCard(page).textContent()) ?? ''
  for (const part of [String(order?.id), String(order?.service_id), 'https://www.instagram.com/p/abc/', '100개'])
    expect(shown).toContain(part)
  expect(shown).toContain('330원')
  expect(await page.getByRole('main').textContent()).not.toMatch(/\dP/)
  await waitForText(page, '주문에 성공했습니다.')
  await waitForBalance(page, '9,670원')
})

test('a second tap after success is no error, and the success card stays in sight', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  const { id } = await newBuyer(page)
  await open(page, `/order?service=${await likesServiceId()}`)
  await linkField(page).fill('https://www.instagram.com/p/abc/')
  await orderButton(page).tap()
  await successCard(page).waitFor()
  for (const scrolled of [0, 400]) {
    await page.evaluate((top) => scrollTo({ top }), scrolled)
    await orderButton(page).tap()
    await successCard(page).getByText('이미 접수된 주문이에요. 또 주문하려면 새 링크를 넣어 주세요.').waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  }
  expect(await page.getByText('주문 링크를 입력해주세요.').count()).toBe(0)
  const alerts = page.locator('[role=alert]:not(#__next-route-announcer__)').filter({ hasText: /./ })
  expect(await alerts.allTextContents()).toEqual([])
  const placed = await runSql('SELECT o.id FROM orders o JOIN members m ON m.id = o.member_id WHERE m.login_id = $1', [
    id,
  ])
  expect(placed).toHaveLength(1)
  await linkField(page).fill('a')
  await linkField(page).fill('')
  await orderButton(page).tap()
  await waitForText(page, '주문 링크를 입력해주세요.')
})

/**
 * Places an order whose answer is lost, reloads the page and orders again. Returns the ids of the person's orders.
 */
async function orderAgainAfterLostAnswer(page: Page, person: { readonly id: string }): Promise<number[]> {
  await linkField(page).fill('@seoul.cafe')
  await loseNextAnswer(page, '/service/order')
  await orderButton(page).click()
  await page.getByRole('alert').getByText('주문에 실패했습니다.').waitFor()
  await restoreCall(page, '/service/order')
  await page.reload()
  await waitUntilSettled(page)
  await expect.poll(() => linkField(page).inputValue()).toBe('@seoul.cafe')
  await orderButton(page).click()
  await successCard(page).waitFor()
  const placed = await runSql('SELECT o.id FROM orders o JOIN members m ON m.id = o.member_id WHERE m.login_id = $1', [
    person.id,
  ])
  return placed.map(({ id }) => Number(id))
}

test('an order whose answer was lost is not placed twice after a reload', async ({ page }) => {
  const person = await newBuyer(page)
  await open(page, `/order?service=${await likesServiceId()}`)
  const placed = await orderAgainAfterLostAnswer(page, person)
  expect(placed).toHaveLength(1)
  await linkField(page).fill('@seoul.cafe')
  await orderButton(page).click()
  await expect.poll(() => successCard(page).textContent()).not.toContain(String(placed[0]))
})

test('an order whose answer was lost is shown, though the points that are left would not pay for it again', async ({
  page,
}) => {
  const person = await newBuyer(page, 33)
  await open(page, `/order?service=${await likesServiceId()}`)
  expect(await orderAgainAfterLostAnswer(page, person)).toHaveLength(1)
})

test('an order that fails says so, and pressed again it is still one', async ({ page }) => {
  await newBuyer(page)
  await open(page, `/order?service=${await likesServiceId()}`)
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/service/order')) keys.push(request.headers()['idempotency-key'])
  })
  await breakCall(page, '/service/order', 'fault')
  await linkField(page).fill('@seoul.cafe')
  await orderButton(page).click()
  await page.getByRole('alert').getByText('주문에 실패했습니다.').waitFor()
  await restoreCall(page, '/service/order')
  await orderButton(page).click()
  await successCard(page).waitFor()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('what is read-only can be looked at and not ordered', async ({ page }) => {
  await newBuyer(page)
  await open(page, `/order?service=${await findServiceIdWhere('s.is_read_only')}`)
  await expect.poll(() => page.getByText('주문불가 상품입니다.').count()).toBeGreaterThan(1)
  expect([await linkField(page).isDisabled(), await amountField(page).isDisabled()]).toEqual([true, true])
  await orderButton(page).click()
  await page.getByRole('alert').getByText('주문불가 상품입니다.').waitFor()
  await expectGoodPage(page)
})

test('an address of a product or category that isn’t there says so, opens no other one, and leaves the rest usable', async ({
  page,
}) => {
  await open(page, '/order?service=999999')
  await waitForText(page, '더 이상 판매하지 않거나 없는 상품이에요. 다른 상품을 골라 주세요.')
  expect(await page.getByRole('listbox', { name: '상품' }).count()).toBe(0)
  await expectGoodPage(page)
  await open(page, '/order?category=999999')
  await waitForText(page, '지금은 없는 서비스예요. 다른 서비스를 골라 주세요.')
  expect(await selectedProduct(page).count()).toBe(0)
  await linkField(page).fill('@seoul.cafe')
  await page.getByRole('radiogroup', { name: '서비스' }).getByRole('radio').first().click()
  await selectedProduct(page).waitFor()
  expect(await linkField(page).inputValue()).toBe('@seoul.cafe')
  expect(await page.getByText('지금은 없는 서비스예요.').count()).toBe(0)
})

test('at 360 nothing floats over the button, and the find is in sight above it', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  await newBuyer(page, 10)
  await open(page, '/order')
  const covered = () =>
    orderButton(page).evaluate((each) => {
      const { left, top, width, height } = each.getBoundingClientRect()
      const corners = [0.05, 0.5, 0.95].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y]))
      return corners.filter(([x = 0, y = 0]) => !each.contains(document.elementFromPoint(x, y))).length
    })
  expect(await covered()).toBe(0)
  await searchField(page).tap()
  await searchField(page).fill('ㅇㅅㅌ')
  await searchResults(page).nth(1).waitFor()
  const bottom = await searchResults(page)
    .nth(1)
    .evaluate((row) => row.getBoundingClientRect().bottom)
  const top = await orderButton(page).evaluate((each) => each.getBoundingClientRect().top)
  expect(bottom).toBeLessThan(top)
  await searchResults(page).first().tap()
  await waitUntilFocused(linkField(page))
  await linkField(page).fill('@seoul.cafe')
  await amountField(page).fill('30000')
  await waitForText(page, '포인트가 부족합니다.')
  expect(await covered()).toBe(0)
  await expectGoodPage(page)
})

test('on a phone the sentence of a refused field is not hidden behind the order bar', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  await newBuyer(page)
  await open(page, `/order?service=${await likesServiceId()}`)
  await linkField(page).fill('https://www.instagram.com/p/abc/')
  await amountField(page).fill('1')
  await orderButton(page).click()
  const sentence = page.getByText('주문 수량이 최소수량보다 적습니다.').first()
  await sentence.waitFor()
  const isUncovered = () =>
    sentence.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 2, (top + bottom) / 2))
    })
  await expect.poll(isUncovered).toBe(true)
})

const serviceIdOfType = (type: string) => findServiceIdWhere(`s.type = '${type}'`)

test('a product that takes comments asks for them, counts their lines, names all that is wrong at one press', async ({
  page,
}) => {
  await newBuyer(page)
  const id = await serviceIdOfType('Comment Replies')
  await open(page, `/order?service=${id}`)
  const replies = page.getByLabel('답글', { exact: true })
  await replies.fill('좋아요')
  await orderButton(page).click()
  await waitForText(page, '주문 링크를 입력해주세요.')
  await waitForText(page, '댓글을 쓴 계정을 입력해 주세요.')
  await waitForText(page, '주문 수량이 최소수량보다 적습니다.')
  await expectGoodPage(page)

  await linkField(page).fill('https://www.instagram.com/p/abc/')
  await page.keyboard.press('Enter')
  await page.keyboard.type('writer')
  await page.keyboard.press('Enter')
  expect(await replies.evaluate((field) => field === document.activeElement)).toBe(true)
  await replies.fill('하나\n둘\n\n셋\n넷\n다섯')
  await waitForText(page, '5줄 (5 ~ 500줄)')
  await page.reload()
  await expect.poll(() => replies.inputValue()).toContain('다섯')
  await orderButton(page).click()
  await successCard(page).waitFor()
  const [order] = await runSql('SELECT amount, details FROM orders WHERE service_id = $1 ORDER BY id DESC LIMIT 1', [
    id,
  ])
  expect(order).toEqual({ amount: 5, details: { username: 'writer', comments: ['하나', '둘', '셋', '넷', '다섯'] } })
})

test('a product with choices asks for what the choice needs, and a package for nothing but its link', async ({
  page,
}) => {
  await newBuyer(page, 100_000)
  await open(page, `/order?service=${await serviceIdOfType('Web Traffic')}`)
  await linkField(page).fill('https://shop.example.com')
  await page.getByLabel('국가', { exact: true }).fill('KR')
  await page.getByLabel('기기', { exact: true }).selectOption('PC')
  await page.getByLabel('유입 경로', { exact: true }).selectOption('구글 검색')
  await page.getByLabel('검색어', { exact: true }).fill('꽃집')
  await page.setViewportSize(PHONE)
  await expectGoodPage(page)
  await orderButton(page).click()
  await successCard(page).waitFor()

  await open(page, `/order?service=${await serviceIdOfType('Package')}`)
  await linkField(page).fill('https://www.instagram.com/some.body/')
  expect(await amountField(page).count()).toBe(0)
  await orderButton(page).click()
  await successCard(page).waitFor()
  await waitForText(page, '9,900')
})

test('a subscription asks for an account instead of a link, and pays the most that it can need', async ({ page }) => {
  await newBuyer(page, 100_000)
  const id = await serviceIdOfType('Subscriptions')
  await open(page, `/order?service=${id}`)
  const account = page.getByLabel('구독할 계정', { exact: true })
  await account.waitFor()
  expect(await linkField(page).count()).toBe(0)
  expect(await amountField(page).count()).toBe(0)
  await page.getByLabel('게시물당 최소 수량', { exact: true }).fill('50')
  await page.getByLabel('게시물당 최대 수량', { exact: true }).fill('20')
  await orderButton(page).click()
  await waitForText(page, '구독할 계정을 입력해 주세요.')
  await waitForText(page, '게시물당 최대 수량이 최소 수량보다 적어요.')
  await waitForText(page, '새 게시물 수를 입력해 주세요. 개수를 정하지 않은 구독은 주문할 수 없어요.')
  await waitUntilFocused(account)
  await expectGoodPage(page)

  await account.fill('some.body')
  await page.getByLabel('게시물당 최대 수량', { exact: true }).fill('100')
  await page.getByLabel('새 게시물 수', { exact: true }).fill('3')
  await page.getByLabel('지난 게시물 수 (선택)', { exact: true }).fill('2')
  await page.getByLabel('시작 시점', { exact: true }).selectOption('1시간 30분 뒤')
  await waitForText(page, '최대 500개')
  await page.setViewportSize(PHONE)
  await expectGoodPage(page)
  await orderButton(page).click()
  await successCard(page).waitFor()
  await waitForText(page, '최대 500개')
  const [order] = await runSql(
    'SELECT link, amount, details FROM orders WHERE service_id = $1 ORDER BY id DESC LIMIT 1',
    [id],
  )
  expect(order).toEqual({
    link: 'some.body',
    amount: 500,
    details: { username: 'some.body', min: 50, max: 100, posts: 3, oldPosts: 2, delay: 90 },
  })
  await open(page, '/order-history')
  await page
    .getByRole('button', { name: /진행 과정$/ })
    .first()
    .click()
  await waitForText(page, '1시간 30분 뒤')
})
