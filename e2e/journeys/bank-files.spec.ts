import { expect } from 'vitest'
import { writeXlsx } from '#lib/core/write-xlsx.ts'
import { logIn, newPerson, open, owner } from '../support/app.ts'
import { expectGoodPage, test } from '../support/fixtures.ts'
import { runSql } from '../support/shop-data.ts'

test('a workbook with unknown headings is mapped once by hand, and the next one is read by itself until it is forgotten', async ({
  page,
}) => {
  const tag = newPerson().id.replace('_', '')
  const heads = ['Wann', 'Wer', 'Gutschrift', 'Belastung', `Saldo ${tag.replace(/\d/g, '')}`]
  const day = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
  const workbook = (at: number) => ({
    name: '거래내역.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: writeXlsx('내역', [
      ['계좌번호 123-456-789012'],
      heads,
      [`${day} 00:0${at}:01`, `파일${tag}${at}`, '1,234', '', '101,234'],
      [`${day} 00:0${at}:02`, '집세', '', '500', '100,734'],
    ]),
  })
  await logIn(page, owner)
  await open(page, '/admin/deposits/import')
  await page.getByLabel('파일 고르기').setInputFiles(workbook(1))
  await page.getByText('제목을 모르는 파일이에요.').waitFor()
  expect(await page.getByRole('button', { name: /건 가져오기$/ }).count()).toBe(0)
  for (const [at, label] of ['일시', '입금자명', '입금액', '출금액', '잔액'].entries())
    await page.getByLabel(`${heads[at]}의 뜻`).selectOption({ label })
  await expectGoodPage(page)
  await page.getByRole('button', { name: '1건 가져오기' }).click()
  await page.getByText('충전 완료 0건 · 대기 1건 · 이미 있음 0건').waitFor()
  const rows = () => runSql('SELECT name FROM bank_rows WHERE account = $1 ORDER BY id', ['123-456-789012'])
  await expect.poll(async () => (await rows()).length).toBeGreaterThanOrEqual(2)

  await page.getByRole('button', { name: '다른 내역' }).click()
  await page.getByText(/Wann → 일시, Wer → 입금자명, Gutschrift → 입금액/).waitFor()
  await expectGoodPage(page)
  await page.getByLabel('파일 고르기').setInputFiles(workbook(2))
  await page.getByText(/님이 저장한 파일 양식으로 읽었어요\.$/).waitFor()
  await page.getByRole('button', { name: '1건 가져오기' }).click()
  await page.getByText('충전 완료 0건 · 대기 1건 · 이미 있음 0건').waitFor()

  await page.getByRole('button', { name: '다른 내역' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: heads[4] ?? '' })
    .getByRole('button', { name: '삭제' })
    .click()
  await page.getByRole('dialog', { name: '파일 양식 삭제' }).getByRole('button', { name: '삭제' }).click()
  await page.getByText('파일 양식을 삭제했어요.').waitFor()
  await page.getByLabel('파일 고르기').setInputFiles(workbook(3))
  await page.getByText('제목을 모르는 파일이에요.').waitFor()
})
