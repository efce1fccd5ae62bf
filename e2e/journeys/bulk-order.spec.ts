import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { logIn, newPerson, open, register, waitForBalance, waitForText, waitUntilFocused } from '../support/app.ts'
import { loseNextAnswer, restoreCall } from '../support/faults.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { findServiceIdWhere, givePoints, runSql } from '../support/shop-data.ts'

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
  const serviceId = await findServiceIdWhere(SERVICE_CONDITION)
  const commentsId = await findServiceIdWhere("s.type = 'Custom Comments' AND NOT s.is_read_only")
  await open(page, '/bulk-order')
  await page.getByRole('button', { name: '미리보기' }).click()
  await waitForText(page, '주문할 목록을 적어 주세요.')
  await waitUntilFocused(page.getByLabel('주문 목록'))

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
  const listFile = { name: '주문.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${lines.join('\n')}`) }
  await page.getByLabel('CSV 파일 고르기').setInputFiles(listFile)
  await expect.poll(() => page.getByLabel('주문 목록').inputValue()).toBe(lines.join('\n'))
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
  await preview.getByText('132원이 필요해요. 지금 잔액은 100원이라 32원이 모자라요.').waitFor()
  const charge = preview.getByRole('link', { name: '32원 충전하고 주문하기' })
  expect(await charge.getAttribute('href')).toBe('/point?amount=32')
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

test('orders picked in the history are repeated at once: prices shown, one press, nothing ordered again by a reload', async ({
  page,
  openPage,
}) => {
  const person = newPerson()
  await register(page, person)
  await givePoints(person, 100_000)
  await logIn(page, person)
  const serviceId = await findServiceIdWhere(SERVICE_CONDITION)
  const endedId = await findServiceIdWhere('s.is_read_only')
  const commentsId = await findServiceIdWhere("s.type = 'Custom Comments' AND NOT s.is_read_only")
  const link = 'https://www.instagram.com/seoul.cafe.log'
  const comments = Array.from({ length: 10 }, (_, at) => `좋아요 ${at}`)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const place = async (data: object): Promise<number> => {
    const answer = await page.request.post('/service/order', { headers, data: { link, ...data } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).orderId
  }
  const ids = [
    await place({ serviceId, amount: 10 }),
    await place({ serviceId, amount: 10 }),
    await place({ serviceId: commentsId, comments }),
  ]
  for (let at = 0; at < 8; at++) ids.push(await place({ serviceId, amount: 11 }))
  await runSql('UPDATE orders SET service_id = $2 WHERE id = $1', [ids[1], endedId])

  await open(page, '/bulk-order')
  await page.getByLabel('주문 목록').fill('1|아직 쓰는 중|')
  await open(page, '/order-history')
  const pick = (at: number) => page.getByRole('checkbox', { name: `주문 ${ids[at]}번 고르기` })
  await pick(10).focus()
  await page.keyboard.press('Space')
  await page.getByText('1건 골랐어요').waitFor()
  await page.getByRole('navigation', { name: '페이지' }).getByRole('link', { name: '2 페이지' }).click()
  await pick(0).click()
  await page.getByText('2건 골랐어요').waitFor()
  await page.getByRole('navigation', { name: '페이지' }).getByRole('link', { name: '1 페이지' }).click()
  await expect.poll(() => pick(10).isChecked()).toBe(true)
  await pick(1).click()
  await pick(2).click()
  await page.getByText('4건 골랐어요').waitFor()
  await expectGoodPage(page)

  await page.getByRole('region', { name: '고른 주문' }).getByRole('link', { name: '다시 주문' }).click()
  await waitUntilFocused(page.getByRole('heading', { name: '미리보기' }))
  const preview = page.getByRole('region', { name: '미리보기' })
  await preview.getByText('주문불가 상품입니다.').waitFor()
  await preview.getByText('댓글이나 계정처럼 더 적을 것이 있는 상품이에요.').waitFor()
  expect((await preview.getByRole('definition').allTextContents()).slice(0, 2)).toEqual(['2 / 4', '69.3원'])
  await page.getByText('주문내역에서 고른 4건이에요.').waitFor()
  await expectGoodPage(page)
  const address = page.url()
  const phone = await openPage({ viewport: PHONE, storageState: await page.context().storageState(), theme: 'dark' })
  await open(phone, address)
  await phone.getByRole('region', { name: '미리보기' }).waitFor()
  await expectGoodPage(phone)

  await preview.getByRole('button', { name: '주문하기' }).dblclick()
  await page.getByRole('region', { name: '주문 결과' }).getByText('2건을 주문했어요 · 69.3원').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('주문 목록').inputValue()).toBe('1|아직 쓰는 중|')
  await open(page, '/order-history')
  await expect.poll(() => page.getByRole('button', { name: /진행 과정$/ }).count()).toBe(10)
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
})

test('a list whose answer was lost is asked for again, though the points that are left pay for a part of it', async ({
  page,
}) => {
  const person = newPerson()
  await register(page, person)
  await givePoints(person, 140)
  await logIn(page, person)
  const serviceId = await findServiceIdWhere(SERVICE_CONDITION)
  const link = 'https://www.instagram.com/seoul.cafe.log'
  await open(page, '/bulk-order')
  await page.getByLabel('주문 목록').fill(`${serviceId}|${link}|20\n${serviceId}|${link}|10`)
  const preview = page.getByRole('region', { name: '미리보기' })
  await page.getByRole('button', { name: '미리보기' }).click()
  await preview.getByRole('button', { name: '주문하기' }).waitFor()
  await loseNextAnswer(page, '/service/orders')
  await preview.getByRole('button', { name: '주문하기' }).click()
  await preview
    .getByRole('alert')
    .getByText('주문됐는지 확인하지 못했어요. 다시 눌러도 두 번 주문되지 않아요.')
    .waitFor()
  await restoreCall(page, '/service/orders')
  await page.reload()
  await page.getByRole('button', { name: '미리보기' }).click()
  await waitForText(page, '주문됐는지 확인하지 못했어요. 다시 눌러도 두 번 주문되지 않아요.')
  await preview.getByRole('button', { name: '주문하기' }).click()
  await page.getByRole('region', { name: '주문 결과' }).getByText('2건을 주문했어요 · 99원').waitFor()
  expect(
    await runSql('SELECT o.id FROM orders o JOIN members m ON m.id = o.member_id WHERE m.login_id = $1', [person.id]),
  ).toHaveLength(2)
})

test('a list whose answer was lost longer ago than the server knows its key is not ordered again unasked', async ({
  page,
}) => {
  const person = newPerson()
  await register(page, person)
  await givePoints(person, 140)
  await logIn(page, person)
  const line = `${await findServiceIdWhere(SERVICE_CONDITION)}|https://www.instagram.com/seoul.cafe.log|20`
  await open(page, '/bulk-order')
  await page.getByLabel('주문 목록').fill(line)
  const preview = page.getByRole('region', { name: '미리보기' })
  const order = preview.getByRole('button', { name: '주문하기' })
  await page.getByRole('button', { name: '미리보기' }).click()
  await order.waitFor()
  await loseNextAnswer(page, '/service/orders')
  await order.click()
  await waitForText(page, '주문됐는지 확인하지 못했어요. 다시 눌러도 두 번 주문되지 않아요.')
  await restoreCall(page, '/service/orders')

  // The page stays open for three days and the server forgets the key of the call.
  await page.evaluate(
    (later) => {
      const now = Date.now
      Date.now = () => now() + later
    },
    72 * 60 * 60_000,
  )
  await runSql('DELETE FROM idempotency_keys WHERE member_id = (SELECT id FROM members WHERE login_id = $1)', [
    person.id,
  ])
  await order.dblclick()
  await waitForText(page, '보낸 지 오래돼 주문됐는지 확인할 수 없어요. 주문내역에 없을 때만 다시 주문해 주세요.')
  await waitUntilFocused(page.getByLabel('주문 목록'))
  expect(await preview.count()).toBe(0)
  const orders = () =>
    runSql('SELECT o.id FROM orders o JOIN members m ON m.id = o.member_id WHERE m.login_id = $1', [person.id])
  expect(await orders()).toHaveLength(1)

  // Whoever orders it all the same, having read that, gets it.
  await page.getByRole('button', { name: '미리보기' }).click()
  await preview.getByText('74원').waitFor()
  await order.click()
  await page.getByRole('region', { name: '주문 결과' }).getByText('1건을 주문했어요 · 66원').waitFor()
  expect(await orders()).toHaveLength(2)
})

test('a list pasted before the page is hydrated is counted and previewed', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  const line = `${await findServiceIdWhere(SERVICE_CONDITION)}|https://www.instagram.com/seoul.cafe.log|10`
  await page.route('**/_next/static/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.goto('/bulk-order', { waitUntil: 'commit' })
  await page.getByLabel('주문 목록').fill(line)
  expect(await page.locator('html[data-hydrated]').count()).toBe(0)
  await page.getByText('1건', { exact: true }).waitFor()
  await page.getByRole('button', { name: '미리보기' }).click()
  await page.getByRole('region', { name: '미리보기' }).getByText('포인트가 부족합니다.').waitFor()
  expect(await page.getByLabel('주문 목록').inputValue()).toBe(line)
})
