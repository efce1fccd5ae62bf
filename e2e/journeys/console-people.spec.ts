import { randomInt } from 'node:crypto'
import type { Page } from 'playwright'
import { afterEach, beforeAll, expect, inject } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import type { RoleName } from '#lib/members/labels.ts'
import { restrictedSessionText } from '#lib/sessions/labels.ts'
import { focusedRow, logIn, open, owner, type Person, waitForText } from '../support/app.ts'
import { DESKTOP, expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { findServiceIdWhere, runSql } from '../support/shop-data.ts'

// Use cases of lib/ create the members, orders and tasks of this file in the running shop's database.
const { databaseUrl, authSecret } = inject('shop')
Object.assign(process.env, { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret })
const loadUseCases = async () => ({
  ...(await import('#lib/core/db.ts')),
  ...(await import('#lib/members/testing/members.ts')),
  ...(await import('#lib/tasks/file-task.ts')),
  ...(await import('#lib/orders/transition-order.ts')),
  ...(await import('#lib/orders/testing/orders.ts')),
  ...(await import('#lib/orders/auto/testing/auto-orders.ts')),
  ...(await import('#lib/charges/testing/refunds.ts')),
  ...(await import('#lib/books/testing/expect-books-balance.ts')),
})
let shop: Awaited<ReturnType<typeof loadUseCases>>

beforeAll(async () => {
  shop = await loadUseCases()
})
afterEach(() => shop.expectBooksBalance())

const REPEATABLE = 's.enable_auto AND NOT s.is_read_only AND s.min <= 100 AND s.max >= 100'

type NumberedPerson = Person & { no: number }

async function makePerson(role: RoleName = 'MEMBER', points = 0): Promise<NumberedPerson> {
  const { id: no, loginId } = await shop.makeMember({ loginId: `desk_${randomInt(1e9)}`, role, points })
  return { id: loginId, no, password: shop.TEST_PASSWORD }
}

const keyboardOf = ({ keyboard }: Page) => ({
  press: (key: string) => keyboard.press(key),
  type: (text: string) => keyboard.type(text),
})

/** Searches the list of the open console page by keyboard, and waits for the row that contains the text. */
async function findRow(page: Page, text: string): Promise<void> {
  const { press, type } = keyboardOf(page)
  await press('/')
  await type(text)
  await press('Enter')
  await page.waitForURL(/[?&]q=/)
  await waitUntilSettled(page)
  // Leaves the search field, because keyboard shortcuts are ignored while a field has the focus.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Completes an order and files the task about an update that its provider sent after that. Returns the order's id. */
async function orderWithLateTask(member: NumberedPerson): Promise<number> {
  const serviceId = await findServiceIdWhere('NOT s.is_read_only AND s.min <= 100 AND s.max >= 100')
  const orderId = await shop.makeOrder({ memberId: member.no, serviceId, amount: 100 })
  const move = { orderId, startCount: null, reason: '', remains: null }
  await shop.transitionOrder(shop.db(), someStaff, { ...move, status: 2 })
  const detail = { status: 3, remains: 40, startCount: null, refund: 0, applicable: true }
  await shop.fileTask(shop.db(), { kind: 'DELIVERY_LATE', refType: 'order', refId: orderId, detail })
  return orderId
}

const pointsOf = async ({ no }: NumberedPerson): Promise<number> =>
  Number((await runSql<{ point: string }>('SELECT point FROM balances WHERE member_id = $1', [no]))[0]?.point) / 100

test('a late change is found, understood and applied from the keyboard, once, and the other operator is told', async ({
  page,
  openPage,
}) => {
  const member = await makePerson('MEMBER', 500_000)
  const orderId = await orderWithLateTask(member)
  const before = await pointsOf(member)
  const [second] = [await openPage()]
  await logIn(page, owner)
  await logIn(second, await makePerson('MANAGER'))
  for (const each of [page, second]) {
    await open(each, '/admin/tasks')
    await findRow(each, String(orderId))
    await each.keyboard.press('a')
    await dialog(each, /늦은 변경/)
      .getByText(/부분완료 상태로 바꿔요. 회원에게 .+P를 돌려줘요/)
      .waitFor()
  }
  await expectGoodPage(page)
  await page.keyboard.press('Enter')
  await waitForText(page, `늦은 변경 · 주문 ${orderId} 적용`)
  await second.keyboard.press('Enter')
  await waitForText(second, '이미 처리된 할 일이에요.')
  await second.getByText('찾는 할 일이 없어요.').waitFor()
  expect(await pointsOf(member)).toBeGreaterThan(before)
  const [order] = await runSql<{ status: number; remains: number }>(
    'SELECT status, remains FROM orders WHERE id = $1',
    [orderId],
  )
  expect(order).toEqual({ status: 3, remains: 40 })
})

test('a member is found, given points, held back and noted from the keyboard alone, and reads at login why', async ({
  page,
  openPage,
}) => {
  const member = await makePerson('MEMBER', 500)
  await logIn(page, await makePerson('MANAGER'))
  await open(page, '/admin/members')
  await findRow(page, member.id)
  const { press, type } = keyboardOf(page)

  await press('a')
  await type('1500')
  await press('Enter')
  await waitForText(page, '조정 사유를 입력해 주세요.')
  await type('배송 지연 보상')
  await page.getByText('조정 뒤 잔액 2,000P').waitFor()
  await expectGoodPage(page)
  await press('Enter')
  await waitForText(page, `${member.id} 님에게 1,500P를 지급했어요.`)
  await page.getByRole('region', { name: '회원 기록' }).getByText('배송 지연 보상').waitFor()
  expect(await pointsOf(member)).toBe(2_000)

  await press('r')
  const restriction = dialog(page, '이용 제한')
  await restriction.getByRole('radio', { name: '정상' }).press('ArrowRight')
  await press('Tab')
  await type('거듭된 중복 신고')
  await press('Enter')
  await waitForText(page, `${member.id} 님을 경고 상태로 바꿨어요.`)

  await press('d')
  await type('단골, 매달 세금계산서')
  await press('Tab')
  await press('Tab')
  await press('Enter')
  await waitForText(page, `${member.id} 님의 메모를 저장했어요.`)
  await page.getByRole('region', { name: member.id }).getByText('단골, 매달 세금계산서').waitFor()

  await press('r')
  await restriction.getByRole('radio', { name: '경고' }).press('ArrowRight')
  await restriction.getByRole('radio', { name: '30일' }).check()
  await restriction.getByLabel('사유').fill('입금자명을 거듭 도용했어요')
  await restriction.getByText('로그인할 때 회원에게 보일 내용').waitFor()
  await expectGoodPage(page)
  await page.setViewportSize(PHONE)
  const apply = await restriction.getByRole('button', { name: '일시 정지 적용하기' }).boundingBox()
  expect((apply?.y ?? PHONE.height) + (apply?.height ?? 0)).toBeLessThan(PHONE.height)
  await page.setViewportSize(DESKTOP)
  const theirs = await openPage()
  await logIn(theirs, member)
  await open(theirs, '/order')
  await restriction.getByRole('button', { name: '일시 정지 적용하기' }).click()
  await waitForText(page, `${member.id} 님을 일시 정지 상태로 바꿨어요.`)
  // His session is still open, so the shop says why it shows him no page of his any more.
  await theirs.getByRole('link', { name: '잔액충전', exact: true }).click()
  await theirs.getByRole('dialog', { name: '로그인' }).getByText(restrictedSessionText).waitFor()
  await expectGoodPage(theirs)
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('main').getByText(restrictedSessionText).waitFor()
  await expectGoodPage(theirs)
  await open(theirs, '/login')
  await theirs.getByLabel('아이디', { exact: true }).fill(member.id)
  await theirs.getByLabel('비밀번호', { exact: true }).fill(member.password)
  await theirs.getByRole('button', { name: '로그인', exact: true }).click()
  await waitForText(theirs, '이용이 제한된 계정입니다.')
  await waitForText(theirs, '입금자명을 거듭 도용했어요')
  await expectGoodPage(theirs)
})

test('Escape in a dialog asks before it drops what was typed, and drops nothing else without asking', async ({
  page,
}) => {
  const member = await makePerson('MEMBER', 500)
  await logIn(page, await makePerson('MANAGER'))
  await open(page, `/admin/members?q=${member.no}`)
  const { press, type } = keyboardOf(page)
  const points = dialog(page, '포인트 조정')
  const question = dialog(page, '닫으면 적은 내용이 사라져요')
  const expectFocusOnRow = () => expect.poll(() => focusedRow(page)).toBe(String(member.no))
  await press('a')
  await points.waitFor()
  await press('Escape')
  await points.waitFor({ state: 'detached' })
  await expectFocusOnRow()

  // A key pressed directly after Escape must work, too, although the browser hasn't sent the dialog's `close` event
  // yet.
  for (const key of ['a', 'Escape', 'a', 'Escape', 'a']) await press(key)
  await points.waitFor()
  await type('1500')
  for (const leave of [
    () => press('Escape'),
    () => points.getByRole('button', { name: '닫기' }).click(),
    // A press on plain text takes the focus out of the dialog, so that the dialog's own key handlers don't get the
    // Escape.
    async () => {
      await points.getByRole('heading', { level: 2 }).click()
      await press('Escape')
    },
    // A second and third Escape in a row don't close the dialog either, although the browser would allow them to.
    async () => {
      for (const key of ['Escape', 'Escape', 'Escape']) await press(key)
    },
  ]) {
    await leave()
    await question.waitFor()
    await expectGoodPage(page)
    await press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await points.getByLabel('포인트', { exact: true }).inputValue()).toBe('1500')
  }
  await press('Escape')
  await question.getByRole('button', { name: '버리고 닫기' }).click()
  await points.waitFor({ state: 'detached' })
  await expectFocusOnRow()
  // If the typed text is removed again, the dialog closes without a question.
  await press('d')
  await type('메')
  await press('Backspace')
  await press('Escape')
  await dialog(page, '메모').waitFor({ state: 'detached' })
})

test('above the limit one owner asks, another finds it among the tasks; of two verdicts at once one counts', async ({
  page,
  openPage,
}) => {
  const member = await makePerson()
  const boss = await makePerson('OWNER')
  const other = await openPage()
  await logIn(page, boss)
  await logIn(other, owner)
  await open(page, `/admin/members?q=${member.no}`)
  await page.keyboard.press('a')
  await page.keyboard.type('2,000,000')
  await page.keyboard.press('Tab')
  await page.keyboard.type('제휴 정산')
  await page.getByText(/다른 대표가 할 일에서 확인해야/).waitFor()
  await page.keyboard.press('Enter')
  await waitForText(page, '포인트 조정 요청을 남겼어요. 다른 운영자의 확인을 기다려요.')
  expect(await pointsOf(member)).toBe(0)

  await open(page, '/admin/tasks?kind=APPROVAL')
  await open(other, '/admin/tasks?kind=APPROVAL')
  for (const each of [page, other])
    await each.getByRole('row').filter({ hasText: member.id }).getByRole('cell').first().click()
  // The member of staff who made the request can only withdraw it, not confirm it.
  await page.getByText('다른 운영자의 확인을 기다려요.', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /^확인/ }).count()).toBe(0)
  await other.getByText(`${boss.id} 요청 · 포인트 조정 2,000,000원`).waitFor()
  await other.keyboard.press('a')
  await waitForText(other, '포인트 조정 2,000,000원을 확인했어요.')
  await page.keyboard.press('r')
  await waitForText(page, '이미 처리된 확인 요청이에요.')
  expect(await pointsOf(member)).toBe(2_000_000)
})

test('of two operators who stop an auto order, one does, with the refund it said; the other is told', async ({
  page,
  openPage,
}) => {
  const member = await makePerson('MEMBER', 500_000)
  const serviceId = await findServiceIdWhere(REPEATABLE)
  const { id } = await shop.makeAutoOrder({
    memberId: member.no,
    serviceId,
    amount: 100,
    runs: 4,
  })
  const other = await openPage()
  await logIn(page, owner)
  await logIn(other, await makePerson('MANAGER'))
  for (const each of [page, other]) {
    await open(each, `/admin/auto-orders?q=${id}`)
    await each.keyboard.press('r')
    await dialog(each, '자동주문 취소')
      .getByText(/4회 중 남은 3회를 멈추고 .+P를 돌려줘요/)
      .waitFor()
    await each.keyboard.type('회원 요청')
  }
  await expectGoodPage(page)
  await page.keyboard.press('Enter')
  await waitForText(page, new RegExp(`${member.id} 님의 자동주문 ${id}번을 취소하고 .+P를 돌려줬어요`))
  await other.keyboard.press('Enter')
  await waitForText(other, '취소할 회차가 남아 있지 않아요.')
  await page
    .getByRole('region', { name: `자동주문 ${id}` })
    .getByText('회원 요청')
    .waitFor()
})

test('SUPPORT sees every page and can act on none; of an account it sees the end', async ({ openPage }) => {
  const member = await makePerson('MEMBER', 500_000)
  await orderWithLateTask(member)
  await shop.makeAutoOrder({ memberId: member.no, serviceId: await findServiceIdWhere(REPEATABLE), amount: 100 })
  await shop.makeCashRefundRequest(member.no)
  const page = await openPage()
  await logIn(page, await makePerson('SUPPORT'))
  for (const [path, title] of [
    ['/admin/tasks', /늦은 변경|./],
    [`/admin/members?q=${member.no}`, member.id],
    [`/admin/auto-orders?q=${member.id}`, /자동주문/],
    [`/admin/refunds?q=${member.id}`, /홍길동/],
  ] as const) {
    await open(page, path)
    const detail = page.getByRole('main').getByRole('region', { name: title }).last()
    await detail.waitFor()
    for (const key of ['a', 'r', 'd']) await page.keyboard.press(key)
    expect(await page.getByRole('dialog').count(), path).toBe(0)
    expect(await page.locator('[aria-keyshortcuts]:not([aria-keyshortcuts*="Control+K"])').count(), path).toBe(0)
  }
  await page
    .getByRole('main')
    .getByRole('region', { name: /홍길동/ })
    .last()
    .getByText('****1234')
    .waitFor()
  expect(await page.content()).not.toContain('12345678901234')
})

test('on a phone a member opens from below, with the same acts', async ({ openPage }) => {
  const member = await makePerson('MEMBER', 500)
  const page = await openPage({ viewport: PHONE })
  await logIn(page, owner)
  await open(page, `/admin/members?q=${member.no}`)
  await page.getByRole('link', { name: member.id }).click()
  await dialog(page, member.id)
    .getByRole('button', { name: /포인트 조정/ })
    .click()
  await dialog(page, '포인트 조정').getByLabel('포인트', { exact: true }).waitFor()
  await expectGoodPage(page)
})
