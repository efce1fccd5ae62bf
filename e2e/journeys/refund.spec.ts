import type { Page } from 'playwright'
import { expect } from 'vitest'
import {
  approveCharge,
  logIn,
  newPerson,
  open,
  owner,
  type Person,
  placeOrder,
  register,
  requestCharge,
  waitForBalance,
  waitForText,
} from '../support/app.ts'
import { setUpAuthenticator } from '../support/authenticator.ts'
import { breakCall, loseNextAnswer, restoreCall } from '../support/faults.ts'
import { DESKTOP, expectGoodLooks, expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { openOtherShop } from '../support/other-shop.ts'
import { findServiceIdWhere } from '../support/shop-data.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')

/** Answers the dialog that asks for the password again. */
async function givePassword(page: Page, password: string): Promise<void> {
  const question = page.getByRole('dialog', { name: '비밀번호 확인' })
  await question.getByLabel('현재 비밀번호').fill(password)
  await question.getByRole('button', { name: '확인', exact: true }).click()
}

/**
 * Requests a cash refund of `amount` to a bank account of `holder`. `password` is typed if the shop asks for it again.
 */
async function requestCashRefund(
  page: Page,
  amount: string,
  holder: string,
  { password }: { password?: string } = {},
): Promise<void> {
  await open(page, '/point')
  await page.getByRole('button', { name: '환불 신청하기' }).click()
  const form = dialogOf(page)
  await form.getByLabel('환불 금액', { exact: true }).fill(amount)
  const press = () => form.getByRole('button', { name: '환불 신청', exact: true }).click()
  const fields = { 은행: '국민은행', 예금주: holder, 계좌번호: '123-456-789012', 이메일: 'back@example.com' }
  const refusals = [
    '은행을 입력해 주세요',
    '예금주를 입력해 주세요',
    '계좌번호를 확인해 주세요',
    '이메일 형식을 맞춰주세요',
  ]
  for (const [at, [name, text]] of Object.entries(fields).entries()) {
    await press()
    await waitForText(page, refusals[at] ?? '')
    await form.getByLabel(name, { exact: true }).fill(text)
  }
  await expectGoodPage(page)
  await press()
  if (password) await givePassword(page, password)
  await waitForText(page, '환불을 신청했어요.')
}

async function registerWithCharge(page: Page, staff: Page, person: Person): Promise<void> {
  await register(page, person)
  await logIn(page, person)
  await requestCharge(page, '+1만원', person.id)
  await approveCharge(staff, person.id)
}

test('unused points of a fresh charge are paid back: requested on a phone, paid out in the console', async ({
  page: staff,
  openPage,
}) => {
  const person = newPerson()
  const page = await openPage({ viewport: PHONE })
  await logIn(staff, owner)
  await registerWithCharge(page, staff, person)
  await requestCashRefund(page, '4000', person.id)
  await waitForText(page, '신청하신 환불을 확인하고 있어요.')
  await expectGoodPage(page)
  expect(await page.getByRole('button', { name: '환불 신청하기' }).count()).toBe(0)

  await open(staff, `/admin/refunds?q=${person.id}`)
  await expectGoodPage(staff)
  await waitForText(staff, `입금자 ${person.id}`)
  // The sum of the picked cash refunds is in won, like the amounts in their rows.
  await staff.keyboard.press('x')
  await waitForText(staff, '1건 고름 · 4,000원')
  await staff.keyboard.press('Escape')
  await staff.keyboard.press('a')
  await dialogOf(staff)
    .getByRole('button', { name: /원 지급하기$/ })
    .click()
  await waitForText(staff, `${person.id} · 4,000원 환불을 지급했어요.`)

  await open(page, '/point')
  await waitForBalance(page, '6,000원')
  await page.getByRole('list', { name: '환불 신청 내역' }).getByText('지급 완료').waitFor()
  expect(await page.getByText('123456789012').count()).toBe(0)
  await waitForText(page, '****9012')
})

test('a refund request is rejected with a reason that its member reads', async ({ page, openPage }) => {
  const person = newPerson()
  const staff = await openPage()
  await logIn(staff, owner)
  await registerWithCharge(page, staff, person)
  await requestCashRefund(page, '10000', person.id)
  await open(staff, `/admin/refunds?q=${person.id}`)
  await staff.getByRole('button', { name: /^반려/ }).click()
  await dialogOf(staff).getByRole('button', { name: '반려하기', exact: true }).click()
  await waitForText(staff, '사유를 입력해 주세요.')
  await dialogOf(staff).getByLabel('사유', { exact: true }).fill('예금주가 달라요')
  await dialogOf(staff).getByRole('button', { name: '반려하기', exact: true }).click()
  await waitForText(staff, `${person.id} · 10,000원 환불을 반려했어요.`)
  await open(page, '/point')
  await waitForText(page, '사유: 예금주가 달라요')
  await page.getByRole('button', { name: '환불 신청하기' }).waitFor()
  await waitForBalance(page, '10,000원')
})

test('a refund request whose answer is lost isn’t called failed: the member is told where to look, and sees it', async ({
  page,
  openPage,
}) => {
  const person = newPerson()
  const staff = await openPage()
  await logIn(staff, owner)
  await registerWithCharge(page, staff, person)
  await open(page, '/point')
  await page.getByRole('button', { name: '환불 신청하기' }).click()
  const form = dialogOf(page)
  const fields = { 은행: '국민은행', 예금주: person.id, 계좌번호: '123-456-789012', 이메일: 'back@example.com' }
  for (const [name, text] of Object.entries(fields)) await form.getByLabel(name, { exact: true }).fill(text)
  const press = () => form.getByRole('button', { name: '환불 신청', exact: true }).click()
  await breakCall(page, '/service/refund-request', 'fault')
  await press()
  await form
    .getByRole('alert')
    .getByText('환불이 신청됐는지 확인하지 못했어요. 화면을 새로 고쳐 환불 신청이 있는지 먼저 봐 주세요.')
    .waitFor()
  await restoreCall(page, '/service/refund-request')
  await loseNextAnswer(page, '/service/refund-request')
  await press()
  await waitForText(page, '신청하신 환불을 확인하고 있어요.')
  await form.waitFor({ state: 'hidden' })
})

test('who has nothing to be paid back is told so, and a guest may not ask', async ({ page, openPage }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await open(page, '/point')
  await page.getByRole('button', { name: '환불 신청하기' }).click()
  await waitForText(page, '환불할 수 있는 금액이 없어요.')
  const guest = await openPage()
  await open(guest, '/order')
  await guest.getByRole('button', { name: '둘러보기' }).first().click()
  await waitForBalance(guest, '0원')
  await open(guest, '/point')
  await guest.getByRole('button', { name: '환불 신청하기' }).click()
  await waitForText(guest, '둘러보기 중에는 불가능합니다')
})

test('who owes for a charge that was taken back is told so, and his next charge pays it first', async ({
  page,
  openPage,
}) => {
  const person = newPerson()
  const staff = await openPage()
  await logIn(staff, owner)
  await registerWithCharge(page, staff, person)
  const serviceId = await findServiceIdWhere('s.unit_price = 330000 AND s.max >= 1000 AND NOT s.is_read_only')
  await placeOrder(page, { serviceId, link: '@seoul.cafe.log', amount: 1_000 })
  await open(staff, `/admin/charges?q=${person.id}&status=1`)
  await staff.keyboard.press('r')
  await dialogOf(staff).getByLabel('사유', { exact: true }).fill('다른 사람의 입금')
  await staff.keyboard.press('Enter')
  await waitForText(staff, `${person.id} · 10,000원 승인을 취소했어요`)
  await open(page, '/point')
  await waitForText(page, '정산할 금액 3,300원')
  await expectGoodLooks(page, [PHONE, DESKTOP])
  await page.getByRole('button', { name: '환불 신청하기' }).click()
  await waitForText(page, '정산할 금액이 남아 있어 환불할 수 없어요.')
  await open(staff, `/admin/members?q=${person.id}`)
  await waitForText(staff, '미수금')

  await requestCharge(page, '+1만원', person.id)
  await approveCharge(staff, person.id)
  await open(page, '/point')
  await waitForText(page, '3,300원 정산')
  expect(await page.getByText(/정산할 금액 [\d,]+원/).count()).toBe(0)
})

/** Signs a member of staff in to a shop that isn't a demo, where he must also set up an authenticator. */
async function setUpStaff(page: Page, { id, password }: Person): Promise<void> {
  await open(page, '/login')
  await page.getByLabel('아이디', { exact: true }).fill(id)
  await page.getByLabel('비밀번호', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click()
  await setUpAuthenticator(page)
  await page.getByRole('main').getByRole('button', { name: '보관했어요', exact: true }).click()
  await page.waitForURL('**/order')
}

test('an OWNER who is alone pays out what he approved: after the bank, with a reason and his password', {
  timeout: 180_000,
}, async ({ openPage }) => {
  const shop = await openOtherShop(`paid_alone_${Date.now()}`, {}, { DEMO: 'false' })
  const pages = [await openPage({ url: shop.url }), await openPage({ url: shop.url })] as const
  try {
    const person = newPerson()
    const [page, staff] = pages
    await setUpStaff(staff, owner)
    await registerWithCharge(page, staff, person)
    await shop.sql("UPDATE sessions SET created_at = created_at - interval '2 hours'")
    await requestCashRefund(page, '4000', '김다른', person)
    await open(staff, `/admin/refunds?q=${person.id}`)
    await waitForText(staff, '한 사람 확인')
    await staff.keyboard.press('a')
    const pay = dialogOf(staff).getByRole('button', { name: /원 지급하기$/ })
    await waitForText(staff, '예금주와 입금자명이 달라요.')
    expect(
      await dialogOf(staff)
        .getByLabel('지급 사유', { exact: true })
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await pay.click()
    await waitForText(staff, '예금주와 입금자명이 달라요. 그래도 지급하는 사유를 입력해 주세요.')
    await dialogOf(staff).getByLabel('지급 사유', { exact: true }).fill('같은 회사의 계좌')
    await pay.click()
    await waitForText(staff, '은행에서 입금을 직접 확인한 뒤 지급해 주세요.')
    await expectGoodLooks(staff, [PHONE, DESKTOP])
    await dialogOf(staff).getByLabel('은행 거래 내역에서 이 입금을 직접 확인했어요').check()
    await pay.click()
    await givePassword(staff, owner.password)
    await waitForText(staff, '김다른 · 4,000원 환불을 지급했어요.')
  } finally {
    // Closes the pages before the shop stops: an open page would request icons from it, and a failed request counts as
    // a fault.
    for (const page of pages) await page.context().close()
    await shop.stop()
  }
})
