import type { Page } from 'playwright'
import { expect } from 'vitest'
import {
  approveCharge,
  hasBalance,
  logIn,
  newPerson,
  open,
  owner,
  type Person,
  register,
  requestCharge,
  sees,
} from './app.ts'
import { expectGoodPage, PHONE, test } from './fixtures.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')

/** Asks for `amount` to be paid back to `holder`. */
async function askBack(page: Page, amount: string, holder: string): Promise<void> {
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
    await sees(page, refusals[at] ?? '')
    await form.getByLabel(name, { exact: true }).fill(text)
  }
  await expectGoodPage(page)
  await press()
  await sees(page, '환불을 신청했습니다.')
}

async function charged(page: Page, staff: Page, person: Person): Promise<void> {
  await register(page, person)
  await logIn(page, person)
  await requestCharge(page, '+1만원', person.id)
  await approveCharge(staff, person.id)
}

test('unused points of a fresh charge are paid back: asked for on a phone, paid out at the desk', async ({
  page: staff,
  openPage,
}) => {
  const person = newPerson()
  const page = await openPage({ viewport: PHONE })
  await logIn(staff, owner)
  await charged(page, staff, person)
  await askBack(page, '4000', person.id)
  await sees(page, '신청하신 환불을 확인하고 있어요.')
  await expectGoodPage(page)
  expect(await page.getByRole('button', { name: '환불 신청하기' }).count()).toBe(0)

  await open(staff, `/admin/refunds?q=${person.id}`)
  await expectGoodPage(staff)
  await staff.keyboard.press('a')
  await dialogOf(staff).getByRole('button', { name: '차감하고 지급 완료' }).click()
  await sees(staff, `${person.id} · 4,000원 지급 완료`)

  await open(page, '/point')
  await hasBalance(page, '6,000원')
  await page.getByRole('list', { name: '환불 신청 내역' }).getByText('지급 완료').waitFor()
  expect(await page.getByText('123456789012').count()).toBe(0)
  await sees(page, '****9012')
})

test('a wish is rejected with a reason that its member reads', async ({ page, openPage }) => {
  const person = newPerson()
  const staff = await openPage()
  await logIn(staff, owner)
  await charged(page, staff, person)
  await askBack(page, '10000', person.id)
  await open(staff, `/admin/refunds?q=${person.id}`)
  await staff.getByRole('button', { name: /^반려/ }).click()
  await dialogOf(staff).getByRole('button', { name: '반려', exact: true }).click()
  await sees(staff, '사유를 입력해 주세요.')
  await dialogOf(staff).getByLabel('사유', { exact: true }).fill('예금주가 달라요')
  await dialogOf(staff).getByRole('button', { name: '반려', exact: true }).click()
  await sees(staff, `${person.id} · 10,000원 반려`)
  await open(page, '/point')
  await sees(page, '사유: 예금주가 달라요')
  await page.getByRole('button', { name: '환불 신청하기' }).waitFor()
  await hasBalance(page, '10,000원')
})

test('who has nothing to be paid back is told so, and a guest may not ask', async ({ page, openPage }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await open(page, '/point')
  await page.getByRole('button', { name: '환불 신청하기' }).click()
  await sees(page, '환불할 수 있는 금액이 없습니다.')
  const guest = await openPage()
  await open(guest, '/order')
  await guest.getByRole('button', { name: '둘러보기' }).first().click()
  await hasBalance(guest, '0원')
  await open(guest, '/point')
  await guest.getByRole('button', { name: '환불 신청하기' }).click()
  await sees(guest, '둘러보기 중에는 불가능합니다')
})
