import type { Page } from 'playwright'
import { expect } from 'vitest'
import { logIn, newPerson, open, register } from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { findServiceIdWhere, givePoints } from '../support/shop-data.ts'

const star = (page: Page) => page.getByRole('button', { name: '즐겨찾기', exact: true })
const isPressed = (page: Page) => star(page).getAttribute('aria-pressed')
const quickChoices = (page: Page) => page.getByRole('region', { name: '바로 고르기' })
const lists = (page: Page) => quickChoices(page).locator('summary')
const linkField = (page: Page) => page.getByLabel('링크', { exact: true })
const selectedProduct = (page: Page) =>
  page.getByRole('listbox', { name: '상품' }).getByRole('option', { selected: true })

test('a member stars a service on a phone, finds it first the next time, and what he ordered last beside it', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: PHONE })
  const wanted = await findServiceIdWhere('c.platform_id = 2 AND NOT s.is_read_only')
  const person = newPerson()
  await register(page, person)
  await givePoints(person, 1_000_000)
  await logIn(page, person)
  await open(page, `/order?service=${wanted}`)
  await waitUntilSettled(page)
  expect(await quickChoices(page).count()).toBe(0)
  expect(await isPressed(page)).toBe('false')

  await star(page).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => isPressed(page)).toBe('true')
  await expect.poll(() => lists(page).allTextContents()).toEqual(['즐겨찾기1'])
  await expect.poll(() => selectedProduct(page).textContent()).toContain('즐겨찾기: ')
  await expectGoodPage(page)

  await linkField(page).fill('https://www.youtube.com/@seoul.cafe.log')
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByRole('region', { name: '주문 완료' }).waitFor()
  await expect.poll(() => lists(page).allTextContents()).toEqual(['즐겨찾기1', '최근 주문1'])

  await open(page, '/order?platform=1')
  await waitUntilSettled(page)
  await page.getByRole('combobox', { name: '상품 검색' }).fill(String(wanted))
  const found = page.getByRole('listbox', { name: '검색 결과' }).locator(`[href="/order?service=${wanted}"]`)
  await expect.poll(() => found.textContent()).toContain('즐겨찾기: ')
  await page.keyboard.press('Escape')

  await lists(page).first().click()
  await quickChoices(page).getByRole('link').first().click()
  await expect.poll(() => page.url()).toContain(`service=${wanted}`)
  await expect.poll(() => selectedProduct(page).textContent()).toContain('즐겨찾기: ')
  await expectGoodPage(page)

  await star(page).click()
  await expect.poll(() => isPressed(page)).toBe('false')
  await expect.poll(() => lists(page).allTextContents()).toEqual(['최근 주문1'])
})

test('a visitor and a guest see neither stars nor lists', async ({ page }) => {
  await open(page, '/order')
  await page.getByRole('heading', { name: '상품 설명' }).waitFor()
  expect(await star(page).count()).toBe(0)
  await page.context().addCookies([{ name: 'guest', value: '1', url: page.url() }])
  await open(page, '/order')
  await page.getByRole('heading', { name: '상품 설명' }).waitFor()
  expect(await star(page).count()).toBe(0)
  expect(await quickChoices(page).count()).toBe(0)
})
