import type { Page } from 'playwright'
import { expect } from 'vitest'
import { orderStatus } from '#lib/orders/labels.ts'
import { logIn, newPerson, open, register, waitForText } from '../support/app.ts'
import { DESKTOP, expectGoodLooks, PHONE, test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { runSql } from '../support/shop-data.ts'

const LONG_TIMEOUT_MS = 120_000

/** Adds a service for this journey to a category of SoundCloud, at 10 won per unit. Returns its id. */
async function makeService(name: string): Promise<number> {
  const [service] = await runSql<{ id: number }>(
    `INSERT INTO services (category_id, text, unit_price, min, max)
     SELECT min(id), $1, 1000000, 1, 1000 FROM categories WHERE platform_id = 13 RETURNING id`,
    [name],
  )
  return service?.id ?? 0
}

/** Inserts `orders` ended orders of a service, which took 12 minutes to start and 3 hours to end. */
const endOrders = (serviceId: number, orders: number) =>
  runSql(
    `INSERT INTO service_outcomes (order_id, service_id, status, started_in, ended_in, ended_at)
     SELECT $1::int * 1000 + n, $1, ${orderStatus.COMPLETED}, 720, 10800, now() FROM generate_series(1, $2::int) AS n`,
    [serviceId, orders],
  )

const factOf = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first()

async function openService(page: Page, serviceId: number): Promise<void> {
  await open(page, `/order?service=${serviceId}`)
  await waitUntilSettled(page)
}

test('a service says that it isn’t measured yet, and from ten ended orders on how long it takes', {
  timeout: LONG_TIMEOUT_MS,
}, async ({ page }) => {
  const serviceId = await makeService('소요 시간 없는 상품')
  await endOrders(serviceId, 9)
  await openService(page, serviceId)
  await waitForText(page, '측정 전 · 끝난 주문이 10건 모이면 실제 소요 시간을 보여 드려요.')
  expect(await page.getByText('시작까지', { exact: true }).count()).toBe(0)
  const measured = await makeService('소요 시간 있는 상품')
  await endOrders(measured, 10)
  await openService(page, measured)
  await expect.poll(() => factOf(page, '시작까지').textContent()).toBe('12분 (최근 10건)')
  expect(await factOf(page, '완료까지').textContent()).toBe('3시간 (최근 10건)')
  expect(await factOf(page, '결과').textContent()).toBe('완료 100%')
  expect(await page.getByText('측정 전', { exact: false }).count()).toBe(0)
  await expectGoodLooks(page, [PHONE, DESKTOP])
})

test('a member with a price of his own sees it beside the list price, struck through, and pays it', {
  timeout: LONG_TIMEOUT_MS,
}, async ({ page, openPage }) => {
  const serviceId = await makeService('내 가격 상품')
  const person = newPerson()
  await register(page, person)
  await runSql(
    `WITH member AS (
       INSERT INTO member_prices (member_id) SELECT id FROM members WHERE login_id = $1
       ON CONFLICT (member_id) DO UPDATE SET group_id = member_prices.group_id RETURNING member_id)
     INSERT INTO price_rules (member_id, service_id, percent) SELECT member_id, $2::int, 1250 FROM member`,
    [person.id, serviceId],
  )
  await logIn(page, person)
  await openService(page, serviceId)
  const prices = page.getByRole('listbox', { name: '상품' }).getByRole('option', { selected: true })
  await expect.poll(() => prices.textContent()).toMatch(/정가 10원, 내 가격 8\.75원/)
  const listPrice = prices.locator('s')
  expect(await listPrice.textContent()).toBe('10원')
  expect(await listPrice.evaluate((price) => getComputedStyle(price).textDecorationLine)).toBe('line-through')
  const summary = page.getByRole('complementary', { name: '주문 요약' })
  await page.getByLabel('수량', { exact: true }).fill('100')
  await summary.getByText('875원', { exact: true }).first().waitFor()
  expect(await summary.locator('s').textContent()).toBe('10원')
  await expectGoodLooks(page, [DESKTOP])

  const visitor = await openPage()
  await openService(visitor, serviceId)
  expect(await visitor.getByRole('listbox', { name: '상품' }).locator('s').count()).toBe(0)
})

test('the switch of the changes’ page is kept, and says what it does', {
  timeout: LONG_TIMEOUT_MS,
}, async ({ page, openPage }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await open(page, '/changes')
  await waitUntilSettled(page)
  const follow = page.getByRole('switch', { name: '내가 주문한 상품 소식 이메일로 받기' })
  expect(await follow.isChecked()).toBe(false)
  await follow.check()
  await waitForText(page, '상품 소식을 이메일로 보내 드릴게요.')
  await open(page, '/changes')
  await waitUntilSettled(page)
  expect(await follow.isChecked()).toBe(true)
  await expectGoodLooks(page, [PHONE, DESKTOP])
  await follow.focus()
  await page.keyboard.press('Space')
  await waitForText(page, '상품 소식 이메일을 더 보내지 않아요.')
  await open(page, '/changes')
  expect(await follow.isChecked()).toBe(false)

  const visitor = await openPage()
  await open(visitor, '/changes')
  expect(await visitor.getByRole('switch', { name: /이메일로 받기$/ }).count()).toBe(0)
})
