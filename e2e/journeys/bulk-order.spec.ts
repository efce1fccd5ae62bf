import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { logIn, newPerson, open, register, waitForBalance, waitForText, waitUntilFocused } from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { givePoints, serviceWhere } from '../support/shop-data.ts'

const SERVICE_CONDITION =
  "s.unit_price = 330000 AND s.min = 10 AND s.type = 'Default' AND NOT s.is_read_only AND c.platform_id = 1"

test('a pasted list is previewed with the problem of each line, ordered by one press, and what failed stays to be corrected', async ({
  page,
  openPage,
}) => {
  const person = newPerson()
  await register(page, person)
  await givePoints(person, 100)
  await logIn(page, person)
  const serviceId = await serviceWhere(SERVICE_CONDITION)
  const commentsId = await serviceWhere("s.type = 'Custom Comments' AND NOT s.is_read_only")
  await open(page, '/bulk-order')
  await page.getByRole('button', { name: '미리보기' }).click()
  await waitForText(page, '주문할 목록을 적어 주세요.')

  const link = 'https://www.instagram.com/seoul.cafe.log'
  const lines = [
    '상품번호|링크|수량',
    `${serviceId}|${link}|10`,
    `${serviceId}|${link}|1`,
    `${commentsId}|${link}|10`,
    `하나|${link}|10`,
    `${serviceId}|${link}|20`,
    `${serviceId}|${link}|10`,
  ]
  await page.getByLabel('주문 목록').fill(lines.join('\n'))
  await page.getByRole('button', { name: '미리보기' }).click()
  await waitUntilFocused(page.getByRole('heading', { name: '미리보기' }))
  const preview = page.getByRole('region', { name: '미리보기' })
  for (const problem of [
    '주문 수량이 최소수량보다 적습니다.',
    '댓글이나 계정처럼 더 적을 것이 있는 상품이에요.',
    '상품번호를 숫자로 적어 주세요.',
    '포인트가 부족합니다.',
  ])
    await preview.getByText(problem).waitFor()
  expect(await preview.getByText('주문 가능', { exact: true }).count()).toBe(2)
  expect(await preview.getByRole('definition').allTextContents()).toEqual(['2 / 6', '99원', '100원', '1원'])
  await expectGoodPage(page)

  const phone = await openPage({ viewport: PHONE, storageState: await page.context().storageState(), theme: 'dark' })
  await open(phone, '/bulk-order')
  await phone.getByLabel('주문 목록').fill(lines.join('\n'))
  await phone.getByRole('button', { name: '미리보기' }).click()
  await phone.getByRole('region', { name: '미리보기' }).getByText('포인트가 부족합니다.').waitFor()
  await expectGoodPage(phone)

  await preview.getByRole('button', { name: '주문하기' }).dblclick()
  await waitUntilFocused(page.getByRole('heading', { name: '주문 결과' }))
  const result = page.getByRole('region', { name: '주문 결과' })
  await result.getByText('2건을 주문했어요 · 99원').waitFor()
  await waitForBalance(page, '1원')
  expect(await page.getByLabel('주문 목록').inputValue()).toBe([...lines.slice(2, 5), lines[6]].join('\n'))
  await expectGoodPage(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    result.getByRole('button', { name: '결과 파일 받기' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('대량주문 결과.csv')
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toHaveLength(8)

  await page.reload()
  await expect.poll(() => page.getByLabel('주문 목록').inputValue()).toContain(`${lines[2]}\n`)
  await open(page, '/order-history')
  expect(await page.getByRole('main').getByRole('row').count()).toBe(3)
})
