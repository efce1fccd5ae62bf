import type { Page } from 'playwright'
import { expect, inject } from 'vitest'
import {
  logIn,
  newPerson,
  open,
  owner,
  register,
  waitForBalance,
  waitForText,
  waitUntilFocused,
  waitUntilInSight,
} from '../support/app.ts'
import { breakCall, restoreCall } from '../support/faults.ts'
import { DESKTOP, expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { findServiceIdWhere, givePoints, runSql } from '../support/shop-data.ts'

const SERVICE_CONDITION =
  's.unit_price = 330000 AND s.min = 10 AND s.provider_id IS NULL AND NOT s.is_read_only AND c.platform_id = 1'
const headers = { 'sec-fetch-site': 'same-origin' }

/** Sends a call with the session of `page`. Returns the body of the response. */
async function call(page: Page, path: string, data: object) {
  const answer = await page.request.post(path, { headers, data })
  expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
  return answer.json()
}

async function newBuyer(page: Page) {
  const person = newPerson()
  await register(page, person)
  await givePoints(person, 100_000)
  await logIn(page, person)
  const serviceId = await findServiceIdWhere(SERVICE_CONDITION)
  const order = async (link: string, amount = 1_000): Promise<number> =>
    (await call(page, '/service/order', { serviceId, link, amount, runs: 0, interval: 0 })).orderId
  return { person, serviceId, order }
}

const orderRow = (page: Page, id: number) =>
  page.getByRole('row').filter({ has: page.getByText(String(id), { exact: true }) })
const orderCells = (page: Page, id: number) => orderRow(page, id).getByRole('cell').allTextContents()
const timelineButton = (page: Page, id: number) => page.getByRole('button', { name: `주문번호 ${id} 진행 과정` })

test('ten orders a page with every column of the contract, chips for every status, two neighbours', async ({
  page,
}) => {
  const { order } = await newBuyer(page)
  const ids: number[] = []
  for (let at = 0; at < 51; at++)
    ids.push(await order(at % 2 ? '@seoul.cafe' : 'https://www.instagram.com/p/abc/?igsh=1', 10))
  await open(page, '/order-history')
  const heads = await page.getByRole('columnheader').allTextContents()
  expect(heads).toEqual([
    '주문번호',
    '주문일시',
    '상품',
    '링크',
    '사용 포인트',
    '수량',
    '상태',
    '주문 전 수량',
    '남은 수량',
  ])
  const chips = page.getByRole('navigation', { name: '주문 상태' }).getByRole('link')
  expect(await chips.allTextContents()).toEqual(['전체', '주문접수', '주문대기', '진행중', '완료', '부분완료', '취소'])
  const numbers = () => page.getByRole('button', { name: /진행 과정$/ }).allTextContents()
  const newest = ids.toReversed().map(String)
  expect(await numbers()).toEqual(newest.slice(0, 10))
  const newestId = ids.at(-1) ?? 0
  const [, at, , , used, quantity, , started, remains] = await orderCells(page, newestId)
  expect(at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect([used, quantity, started, remains]).toEqual(['33원', '10', '', '10'])

  // The notice about an ended order links to that order, no matter on which page of the history the order is.
  await open(page, `/order-history?order=${ids[0]}`)
  const sheet = page.getByRole('dialog', { name: `주문 ${ids[0]}번` })
  await sheet.getByText('상태').waitFor()
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await sheet.waitFor({ state: 'hidden' })

  const pages = page.getByRole('navigation', { name: '페이지' })
  await pages.getByRole('link', { name: '3 페이지' }).press('Enter')
  await expect.poll(numbers).toEqual(newest.slice(20, 30))
  await pages.getByRole('status').getByText('전체 6페이지 중 3페이지').waitFor({ state: 'attached' })
  await waitUntilFocused(page.getByRole('table'))
  await page.setViewportSize(PHONE)
  const inSight = pages.getByRole('link', { name: /^\d+ 페이지$/ }).filter({ visible: true })
  expect(await inSight.allTextContents()).toEqual(['1', '2', '3', '4', '5'])
  const rows = await inSight.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(new Set(rows).size).toBe(1)
  await expectGoodPage(page)
  await page.setViewportSize(DESKTOP)
  expect(await pages.getByRole('link', { name: /^\d+ 페이지$/ }).allTextContents()).toEqual(['1', '2', '3', '4', '5'])
  await pages.getByRole('link', { name: '마지막 페이지' }).click()
  await expect.poll(numbers).toEqual(newest.slice(50))

  await chips.filter({ hasText: '완료' }).first().click()
  await waitForText(page, '이 상태의 주문이 없어요')
  expect(await pages.count()).toBe(0)
})

test('links lead where they mean to; a start count below 0 is blank', async ({ page }) => {
  const { order } = await newBuyer(page)
  const [address, handle] = [await order('https://www.instagram.com/p/abc/?igsh=1'), await order('@seoul.cafe')]
  await runSql('UPDATE orders SET start_count = CASE id WHEN $1::int THEN -1 ELSE 1234 END WHERE id IN ($1, $2)', [
    address,
    handle,
  ])
  await open(page, '/order-history')
  const href = (id: number) => orderRow(page, id).getByRole('link').getAttribute('href')
  expect(await href(address)).toBe('https://www.instagram.com/p/abc/')
  expect(await href(handle)).toBe('https://www.instagram.com/seoul.cafe/')
  expect([(await orderCells(page, address))[7], (await orderCells(page, handle))[7]]).toEqual(['', '1,234'])
})

test('an order tells its way and its money, with the sums written out', async ({ page, openPage }) => {
  const { order } = await newBuyer(page)
  const id = await order('@seoul.cafe')
  const staffPage = await openPage()
  await logIn(staffPage, owner)
  const move = (body: object) => call(staffPage, `/api/admin/orders/${id}/transition`, body)
  await move({ status: 1, startCount: 52 })
  await move({ status: 3, remains: 157 })
  await move({ status: 3, remains: 200, reason: '이탈 확인' })

  await open(page, '/order-history')
  await breakCall(page, `/service/order/${id}`, 'fault')
  await timelineButton(page, id).click()
  const dialog = page.getByRole('dialog', { name: `주문 ${id}번` })
  await dialog.getByText('내역을 불러오지 못했습니다.').waitFor()
  await restoreCall(page, `/service/order/${id}`)
  await dialog.getByRole('button', { name: '다시 불러오기' }).click()
  await dialog.getByText('3.3원 × 1,000개 = 3,300원').waitFor()
  await dialog.getByText('3,300원 × 남은 157개 ÷ 1,000개 = 518.1원', { exact: true }).waitFor()
  await dialog
    .getByText('3,300원 × 남은 200개 ÷ 1,000개 = 660원 − 이미 돌려받은 518.1원 = 141.9원', { exact: true })
    .waitFor()
  const events = await dialog.getByRole('list').first().getByRole('listitem').allTextContents()
  for (const [at, part] of ['주문접수', '진행중', '남은 수량 157개', '이탈 확인'].entries())
    expect(events[at]).toContain(part)
  expect(await dialog.getByRole('button', { name: '주문 취소' }).count()).toBe(0)
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
})

test('a member takes back what waits, and is told when it has begun meanwhile', async ({ page, openPage }) => {
  const { order } = await newBuyer(page)
  const [first, second] = [await order('@seoul.cafe'), await order('@seoul.cafe')]
  await open(page, '/order-history')
  await waitForBalance(page, '93,400원')
  const cancel = async (id: number) => {
    await timelineButton(page, id).click()
    await page.getByRole('button', { name: '주문 취소', exact: true }).click()
    await page.getByText('3,300원을 돌려받아요. 주문을 취소할까요?').waitFor()
  }
  await cancel(first)
  await page.getByRole('button', { name: '그대로 두기' }).click()
  await page.getByRole('button', { name: '주문 취소', exact: true }).click()
  await page.getByRole('button', { name: '주문 취소하기' }).click()
  await waitForText(page, '주문을 취소했어요.')
  await waitForBalance(page, '96,700원')
  await page.getByRole('dialog').getByText('전액 3,300원').waitFor()
  await waitUntilFocused(page.getByRole('dialog').getByRole('heading', { name: `주문 ${first}번` }))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await waitUntilFocused(timelineButton(page, first))
  await orderRow(page, first).getByText('취소', { exact: true }).last().waitFor()

  await cancel(second)
  const staffPage = await openPage()
  await logIn(staffPage, owner)
  await call(staffPage, `/api/admin/orders/${second}/transition`, { status: 1 })
  await page.getByRole('button', { name: '주문 취소하기' }).click()
  await waitForText(page, '지금 상태에서는 바꿀 수 없어요.')
  await page.getByRole('dialog').getByText('주문이 이미 진행돼서 지금은 취소할 수 없어요.').waitFor()
  expect(await page.getByRole('button', { name: '주문 취소하기' }).count()).toBe(0)
  await orderRow(page, second).getByText('진행중', { exact: true }).first().waitFor()
  await waitForBalance(page, '96,700원')
})

test('an auto order says when its next run comes; its runs say where they were paid', async ({ page }) => {
  await newBuyer(page)
  const serviceId = await findServiceIdWhere(
    `${SERVICE_CONDITION.replace('AND s.provider_id IS NULL', '')} AND s.enable_auto`,
  )
  const input = { serviceId, link: '@seoul.cafe', amount: 100, runs: 3, interval: 90 }
  const { orderId, autoOrderId } = await call(page, '/service/order', input)
  await open(page, '/auto-order-history')
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    '주문번호',
    '주문일시',
    '링크',
    '최종 사용 포인트',
    '회당 수량',
    '상품',
    '진행 횟수',
    '간격',
    '최종 수량',
    '상태',
    '관리',
  ])
  const [, at = '', , used, each, , runs, interval = '', whole] = await orderCells(page, autoOrderId)
  expect([used, each, runs, whole]).toEqual(['990원', '100', '1 / 3', '300'])
  const next = interval.replace('90분다음 ', '')
  expect(Date.parse(`${next}+09:00`) - Date.parse(`${at}+09:00`)).toBe(90 * 60_000)
  const chips = page.getByRole('navigation', { name: '자동주문 상태' }).getByRole('link')
  expect(await chips.allTextContents()).toEqual(['전체', '진행중', '완료', '취소'])

  await open(page, '/order-history')
  await timelineButton(page, orderId).click()
  await page.getByText(`자동주문 ${autoOrderId}번을 시작할 때 결제한 금액 가운데 이번 회차의 몫`).waitFor()
})

test('on a phone orders read as cards, and the hint to turn it is dismissed for good', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  const { order } = await newBuyer(page)
  const id = await order('https://www.instagram.com/p/abcdefghijklmnopqrstuvwxyz0123456789/')
  await open(page, '/order-history')
  const card = orderRow(page, id)
  const { width = 0 } = (await card.boundingBox()) ?? {}
  expect(width).toBeLessThanOrEqual(PHONE.width)
  const link = card.getByRole('link', { name: /instagram/ })
  // Date, quantity and link are shown at once, the link cut to one line. 자세히 shows the rest.
  expect(await link.isVisible()).toBe(true)
  const oneLine = (await card.locator('[data-label="링크"]').boundingBox())?.height ?? 0
  expect(oneLine).toBeLessThan(40)
  for (const name of ['주문일시', '수량', '사용 포인트'])
    expect(await card.locator(`[data-label="${name}"]`).isVisible(), name).toBe(true)
  expect(await card.locator('[data-label="남은 수량"]').isVisible()).toBe(false)
  await card.getByRole('button', { name: '자세히' }).tap()
  await card.locator('[data-label="남은 수량"]').waitFor()
  await expectGoodPage(page)
  await timelineButton(page, id).tap()
  await page.getByRole('dialog').getByText('주문 결제').waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: '닫기', exact: true }).tap()

  const hint = page.getByRole('complementary', { name: '화면 안내' })
  await hint.getByRole('button').tap()
  for (const path of ['/order-history', '/auto-order-history']) {
    await open(page, path)
    expect(await hint.isVisible()).toBe(false)
  }
})

test('back closes an order’s sheet and stays on the page, whichever way it was opened and closed', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: PHONE })
  const { order } = await newBuyer(page)
  const id = await order('@seoul.cafe')
  await open(page, '/order')
  await open(page, '/order-history?status=0')
  const sheet = page.getByRole('dialog', { name: `주문 ${id}번` })
  await timelineButton(page, id).tap()
  await sheet.getByText('주문 결제').waitFor()
  await page.goBack()
  await sheet.waitFor({ state: 'hidden' })
  expect(page.url()).toMatch(/\/order-history\?status=0$/)
  await page.goForward()
  await sheet.getByText('주문 결제').waitFor()
  await page.goBack()
  await sheet.waitFor({ state: 'hidden' })
  // Closing the sheet by its button leaves no entry in the browser's history, so the next "back" leaves the page.
  await timelineButton(page, id).tap()
  await sheet.waitFor()
  await sheet.getByRole('button', { name: '닫기', exact: true }).tap()
  await sheet.waitFor({ state: 'hidden' })
  await waitUntilSettled(page)
  await page.goBack()
  await page.waitForURL(/\/order$/)
  // Reloading the page while the sheet is open shows the page without the sheet.
  await page.goForward()
  await timelineButton(page, id).tap()
  await sheet.waitFor()
  await page.reload()
  await timelineButton(page, id).waitFor()
  expect(page.url()).toMatch(/\/order-history\?status=0$/)
})

test('a card on a phone takes an order back and orders the same again', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  const { order } = await newBuyer(page)
  const id = await order('https://www.instagram.com/p/abc/', 500)
  await open(page, '/order-history')
  const firstChip = page.getByRole('navigation', { name: '주문 상태' }).getByRole('link').first()
  expect((await firstChip.boundingBox())?.x).toBeGreaterThanOrEqual(16)
  const card = orderRow(page, id)
  await card.getByRole('button', { name: `주문 취소, ${id}번` }).tap()
  const sheet = page.getByRole('dialog', { name: `주문 ${id}번` })
  await sheet.getByText('1,650원을 돌려받아요. 주문을 취소할까요?').waitFor()
  await expectGoodPage(page)
  await sheet.getByRole('button', { name: '그대로 두기' }).tap()
  await sheet.waitFor({ state: 'hidden' })
  await waitForBalance(page, '98,350원')
  await card.getByRole('button', { name: `주문 취소, ${id}번` }).tap()
  await sheet.getByRole('button', { name: '주문 취소하기' }).tap()
  await waitForText(page, '주문을 취소했어요.')
  await waitForBalance(page, '100,000원')
  await waitUntilFocused(sheet.getByRole('heading', { name: `주문 ${id}번` }))
  await page.goBack()
  await sheet.waitFor({ state: 'hidden' })
  await card.getByText('취소', { exact: true }).first().waitFor()
  await waitUntilFocused(timelineButton(page, id))
  expect(await card.getByRole('button', { name: /^주문 취소/ }).count()).toBe(0)

  await card.getByRole('link', { name: `다시 주문, ${id}번` }).tap()
  await page.waitForURL(/\/order\?service=/)
  await expect
    .poll(() => page.getByLabel('링크', { exact: true }).inputValue())
    .toBe('https://www.instagram.com/p/abc/')
  expect(await page.getByLabel('수량', { exact: true }).inputValue()).toBe('500')
  await waitUntilInSight(page.getByLabel('수량', { exact: true }))
  await waitUntilFocused(page.getByRole('complementary', { name: '주문 요약' }))
  await waitForBalance(page, '100,000원')

  // Ordering again isn't offered for an order of a service that can't be ordered now.
  await runSql('UPDATE orders SET service_id = $2 WHERE id = $1', [id, await findServiceIdWhere('s.is_read_only')])
  await open(page, '/order-history')
  expect(await card.getByRole('link', { name: /^다시 주문/ }).count()).toBe(0)
})

test('who has ordered nothing is told what to do first', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  for (const [path, text] of [
    ['/order-history', '최근 3개월 동안 주문한 내역이 없어요'],
    ['/auto-order-history', '최근 3개월 동안 자동주문한 내역이 없어요'],
  ] as const) {
    await open(page, path)
    await waitForText(page, text)
    await page.getByRole('main').getByRole('link', { name: '주문하기' }).click()
    await page.waitForURL(`${inject('shop').url}/order`)
  }
})

test('an order is found by its number in any status; the chips are one row on a phone', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  const { order } = await newBuyer(page)
  const first = await order('@seoul.cafe', 10)
  for (let at = 0; at < 10; at++) await order('@seoul.log', 10)
  await open(page, '/order-history?status=2')
  const chips = page.getByRole('navigation', { name: '주문 상태' })
  const tops = await chips
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  const search = page.getByRole('searchbox', { name: '주문번호로 찾기' })
  await search.fill(`#${first}`)
  await search.press('Enter')
  await page.waitForURL(/q=/)
  await timelineButton(page, first).waitFor()
  expect(await page.getByRole('button', { name: /진행 과정$/ }).count()).toBe(1)
  await expectGoodPage(page)
  await search.fill('없는 번호')
  await search.press('Enter')
  await page.getByText('‘없는 번호’ 주문을 찾지 못했어요').waitFor()
  await page.getByRole('link', { name: '전체 보기' }).click()
  await page.waitForURL(/order-history$/)
  await expect.poll(() => page.getByRole('button', { name: /진행 과정$/ }).count()).toBe(10)

  // The bar of the picked orders stays at the top of the window. Shift+Tab must not focus a control that the bar
  // covers.
  const boxes = page.getByRole('checkbox', { name: /고르기$/ })
  for (const at of [0, 1]) await boxes.nth(at).check()
  await boxes.nth(6).focus()
  const bar = page.getByRole('region', { name: '고른 주문' })
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Shift+Tab')
    const { y, height } = (await bar.boundingBox()) ?? { y: 0, height: 0 }
    const focused = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0)
    expect(focused, `after ${presses + 1} presses`).toBeGreaterThanOrEqual(y + height)
  }
})

test('every sum on a member’s screens is in won, as the balance above it', async ({ page }) => {
  const { order, serviceId } = await newBuyer(page)
  const id = await order('https://www.instagram.com/seoul.cafe.log/')
  await call(page, `/service/order/${await order('https://www.instagram.com/seoul.bakery/')}/cancel`, {})
  await call(page, '/service/order', { serviceId, link: '@seoul.cafe', amount: 10, runs: 3, interval: 60 })
  await call(page, '/service/point', { name: '김하나', point: 10_000, feeValue: {}, feeType: 2 })
  const seen: string[] = []
  const read = async () => {
    const parts = [page.getByRole('banner'), page.getByRole('main')].map((part) => part.textContent())
    const text = (await Promise.all(parts)).join('\n')
    seen.push(...(text.match(/[\d,.]+ ?P(?![\w])/g) ?? []).map((sum) => `${new URL(page.url()).pathname}: ${sum}`))
    expect(text, page.url()).toMatch(/[\d,]+원/)
  }
  for (const path of [
    '/order',
    '/point',
    '/account',
    '/bulk-order',
    '/auto-order-history',
    '/questions',
    '/order-history',
  ]) {
    await open(page, path)
    await waitUntilSettled(page)
    await read()
  }
  await timelineButton(page, id).click()
  await page.getByRole('dialog').getByText('3.3원 × 1,000개 = 3,300원').waitFor()
  await read()
  expect(seen).toEqual([])
})
