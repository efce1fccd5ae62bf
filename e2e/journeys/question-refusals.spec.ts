import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { demoMember, logIn, open } from '../support/app.ts'
import { changeBeforeRequest } from '../support/change-before-request.ts'
import { expectMessage } from '../support/expect-message.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'

// Tests the messages that a member sees when a question or a message can't be sent. Uses a shop of its own, because the
// tests use up its limits.
let shop: OtherShop
let memberId = 0

beforeAll(async () => {
  shop = await openOtherShop('question_refusals', {})
  const found = await shop.sql('SELECT id FROM members WHERE login_id = $1', [demoMember.id])
  memberId = (found as { id: number }).id
}, 180_000)
afterAll(() => shop?.stop())

test('a question that can’t be sent says why, and keeps its text', { timeout: 240_000 }, async ({ openPage }) => {
  const page = await openPage({ url: shop.url, viewport: PHONE })
  await logIn(page, demoMember)
  await open(page, '/questions')
  const ask = page.getByRole('button', { name: '문의하기', exact: true })
  const text = page.getByLabel('문의 내용')
  const picture = await readFile('public/icon-192.png')
  const attach = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('이미지 첨부', { exact: true }).setInputFiles({ name, mimeType, buffer })
  await ask.click()
  await expectMessage(page, 'question.empty')
  // Removes the field's own limit, so that a text can be sent that is too long.
  await text.evaluate((field) => field.removeAttribute('maxlength'))
  await text.fill('가'.repeat(2_001))
  await ask.click()
  await expectMessage(page, 'question.too-long')
  await attach('화면.gif', 'image/gif', Buffer.from('GIF89a'))
  await expectMessage(page, 'question.picture-type')
  await expectGoodPage(page)

  await text.fill('언제 시작하나요?')
  const remember = `INSERT INTO question_pictures (uploader_id, name, content_type, width, height, size, bytes)
    SELECT $1::int, '화면.png', 'image/png', 1, 1, 1, '\\x00'::bytea FROM generate_series(1, 10)`
  const forget = 'DELETE FROM question_pictures WHERE uploader_id = $1'
  await shop.sql(remember, [memberId])
  await attach('화면.png', 'image/png', picture)
  await expectMessage(page, 'question.pictures-full')
  await shop.sql(forget, [memberId])
  await attach('화면.png', 'image/png', picture)
  await page.getByRole('img', { name: '화면.png' }).waitFor()
  await changeBeforeRequest(page, '**/service/questions', () => shop.sql(forget, [memberId]))
  await ask.click()
  await expectMessage(page, 'question.picture-gone')
  await page.getByRole('button', { name: '화면.png 빼기' }).click()
  const others = `INSERT INTO questions (member_id, kind, status) SELECT $1::int, 'OTHER', 'OPEN' FROM generate_series(1, 10)`
  await changeBeforeRequest(page, '**/service/questions', () => shop.sql(others, [memberId]))
  await ask.click()
  await expectMessage(page, 'question.waiting')
  expect(await text.inputValue()).toBe('언제 시작하나요?')
  await expectGoodPage(page)
  await shop.sql('DELETE FROM questions WHERE member_id = $1', [memberId])
  await ask.click()
  await page.waitForURL(/\/questions\?id=/)
  await closeAgain(page)
})

/** Tries to close the question on the page after somebody else has closed it. */
async function closeAgain(page: Page): Promise<void> {
  const id = Number(new URL(page.url()).searchParams.get('id'))
  await open(page, `/questions?id=${id}`)
  await changeBeforeRequest(page, '**/close', () =>
    shop.sql("UPDATE questions SET status = 'CLOSED' WHERE id = $1", [id]),
  )
  await page.getByRole('button', { name: '문의 종료' }).click()
  await expectMessage(page, 'question.closed')
}
