import type { Page } from 'playwright'
import { expect, inject } from 'vitest'
import { logIn, newPerson, open, owner, register, waitForText } from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { queryShopRow } from '../support/shop-rows.ts'

const fill = (page: Page, name: string, text: string) => page.getByLabel(name, { exact: true }).fill(text)

/** Text of the newest message to this address, as the console's outbox shows it. */
async function readMessage(page: Page, to: string): Promise<string> {
  await open(page, `/admin/outbox?q=${encodeURIComponent(to)}`)
  return (await page.getByRole('region', { name: '내용' }).textContent()) ?? ''
}

test('staff of the demo read a reset link in the outbox, and it opens a new password', async ({ page, openPage }) => {
  const person = newPerson()
  await register(page, person)
  await open(page, '/find-password')
  await fill(page, '이메일', `${person.id}@example.com`)
  await page.getByRole('main').getByRole('button', { name: '재설정 링크 받기' }).click()
  await waitForText(page, '이메일이 전송되었습니다')

  const staff = await openPage()
  await logIn(staff, owner)
  const text = await readMessage(staff, `${person.id}@example.com`)
  await expectGoodPage(staff)
  const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  await open(page, `${link.pathname}${link.search}`)
  await fill(page, '새 비밀번호', 'another-pw-34')
  await fill(page, '새 비밀번호 확인', 'another-pw-34')
  await page.getByRole('main').getByRole('button', { name: '재설정', exact: true }).click()
  await waitForText(page, '비밀번호가 재설정되었습니다')
  await logIn(page, { ...person, password: 'another-pw-34' })
})

test('a code is read there, found by its way and its state', async ({ page, openPage }) => {
  const email = `${newPerson().id}@example.com`
  const sent = await page.request.post('/auth/send-email', { data: { email }, headers: { 'sec-fetch-site': 'none' } })
  expect(sent.ok()).toBe(true)
  const staff = await openPage({ viewport: PHONE })
  await logIn(staff, owner)
  await open(staff, `/admin/outbox?q=${email}`)
  await staff.getByRole('link', { name: '문자' }).click()
  await waitForText(staff, '찾는 메시지가 없어요.')
  await staff.getByRole('link', { name: '이메일' }).click()
  await staff.getByRole('link', { name: email }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByText(/인증번호 \d{5} · /).waitFor()
  await expectGoodPage(staff)
})

test('a notice that failed is sent once more by its key; a colleague who is late reads why not', async ({
  openPage,
}) => {
  const to = `${newPerson().id}@example.com`
  await queryShopRow(
    inject('shop').databaseUrl,
    `INSERT INTO outbox_messages (channel, "to", subject, body, status, attempts, fault)
     VALUES ('EMAIL', $1, '자동주문 안내', '', 'FAILED', 1, 'SMTP 550')`,
    [to],
  )
  const [first, second] = [await openPage(), await openPage()]
  for (const staff of [first, second]) {
    await logIn(staff, owner)
    await open(staff, `/admin/outbox?q=${to}`)
    await staff.getByRole('button', { name: '다시 보내기' }).waitFor()
  }
  await expectGoodPage(first)
  await first.keyboard.press('a')
  await waitForText(first, `${to}에게 다시 보내요.`)
  await second.getByRole('button', { name: '다시 보내기' }).click()
  await waitForText(second, '이미 다시 보내려고 기다리는 메시지예요.')
  await expect.poll(() => second.getByRole('button', { name: '다시 보내기' }).count()).toBe(0)
})
