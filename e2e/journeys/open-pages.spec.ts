import type { Page } from 'playwright'
import { expect } from 'vitest'
import { chargeStatus, feeType } from '#lib/charges/labels.ts'
import { unlistedChoiceTexts } from '#lib/orders/labels.ts'
import { focusedRow, logIn, newPerson, open, owner, register, waitForBalance, waitForText } from '../support/app.ts'
import { expectFault, goOffline, goOnline } from '../support/faults.ts'
import { test } from '../support/fixtures.ts'
import { findServiceIdWhere, givePoints, runSql } from '../support/shop-data.ts'
import { stubPush } from '../support/stub-push.ts'

// Tests what open pages do when something changes after they were loaded, for example a price, the session or the list
// of a colleague.

const orderButton = (page: Page) => page.getByRole('button', { name: '주문하기', exact: true })

/** Creates a member with points and logs in as him. */
async function newBuyer(page: Page, points: number) {
  const person = newPerson()
  await register(page, person)
  if (points > 0) await givePoints(person, points)
  await logIn(page, person)
  return person
}

const ordersOf = async ({ id }: { id: string }) =>
  (await runSql('SELECT o.id FROM orders o JOIN members m ON m.id = o.member_id WHERE m.login_id = $1', [id])).length

const cheapService = () => findServiceIdWhere('c.platform_id = 1 AND s.unit_price = 330000 AND NOT s.is_read_only')

async function fillOrder(page: Page, serviceId: number, amount = '1,000') {
  await open(page, `/order?service=${serviceId}`)
  await page.getByLabel('링크', { exact: true }).fill('https://www.instagram.com/p/CxYz12345/')
  await page.getByLabel('수량', { exact: true }).fill(amount)
}

test('without a connection a page stays, with what is typed in it, and goes on when the connection is back', async ({
  page,
}) => {
  await logIn(page, owner)
  await open(page, '/admin/members?q=member')
  await page.getByRole('cell', { name: 'member', exact: true }).first().click()
  await page.getByRole('button', { name: /^메모/ }).click()
  const memo = page.getByLabel('운영 메모', { exact: true })
  const before = await memo.inputValue()
  await memo.fill('전화로 확인했어요.')
  await goOffline(page)
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await waitForText(page, '인터넷 연결이 끊겼어요.')
  await page.waitForTimeout(1_500)
  expect(await memo.inputValue()).toBe('전화로 확인했어요.')
  await goOnline(page)
  await page.getByText('인터넷 연결이 끊겼어요.').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await memo.waitFor({ state: 'hidden' })
  await page.getByText('전화로 확인했어요.').first().waitFor()
  await runSql("UPDATE members SET memo = $1 WHERE login_id = 'member'", [before])
})

test('points that come while the order form is open can be spent there', async ({ page }) => {
  const person = await newBuyer(page, 0)
  await fillOrder(page, await cheapService())
  await orderButton(page).click()
  await waitForText(page, '포인트가 부족합니다.')
  await givePoints(person, 10_000)
  await orderButton(page).click()
  await waitForBalance(page, '10,000원')
  await page.getByText('포인트가 부족합니다.').waitFor({ state: 'hidden' })
  await orderButton(page).click()
  await page.getByRole('region', { name: '주문 완료' }).waitFor()
})

test('an order is placed at the price that was shown, or not at all', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  const serviceId = await cheapService()
  // Gives this member a price of his own, so that the prices in other journeys stay the same.
  await runSql('INSERT INTO member_prices (member_id) SELECT id FROM members WHERE login_id = $1', [person.id])
  await runSql(
    'INSERT INTO price_rules (member_id, service_id, unit_price, below_cost) SELECT id, $2, 165000, true FROM members WHERE login_id = $1',
    [person.id, serviceId],
  )
  await givePoints(person, 100_000)
  await logIn(page, person)
  await fillOrder(page, serviceId)
  await page.getByText('1,650원').first().waitFor()
  await runSql('DELETE FROM price_rules WHERE member_id = (SELECT id FROM members WHERE login_id = $1)', [person.id])
  await orderButton(page).click()
  await waitForText(page, '가격이 바뀌었어요. 확인하고 다시 눌러 주세요.')
  expect(await ordersOf(person)).toBe(0)
  await page.getByText('3,300원').first().waitFor()
  await orderButton(page).click()
  await page.getByRole('region', { name: '주문 완료' }).waitFor()
  await waitForBalance(page, '96,700원')
})

test('the product in the form stays when staff put another one before it, and leaves when they withdraw it', async ({
  page,
  openPage,
}) => {
  await newBuyer(page, 10_000)
  const [category] = await runSql<{ id: number; ids: number[] }>(
    `SELECT c.id, (array_agg(s.id ORDER BY s.position, s.id))[1:2] AS ids
     FROM categories c JOIN services s ON s.category_id = c.id AND s.withdrawn_at IS NULL
     WHERE c.platform_id = 15 GROUP BY c.id HAVING bool_and(s.type = 'Default') ORDER BY c.id DESC LIMIT 1`,
  )
  const [first, second] = category?.ids.map(String) ?? []
  const staff = await openPage()
  await logIn(staff, owner)
  const options = { headers: { 'sec-fetch-site': 'same-origin' } }
  const move = (direction: 'UP' | 'DOWN') =>
    staff.request.post(`/api/admin/services/${second}/move`, { ...options, data: { direction } })
  const products = (of: Page) => of.getByRole('listbox', { name: '상품' }).getByRole('option')
  const selected = page.getByRole('listbox', { name: '상품' }).getByRole('option', { selected: true })
  const path = `/order?category=${category?.id}`
  await open(page, path)
  await page.getByLabel('수량', { exact: true }).fill('321')
  expect(await selected.getAttribute('data-product')).toBe(first)
  expect((await move('UP')).ok()).toBe(true)
  try {
    const isSecondFirst = () => products(staff).first().getAttribute('data-product')
    await expect.poll(() => open(staff, path).then(isSecondFirst), { timeout: 20_000 }).toBe(second)
    // A press on the star loads the list again.
    await page.getByRole('button', { name: '즐겨찾기', exact: true }).click()
    await expect.poll(() => products(page).first().getAttribute('data-product')).toBe(second)
    expect(await selected.getAttribute('data-product')).toBe(first)
    expect(await page.getByLabel('수량', { exact: true }).inputValue()).toBe('321')
    // After the selected product is withdrawn, no other product is selected in its place.
    expect((await staff.request.delete(`/api/admin/services/${first}`, options)).ok()).toBe(true)
    const listedIds = () => products(staff).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-product')))
    await expect.poll(() => open(staff, path).then(listedIds), { timeout: 20_000 }).not.toContain(first)
    await page.getByRole('button', { name: '즐겨찾기', exact: true }).click()
    await page.getByText(unlistedChoiceTexts.SERVICE).waitFor()
    expect(await selected.count()).toBe(0)
    await products(page).first().press('Space')
    expect(await selected.getAttribute('data-product')).toBe(second)
    expect(await page.getByText(unlistedChoiceTexts.SERVICE).count()).toBe(0)
  } finally {
    await staff.request.post(`/api/admin/services/${first}/restore`, options)
    await move('DOWN')
  }
})

test('an auto order of a product that no longer takes any can be turned off, and a withdrawn product leaves', async ({
  page,
  openPage,
}) => {
  await newBuyer(page, 10_000)
  const staff = await openPage()
  await logIn(staff, owner)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const [category] = await runSql<{ id: number }>('SELECT max(id) AS id FROM categories WHERE platform_id = 1')
  const values = {
    text: '바뀌는 상품',
    point: 1,
    min: 10,
    max: 10_000,
    notice: '',
    isReadOnly: false,
    enableAuto: true,
  }
  const made = await staff.request.post('/api/admin/services', {
    headers,
    data: { ...values, categoryId: category?.id },
  })
  const { id } = (await made.json()) as { id: number }
  const listedService = async () => {
    const listed: { id: number; enableAuto: boolean }[] = await (await staff.request.get('/service/services')).json()
    return listed.find((service) => service.id === id)
  }
  const waitForChange = (expected: object | undefined) =>
    expect.poll(listedService, { timeout: 20_000 }).toEqual(expected && expect.objectContaining(expected))
  await waitForChange({ enableAuto: true })
  await fillOrder(page, id)
  const autoOrder = page.getByLabel('자동주문', { exact: true })
  await autoOrder.check()
  await page.getByLabel('반복 횟수', { exact: true }).fill('2')
  await page.getByLabel('반복 간격', { exact: true }).fill('60')
  expectFault(page, '/service/order')
  await staff.request.patch(`/api/admin/services/${id}`, { headers, data: { enableAuto: false } })
  await waitForChange({ enableAuto: false })
  await orderButton(page).click()
  await waitForText(page, '자동주문을 지원하지 않는 상품입니다.')
  await autoOrder.click()
  await autoOrder.waitFor({ state: 'hidden' })
  await staff.request.delete(`/api/admin/services/${id}`, { headers })
  await waitForChange(undefined)
  await orderButton(page).click()
  await page.getByText(unlistedChoiceTexts.SERVICE).waitFor()
})

test('a tab of one member does nothing for another who has logged in beside it', async ({ page }) => {
  const other = newPerson()
  await register(page, other)
  await givePoints(other, 10_000)
  const person = await newBuyer(page, 10_000)
  await fillOrder(page, await cheapService())
  await logIn(page, other)
  await orderButton(page).click()
  await waitForText(page, '다른 계정으로 로그인해 화면을 새로 불러왔어요.')
  expect([await ordersOf(person), await ordersOf(other)]).toEqual([0, 0])
})

test('a tab that a refusal has refreshed for another member orders nothing that the former one typed', async ({
  page,
}) => {
  const other = newPerson()
  await register(page, other)
  await givePoints(other, 10_000)
  const person = await newBuyer(page, 0)
  await fillOrder(page, await cheapService())
  await logIn(page, other)
  await orderButton(page).click()
  await waitForText(page, '다른 계정으로 로그인해 화면을 새로 불러왔어요.')
  await waitForBalance(page, '10,000원')
  expect(await page.getByLabel('링크', { exact: true }).inputValue()).toBe('')
  await orderButton(page).click()
  await waitForText(page, '주문 링크를 입력해주세요.')
  expect([await ordersOf(person), await ordersOf(other)]).toEqual([0, 0])
})

test('a question is still there after its session has ended, and is sent after a login in place', async ({ page }) => {
  const person = await newBuyer(page, 0)
  await open(page, '/questions')
  await page.getByLabel('문의 내용').fill('입금했는데 아직 충전되지 않았어요.')
  await page.context().clearCookies({ name: 'token' })
  await page.getByRole('button', { name: '문의하기', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '로그인' })
  await dialog.getByLabel('비밀번호', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: '로그인', exact: true }).click()
  await page.getByText('입금했는데 아직 충전되지 않았어요.').first().waitFor()
  await page.waitForURL(/\/questions\?id=\d+/)
})

test('a switch for notices whose script can’t be loaded says so, and can be pressed again', async ({ page }) => {
  await stubPush(page)
  await newBuyer(page, 0)
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    if (!script.includes('applicationServerKey')) return route.fulfill({ response, body: script })
    expectFault(page, new URL(route.request().url()).pathname)
    return route.fulfill({ status: 404, body: '' })
  })
  await open(page, '/account')
  const notices = page.getByRole('switch', { name: '이 기기에서 주문 완료 알림 받기' })
  await notices.click()
  await waitForText(page, '알림 설정을 바꾸지 못했어요. 잠시 후 다시 시도해 주세요.')
  expect([await notices.isChecked(), await notices.isDisabled()]).toEqual([false, false])
})

test('a script that can’t be loaded takes nothing but its own part of the order screen', async ({ page }) => {
  await newBuyer(page, 10_000)
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    if (!script.includes('service/favorites"')) return route.fulfill({ response, body: script })
    expectFault(page, new URL(route.request().url()).pathname)
    return route.fulfill({ status: 404, body: '' })
  })
  await fillOrder(page, await cheapService())
  await orderButton(page).click()
  await page.getByRole('region', { name: '주문 완료' }).waitFor()
})

test('a form in the console stays when its row leaves the list, says why it is refused, and the keys work on', async ({
  page,
  openPage,
}) => {
  const person = newPerson()
  await register(await openPage(), person)
  const tag = `겹${person.id}`
  const rows = await runSql<{ id: number }>(
    `INSERT INTO charges (member_id, name, normal_name, point, pay_amount, fee_type, fee_value, expires_at)
     SELECT m.id, w.name, w.name, 100000, 100000, ${feeType.NONE}, '{}', now() + interval '2 hours'
     FROM members m, unnest($2::text[]) WITH ORDINALITY AS w (name, at) WHERE m.login_id = $1 ORDER BY w.at RETURNING id`,
    [person.id, [`${tag}셋`, `${tag}둘`, `${tag}하나`]],
  )
  const [third, second] = rows.map(({ id }) => id)
  await logIn(page, owner)
  await open(page, `/admin/charges?q=${encodeURIComponent(tag)}`)
  const reason = page.getByRole('dialog').getByLabel('사유')
  // Delays the rows that the page loads again after the first rejection, so that they arrive while the second form is
  // being filled in.
  const isSecondFormOpen = Promise.withResolvers<void>()
  await page.route('**/admin/charges?*', async (route) => {
    await isSecondFormOpen.promise
    await route.continue()
  })
  await page.keyboard.press('r')
  await reason.fill('다른 입금')
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedRow(page)).toBe(String(second))
  await runSql(
    `UPDATE charges SET status = ${chargeStatus.FAIL}, outcome = 'REJECTED', response_at = now() WHERE id = $1`,
    [second],
  )
  await page.keyboard.press('r')
  await reason.fill('입력하던 사유')
  isSecondFormOpen.resolve()
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
  expect(await reason.inputValue()).toBe('입력하던 사유')
  await page.keyboard.press('Enter')
  await waitForText(page, '이미 처리된 충전 요청이에요.')
  await reason.waitFor({ state: 'hidden' })
  await page.keyboard.press('j')
  await expect.poll(() => focusedRow(page)).toBe(String(third))
  expect(await page.getByRole('dialog').count()).toBe(0)
})

/** Whether the browser would ask before the page is left or reloaded. */
const asksBeforeLeaving = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

test('an answer to a question that a colleague was first to answer stays, beside his', async ({ page, openPage }) => {
  const person = newPerson()
  const member = await openPage()
  await register(member, person)
  await logIn(member, person)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const data = { message: '언제 시작하나요?', kind: 'OTHER' }
  const asked = await member.request.post('/service/questions', { headers, data })
  const { id, messages } = (await asked.json()) as { id: number; messages: { id: number }[] }
  await logIn(page, owner)
  await open(page, `/admin/questions?q=${person.id}`)
  await page.getByRole('list', { name: '주고받은 메시지' }).getByText(data.message).waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: '답변하기' })
  expect(await asksBeforeLeaving(page)).toBe(false)
  await dialog.getByLabel('답변', { exact: true }).fill('오늘 오후에 시작해요.')
  expect(await asksBeforeLeaving(page)).toBe(true)
  const first = await page.request.post(`/api/admin/questions/${id}/messages`, {
    headers,
    data: { message: '동료의 답변', seen: messages.at(-1)?.id },
  })
  expect(first.status()).toBe(201)
  const send = dialog.getByRole('button', { name: '답변하기', exact: true })
  await send.click()
  await dialog.getByText('그 사이 새 메시지가 있어요.').first().waitFor()
  await dialog.getByRole('list', { name: '그 사이 온 메시지' }).getByText('동료의 답변').waitFor()
  // The question has left the list of questions that wait for an answer.
  await expect.poll(() => page.locator('[data-row]').count()).toBe(0)
  expect(await dialog.getByLabel('답변', { exact: true }).inputValue()).toBe('오늘 오후에 시작해요.')
  await send.click()
  await dialog.waitFor({ state: 'hidden' })
  const sent = await runSql(
    "SELECT text FROM question_messages WHERE question_id = $1 AND author = 'STAFF' ORDER BY id",
    [id],
  )
  expect(sent).toEqual([{ text: '동료의 답변' }, { text: '오늘 오후에 시작해요.' }])
})
