import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { logIn, newPerson, open, owner, register, waitUntilFocused, waitUntilInSight } from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { findServiceIdWhere, givePoints, runSql } from '../support/shop-data.ts'

const screenshot = await readFile('public/icon-512.png')

const attach = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('이미지 첨부', { exact: true }).setInputFiles({ name, mimeType: 'image/png', buffer })

/** Opens a sent picture in full size, expects that the browser could decode it, and closes it by the keyboard. */
async function seeLarge(page: Page, name: string) {
  await page.getByRole('button', { name: `${name} 크게 보기` }).click()
  const dialog = page.getByRole('dialog', { name })
  const drawn = () => dialog.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(drawn).toBe(512)
  await expectGoodPage(page)
  const address = await dialog.getByRole('link').getAttribute('href')
  const { 'content-security-policy': policy } = (await page.request.get(String(address))).headers()
  expect(policy).toBe("default-src 'none'; sandbox")
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

test('a member asks about an order on a phone, staff answer by less than 15 keys from their dashboard, and he reads it', async ({
  openPage,
}) => {
  // Deletes the template that an earlier attempt of this test may have made.
  await runSql("DELETE FROM answer_templates WHERE title = '시작 안내'")
  await runSql(`INSERT INTO answer_templates (title, answer, position)
     SELECT '시작 안내', '곧 시작해요', coalesce(min(position), 0) - 1 FROM answer_templates RETURNING id`)
  const phone = await openPage({ viewport: PHONE })
  const member = newPerson()
  await register(phone, member)
  await givePoints(member, 100_000)
  await logIn(phone, member)
  const serviceId = await findServiceIdWhere(
    's.provider_id IS NULL AND NOT s.is_read_only AND c.platform_id = 1 AND s.unit_price = 330000 AND s.min = 10',
  )
  const input = { serviceId, link: 'https://www.instagram.com/asked.question', amount: 1_000 }
  const placed = await phone.request.post('/service/order', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: input,
  })
  const { orderId } = (await placed.json()) as { orderId: number }
  await open(phone, `/order-history?order=${orderId}`)
  const sheet = phone.getByRole('dialog', { name: `주문 ${orderId}번` })
  await sheet.getByRole('link', { name: '문의하기' }).click()
  await phone.waitForURL(`**/questions?order=${orderId}`)
  await phone.getByText(`주문 ${orderId}번`, { exact: true }).waitFor()
  // A text longer than the window, so that the answer below the text has to be scrolled to.
  const longText = Array.from({ length: 40 }, (_, index) => `${index + 1}번째 줄`).join('\n')
  await phone.getByLabel('문의 내용').fill(`아직 시작하지 않았어요. <b>언제</b> 되나요?\n${longText}`)
  await attach(phone, '가짜.png', Buffer.from('<svg onload="alert(1)"/>'))
  await phone.getByText('PNG, JPEG, WebP 이미지만 올릴 수 있어요.').waitFor()
  await attach(phone, '빼는 화면.png', await readFile('public/icon-192.png'))
  await phone.getByRole('button', { name: '빼는 화면.png 빼기' }).click()
  await phone.getByRole('img', { name: '빼는 화면.png' }).waitFor({ state: 'detached' })
  await attach(phone, '주문 화면.png', screenshot)
  await phone.getByRole('img', { name: '주문 화면.png' }).waitFor()
  await expectGoodPage(phone)
  await phone.getByRole('button', { name: '문의하기' }).click()
  await phone.waitForURL(/\/questions\?id=/)
  await phone.getByRole('list', { name: '주고받은 메시지' }).getByText('<b>언제</b>').waitFor()
  await expectGoodPage(phone)
  await seeLarge(phone, '주문 화면.png')

  const console = await openPage()
  await logIn(console, owner)
  await open(console, '/admin')
  let keys = 0
  const press = (key: string) => {
    keys += key.split('+').length
    return console.keyboard.press(key)
  }
  // Staff open the page of questions with the search over everything, by the initial consonants of 문의.
  await press('Control+k')
  await console.getByRole('combobox', { name: '모두 찾기' }).waitFor()
  for (const initial of ['ㅁ', 'ㅇ']) {
    keys++
    await console.keyboard.insertText(initial)
  }
  await console.getByRole('option', { name: /^문의/, selected: true }).waitFor()
  await press('Enter')
  await console.waitForURL('**/admin/questions')
  await console.getByRole('list', { name: '주고받은 메시지' }).getByText('<b>언제</b>').waitFor()
  await expectGoodPage(console)
  await seeLarge(console, '주문 화면.png')
  await press('t')
  await console.getByRole('dialog', { name: '템플릿' }).getByRole('button', { name: '시작 안내' }).waitFor()
  await press('Enter')
  await console.getByRole('dialog', { name: '답변하기' }).getByRole('textbox').waitFor()
  await attach(console, '안내.png', screenshot)
  await console.getByRole('dialog', { name: '답변하기' }).getByRole('img', { name: '안내.png' }).waitFor()
  await expectGoodPage(console)
  await press('Control+Enter')
  await console.getByText('답변을 보냈어요.').waitFor()
  expect(keys).toBeLessThan(15)

  await open(phone, '/questions')
  await phone.getByText('새 답변', { exact: true }).waitFor()
  await expectGoodPage(phone)
  await phone.getByRole('link', { name: /아직 시작하지 않았어요/ }).click()
  await waitUntilInSight(phone.getByText('곧 시작해요'))
  await seeLarge(phone, '안내.png')
  await expect.poll(() => phone.getByText('새 답변', { exact: true }).count()).toBe(0)

  const next = phone.getByRole('textbox', { name: '메시지' })
  await next.fill('고마워요')
  await attach(phone, '다음 화면.png', screenshot)
  const send = phone.getByRole('button', { name: '보내기', exact: true })
  await phone.getByRole('button', { name: '다음 화면.png 빼기' }).waitFor()
  await send.click()
  await phone.getByRole('list', { name: '주고받은 메시지' }).getByText('고마워요').waitFor()
  await phone.getByRole('button', { name: '다음 화면.png 빼기' }).waitFor({ state: 'detached' })
  expect(await next.inputValue()).toBe('')
  await waitUntilFocused(send)
})
