import { expect } from 'vitest'
import { logIn, newPerson, open, register, tabTo, waitForText, waitUntilFocused } from '../support/app.ts'
import { test } from '../support/fixtures.ts'

test('by the keyboard alone a member asks for a charge and takes it back, makes a key with a cap, freezes and deletes it', {
  timeout: 180_000,
}, async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  const { keyboard } = page
  const main = page.getByRole('main')
  const pressOn = async (name: string) => {
    await tabTo(page, main.getByRole('button', { name, exact: true }))
    await keyboard.press('Enter')
  }
  const type = async (name: string, text: string) => {
    await tabTo(page, page.getByLabel(name, { exact: true }))
    await keyboard.type(text)
  }

  await open(page, '/point')
  await pressOn('+5만원')
  await type('입금자명', '홍길동')
  await pressOn('충전하기')
  await waitUntilFocused(page.getByRole('heading', { name: '입금을 기다리고 있어요' }))
  await pressOn('금액 복사')
  await waitForText(page, '복사했어요.')
  await waitUntilFocused(main.getByRole('button', { name: '금액 복사' }))
  await pressOn('신청 취소')
  await waitUntilFocused(page.getByRole('button', { name: '그대로 두기' }))
  await tabTo(page, page.getByRole('button', { name: '신청 취소하기' }))
  await keyboard.press('Enter')
  await waitForText(page, '충전 신청을 취소했어요.')
  await waitUntilFocused(page.getByRole('heading', { name: '잔액충전', exact: true }))

  await open(page, '/account')
  await pressOn('권한 나눈 키 만들기')
  await waitUntilFocused(page.getByLabel('이름', { exact: true }))
  await keyboard.type('자판')
  await type('하루 한도 (원, 선택)', '5000')
  await keyboard.press('Enter')
  const key = main.getByRole('listitem').filter({ hasText: '자판' })
  await key.getByText(/5,000원/).waitFor()
  await tabTo(page, key.getByRole('button', { name: /멈추기/ }))
  await keyboard.press('Enter')
  await waitUntilFocused(key.getByRole('button', { name: /다시 켜기/ }))
  await tabTo(page, key.getByRole('button', { name: /삭제/ }))
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /삭제/ }))
  await keyboard.press('Enter')
  await waitUntilFocused(page.getByRole('heading', { name: '계정설정', exact: true }))
  expect(await key.count()).toBe(0)
})
