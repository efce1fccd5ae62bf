import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import {
  approveCharge,
  demoMember,
  logIn,
  newPerson,
  open,
  owner,
  register,
  waitForText,
  waitUntilFocused,
  waitUntilInSight,
} from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { findServiceIdWhere, givePoints } from '../support/shop-data.ts'

const LINK = 'https://www.instagram.com/seoul.cafe.log/'
const linkField = (page: Page) => page.getByLabel('링크', { exact: true })
const amountField = (page: Page) => page.getByLabel('수량', { exact: true })
const orderButton = (page: Page) => page.getByRole('button', { name: '주문하기', exact: true })
const chargeButton = (page: Page) => page.getByRole('button', { name: '충전하기', exact: true })
const successCard = (page: Page) => page.getByRole('region', { name: '주문 완료' })

/**
 * Expects that the order form is filled in again and that its summary has the focus, so that only the order button is
 * left to press.
 */
async function expectBackAtOrder(page: Page) {
  await waitUntilInSight(linkField(page))
  await waitUntilFocused(page.getByRole('complementary', { name: '주문 요약' }))
}

const serviceId = () =>
  findServiceIdWhere('c.platform_id = 1 AND s.unit_price = 330000 AND NOT s.is_read_only AND s.enable_auto')

/** Maximum number of taps from the landing page to the first order, including sign-up and charge. */
const MOST_TAPS = 20

/** Counts the taps that a person makes: one to enter a field, one for a button, two to choose from a list. */
function tapCounter() {
  let taps = 0
  return {
    count: () => taps,
    tap: async (target: Locator) => {
      taps += 1
      await target.tap()
    },
    /** Types into a field. A field that has the focus already needs no tap. */
    type: async (field: Locator, text: string) => {
      const hasFocus = await field.evaluate((each) => each === document.activeElement)
      if (!hasFocus) {
        taps += 1
        await field.tap()
      }
      await field.fill(text)
    },
    choose: async (list: Locator) => {
      taps += 2
      await list.selectOption({ index: 1 })
    },
  }
}

test('a newcomer’s first order takes at most 20 taps, with the sign-up and a charge of exactly what is missing', {
  timeout: 120_000,
}, async ({ openPage }) => {
  const [page, staff] = [await openPage({ viewport: PHONE }), await openPage()]
  const { id, password } = newPerson()
  const { tap, type, choose, count } = tapCounter()
  const main = page.getByRole('main')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await open(page, '/')
  await tap(page.getByRole('listbox', { name: '상품' }).getByRole('option').nth(1))
  await type(linkField(page), LINK)
  await type(amountField(page), '1000')
  await tap(orderButton(page))
  await page.waitForURL(/\/login/)
  await waitUntilSettled(page)
  await waitForText(page, '주문 내용은 저장했어요. 로그인하면 이어서 주문해요.')
  await expectGoodPage(page)
  // The field doesn't get the focus on arrival, because the phone's keyboard would cover the page.
  expect(await field('아이디').evaluate((each) => each === document.activeElement)).toBe(false)
  await tap(main.getByRole('link', { name: '회원가입', exact: true }))
  await page.waitForURL(/\/register/)
  await type(field('아이디'), id)
  await type(field('비밀번호'), password)
  await type(field('비밀번호 확인'), password)
  await type(field('이메일'), `${id}@example.com`)
  await choose(field('가입경로'))
  const agreement = page.getByRole('checkbox', { name: '약관 동의' })
  if (await agreement.count()) await tap(agreement)
  await tap(main.getByRole('button', { name: '회원가입', exact: true }))
  await waitForText(page, '회원가입에 성공했습니다.')
  await page.waitForURL(/\/login/)
  await waitUntilSettled(page)
  if ((await field('아이디').inputValue()) !== id) await type(field('아이디'), id)
  await type(field('비밀번호'), password)
  await tap(main.getByRole('button', { name: '로그인', exact: true }))
  await page.waitForURL(/\/order/)
  await expect.poll(() => linkField(page).inputValue()).toBe(LINK)
  expect(await amountField(page).inputValue()).toBe('1000')
  await expectBackAtOrder(page)

  const offer = page.getByRole('link', { name: /원 충전하고 주문하기$/ })
  await offer.waitFor()
  await expectGoodPage(page)
  const missing = /^([\d,]+)원/.exec((await offer.textContent()) ?? '')?.[1] ?? ''
  await tap(offer)
  await page.waitForURL(/\/point\?amount=/)
  await waitUntilSettled(page)
  await waitForText(page, '작성 중인 주문이 있어요')
  expect(await field('충전금액').inputValue()).toBe(missing)
  await expectGoodPage(page)
  await type(field('입금자명'), id)
  await tap(chargeButton(page))
  await waitForText(page, '입금을 기다리고 있어요')
  await waitUntilFocused(page.getByRole('heading', { name: '입금을 기다리고 있어요' }))
  await waitUntilInSight(page.getByRole('button', { name: '금액 복사' }))
  await waitUntilInSight(page.getByRole('button', { name: '계좌번호 복사' }))
  await page.reload()
  await waitForText(page, '입금을 기다리고 있어요')

  await logIn(staff, owner)
  await approveCharge(staff, id)
  await page.waitForURL(/\/order\?service=/, { timeout: 30_000 })
  await expect.poll(() => linkField(page).inputValue()).toBe(LINK)
  expect(await amountField(page).inputValue()).toBe('1000')
  await expect.poll(() => page.getByText('포인트가 부족합니다.').count()).toBe(0)
  await expectBackAtOrder(page)
  await tap(orderButton(page))
  await successCard(page).waitFor()
  expect(await linkField(page).inputValue()).toBe('')
  expect(count()).toBeLessThanOrEqual(MOST_TAPS)
})

test('a draft survives a reload, back and another screen, with its repetition', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await givePoints(person, 100_000)
  await logIn(page, person)
  await open(page, `/order?service=${await serviceId()}`)
  await linkField(page).fill(LINK)
  await amountField(page).fill('100')
  await page.getByRole('switch', { name: '자동주문' }).check()
  await page.getByLabel('반복 횟수', { exact: true }).fill('3')
  await page.getByLabel('반복 간격', { exact: true }).fill('90')
  const isThere = async () => {
    await expect.poll(() => linkField(page).inputValue()).toBe(LINK)
    expect(await amountField(page).inputValue()).toBe('100')
    expect(await page.getByLabel('반복 횟수', { exact: true }).inputValue()).toBe('3')
    expect(await page.getByLabel('반복 간격', { exact: true }).inputValue()).toBe('90')
  }
  await page.reload()
  await isThere()
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '주문내역', exact: true }).click()
  await page.waitForURL('**/order-history')
  await page.goBack()
  await isThere()
  await page.getByRole('banner').getByRole('link', { name: '충전', exact: true }).click()
  await page.getByRole('link', { name: '주문으로 돌아가기' }).click()
  await isThere()
  await open(page, '/order')
  await isThere()

  // A URL that names a service shows that service; the stored draft isn't changed.
  const other = await findServiceIdWhere('c.platform_id = 2 AND NOT s.is_read_only')
  await open(page, `/order?service=${other}`)
  expect(await linkField(page).inputValue()).toBe('')
  await open(page, '/order')
  await isThere()
  await orderButton(page).click()
  await successCard(page).waitFor()
  await open(page, '/order')
  expect(await linkField(page).inputValue()).toBe('')
})

test('a member’s draft is shown to nobody else in the same tab', async ({ page }) => {
  const path = `/order?service=${await serviceId()}`
  await logIn(page, demoMember)
  await open(page, path)
  await linkField(page).fill(LINK)
  await page.goto('/logout')
  await open(page, path)
  expect(await linkField(page).inputValue()).toBe('')
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await open(page, path)
  expect(await linkField(page).inputValue()).toBe('')
})

test('a page that the browser brings back after a logout shows no draft, and leaves it to its member', async ({
  page,
}) => {
  const path = `/order?service=${await serviceId()}`
  await logIn(page, demoMember)
  await open(page, path)
  await linkField(page).fill(LINK)
  // Headless Chromium has no back-forward cache, so another tab logs out and the event of a page from the cache is sent.
  const otherTab = await page.context().newPage()
  await open(otherTab, '/logout')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.getByRole('banner').getByRole('link', { name: '로그인', exact: true }).waitFor()
  expect(await linkField(page).inputValue()).toBe('')
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await open(page, path)
  expect(await linkField(page).inputValue()).toBe('')
  await logIn(page, demoMember)
  await open(page, path)
  expect(await linkField(page).inputValue()).toBe(LINK)
})

test('an amount in the address fills in the form within its bounds, and charges nothing', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  const field = page.getByLabel('충전금액', { exact: true })
  for (const [amount, shown] of [
    ['3300', '3,300'],
    ['999999999999', '100,000,000'],
    ['-5', ''],
    ['1.5', ''],
    ['%3Cb%3E', ''],
  ] as const) {
    await open(page, `/point?amount=${amount}`)
    expect(await field.inputValue()).toBe(shown)
  }
  await page.getByRole('row').first().waitFor({ state: 'detached' })
})
