import pg from 'pg'
import type { Page } from 'playwright'
import { expect, inject } from 'vitest'
import {
  approveCharge,
  logIn,
  newPerson,
  open,
  owner,
  register,
  requestCharge,
  waitForBalance,
  waitForText,
  waitUntilFocused,
} from '../support/app.ts'
import { DESKTOP, expectGoodPage, PHONE, test } from '../support/fixtures.ts'

/** Id of a seeded service that allows auto orders and costs 3.3 points per unit. */
async function repeatableServiceId(): Promise<number> {
  const client = new pg.Client({ connectionString: inject('shop').databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'SELECT id FROM services WHERE enable_auto AND unit_price = 330000 AND min <= 100 AND max >= 100 AND NOT is_read_only LIMIT 1',
  )
  await client.end()
  return rows[0].id
}

/**
 * Places an auto order: three runs of 100 units, one an hour, for 990 points in total. Returns the auto order's number
 * from the success card.
 */
async function orderThreeTimes(page: Page): Promise<string> {
  await open(page, `/order?service=${await repeatableServiceId()}`)
  await page.getByLabel('링크', { exact: true }).fill('https://www.instagram.com/seoul.cafe.log/')
  await page.getByLabel('수량', { exact: true }).fill('100')
  await page.getByRole('switch', { name: '자동주문' }).check()
  await page.getByLabel('반복 횟수', { exact: true }).fill('3')
  await page.getByLabel('반복 간격', { exact: true }).fill('60')
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  const card = page.getByRole('region', { name: '주문 완료' })
  await card.waitFor()
  return /자동주문번호(\d+)/.exec((await card.textContent()) ?? '')?.[1] ?? ''
}

/**
 * Registers a member on `page`. The member requests a charge of 10,000 won, an OWNER on `staffPage` approves it, and
 * the member places an auto order (`orderThreeTimes`).
 */
async function chargeAndRepeat(page: Page, staffPage: Page) {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await requestCharge(page, '+1만원', `반복${person.id}`)
  await logIn(staffPage, owner)
  await approveCharge(staffPage, `반복${person.id}`)
  const number = await orderThreeTimes(page)
  await waitForBalance(page, '9,010원')
  return { number, name: `반복${person.id}` }
}

test('a member repeats an order, sees its runs, and takes back those that were not made', async ({ openPage }) => {
  const [page, staffPage] = [await openPage(), await openPage()]
  const { number } = await chargeAndRepeat(page, staffPage)
  await open(page, '/auto-order-history')
  const row = page.getByRole('row').filter({ hasText: 'seoul.cafe.log' })
  expect(await row.getByRole('cell').allTextContents()).toEqual(
    expect.arrayContaining([number, '990원', '100', '1 / 3', '300']),
  )
  await expectGoodPage(page)
  // On a phone's card the cancel button is shown at once, not only after pressing 자세히.
  await page.setViewportSize(PHONE)
  expect(await row.getByRole('button', { name: '자세히' }).isVisible()).toBe(true)
  expect(await row.getByRole('button', { name: /취소$/ }).isVisible()).toBe(true)
  await expectGoodPage(page)
  await page.setViewportSize(DESKTOP)

  await row.getByRole('button', { name: /취소$/ }).click()
  await page.getByRole('dialog').getByText('660원').waitFor()
  await page.getByRole('button', { name: '자동주문 취소하기' }).click()
  await waitForText(page, '자동주문을 취소했어요.')
  await waitForBalance(page, '9,670원')
  await row.getByText('취소', { exact: true }).waitFor()
  await row.getByText('환불 660원').waitFor()
  expect(await row.getByRole('button', { name: /취소$/ }).count()).toBe(0)
  await waitUntilFocused(row.getByRole('link').first())

  for (const [filter, rows] of [
    ['진행중', 0],
    ['취소', 1],
  ] as const) {
    await page.getByRole('link', { name: filter, exact: true }).click()
    await expect.poll(() => row.count(), { timeout: 5_000 }).toBe(rows)
  }
})

test('while the member owes, his row and staff’s say that the runs wait until that is settled', async ({
  openPage,
}) => {
  const [page, staffPage] = [await openPage(), await openPage()]
  const { number, name } = await chargeAndRepeat(page, staffPage)
  const found = await staffPage.request.get(`/api/admin/charges?q=${encodeURIComponent(name)}`)
  const { rows } = await found.json()
  const headers = { 'sec-fetch-site': 'same-origin' }
  const data = { reason: '다른 회원의 입금' }
  const reversed = await staffPage.request.post(`/api/admin/charges/${rows[0].id}/reverse`, { headers, data })
  expect(await reversed.json()).toMatchObject({ missing: 990 })

  await open(page, '/auto-order-history')
  await waitForText(page, '정산할 금액 990원이 남아 있어 자동주문을 멈췄어요.')
  const row = page.getByRole('row').filter({ hasText: number })
  for (const text of ['정산 대기', '정산하면 다시 시작해요']) await row.getByText(text, { exact: true }).waitFor()
  expect(await row.getByText('다음').count()).toBe(0)
  await page.setViewportSize(PHONE)
  await expectGoodPage(page)
  await open(staffPage, `/admin/auto-orders?q=${number}`)
  const staffRow = staffPage.getByRole('row').filter({ hasText: number })
  for (const text of ['정산 대기', '정산 후']) await staffRow.getByText(text, { exact: true }).waitFor()
  await waitForText(staffPage, '회원의 미수금이 남아 있어 멈춰 있어요.')
  await page.getByRole('main').getByRole('link', { name: '포인트 충전하기' }).click()
  await page.waitForURL('**/point')
})

test.for([PHONE, DESKTOP])(
  'a guest’s auto-order history is empty and leads to the login: $width',
  async (viewport, { openPage }) => {
    const page = await openPage({ viewport })
    await page.context().addCookies([{ name: 'guest', value: '1', url: inject('shop').url }])
    await open(page, '/auto-order-history')
    await waitForText(page, '둘러보는 중에는 자동주문내역이 비어 있어요')
    await expectGoodPage(page)
  },
)
