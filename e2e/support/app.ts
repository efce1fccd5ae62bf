import { randomInt } from 'node:crypto'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { pendingRequests, waitUntilSettled } from './settled.ts'

/** What a person does on the shop's pages. Fields and buttons are found by the labels that the pages show. */

/** An account that a test logs in with; `id` is its login id. */
export type Person = { id: string; password: string }

export const owner: Person = { id: 'owner', password: 'owner-demo-1234' }
export const demoMember: Person = { id: 'member', password: 'member-demo-1234' }

/** A person with a random login id, who isn't registered yet. */
export const newPerson = (): Person => ({ id: `e2e_${randomInt(1e9)}`, password: 'pass-word-12' })

const field = (page: Page | Locator, name: string): Locator => page.getByLabel(name, { exact: true })

const press = (page: Page | Locator, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** Waits until the page shows this text, for example in a toast or a card. */
export const waitForText = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()

/** The number of the list row that has the focus; undefined if no row has it. */
export const focusedRow = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row)

/**
 * Opens a page. Waits until React has hydrated it, because earlier clicks are lost, and until its requests are
 * answered.
 */
export async function open(page: Page, path: string): Promise<void> {
  // Removes the requests of the page that is left. Chromium doesn't report their end, so they would stay pending for
  // ever.
  pendingRequests(page).clear()
  await page.goto(path)
  await waitUntilSettled(page)
}

type Theme = 'light' | 'dark'

export const themeOf = async (page: Page): Promise<Theme> =>
  (await page.locator('html').getAttribute('data-theme')) === 'dark' ? 'dark' : 'light'

/** Switches the system's theme and waits until the page follows. */
export async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.locator(`html[data-theme=${theme}]`).waitFor()
}

/** Registers a member by the form, as only journeys about signing up need to. */
export async function registerByForm(page: Page, { id, password }: Person): Promise<void> {
  await open(page, '/register')
  await field(page, '아이디').fill(id)
  await field(page, '비밀번호').fill(password)
  await field(page, '비밀번호 확인').fill(password)
  await field(page, '이메일').fill(`${id}@example.com`)
  await field(page, '가입경로').selectOption({ index: 1 })
  await field(page, '약관 동의').check()
  await page.getByRole('main').getByRole('button', { name: '회원가입', exact: true }).click()
  await waitForText(page, '회원가입에 성공했습니다.')
  await page.waitForURL('**/login')
}

/** Logs in by the form, as only journeys about the login need to. Waits for the order screen that follows. */
export async function logInByForm(page: Page, { id, password }: Person): Promise<void> {
  if (!page.url().endsWith('/login')) await open(page, '/login')
  await field(page, '아이디').fill(id)
  await field(page, '비밀번호').fill(password)
  await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click()
  await page.waitForURL('**/order')
}

/** Sends a POST call to the shop with the cookies of the page's browser context; fails the test if it is refused. */
async function send(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, { headers: { 'sec-fetch-site': 'same-origin' }, data })
  expect(answer.ok(), `${path} ${answer.status()} ${answer.ok() ? '' : await answer.text()}`).toBe(true)
}

/** Registers a member by the call that the sign-up form sends, without opening the form. */
export const register = (page: Page, { id, password }: Person): Promise<void> =>
  send(page, '/auth/register', { id, password, email: `${id}@example.com`, registerWhere: 1 })

/**
 * Logs in by the call that the login form sends. The open page isn't reloaded; only pages opened afterwards show that
 * this person is logged in.
 */
export const logIn = (page: Page, { id, password }: Person): Promise<void> =>
  send(page, '/auth/login', { id, password })

/** Requests a charge on the charge page. `label` names the button that adds the amount. */
export async function requestCharge(page: Page, label: string, depositor: string): Promise<void> {
  await open(page, '/point')
  await press(page, label)
  await field(page, '입금자명').fill(depositor)
  await press(page, '충전하기')
  await waitForText(page, '아래 정보를 확인해주세요.')
}

export async function approveCharge(page: Page, depositor: string): Promise<void> {
  await open(page, `/admin/charges?q=${encodeURIComponent(depositor)}`)
  await page.getByRole('cell', { name: depositor }).first().click()
  await page.getByRole('button', { name: /^승인/ }).click()
  await waitForText(page, '승인했어요')
}

type OrderInput = { serviceId: number; link: string; amount: number }

/** Places an order on the order screen. Returns its number. */
export async function placeOrder(page: Page, { serviceId, link, amount }: OrderInput): Promise<number> {
  await open(page, `/order?service=${serviceId}`)
  await field(page, '링크').fill(link)
  await field(page, '수량').fill(String(amount))
  await press(page, '주문하기')
  const card = page.getByRole('region', { name: '주문 완료' })
  await card.waitFor()
  const number = /주문번호\s*([\d,]+)/.exec((await card.textContent()) ?? '')
  return Number(number?.[1]?.replaceAll(',', ''))
}

/**
 * A transition by staff: `to` is the label of the new status, `remains` the undelivered quantity, `refundText` the
 * refund that the page must announce before the transition is sent.
 */
type StaffTransition = { to: string; remains?: number; refundText?: string }

/** Transitions an order in the console. Resolves when the server has answered with status 200. */
export async function transitionByStaff(
  page: Page,
  orderId: number,
  { to, remains, refundText }: StaffTransition,
): Promise<void> {
  await open(page, `/admin/orders?q=${orderId}`)
  await page.getByRole('radio', { name: to, exact: true }).check()
  if (remains !== undefined) await field(page, '남은 수량').fill(String(remains))
  if (refundText !== undefined) await waitForText(page, new RegExp(refundText.replace('.', '\\.')))
  const answered = page.waitForResponse((response) => response.url().endsWith(`/orders/${orderId}/transition`))
  await page.getByRole('button', { name: /상태 바꾸기$|환불하기$/ }).click()
  expect((await answered).status()).toBe(200)
}

/** Waits until the top bar shows this balance. */
export const waitForBalance = (page: Page, text: string): Promise<void> =>
  page.getByRole('banner').getByText(text, { exact: true }).first().waitFor()

/** Opens the order history and waits until it shows this order with this status. */
export async function waitForOrderStatus(page: Page, orderId: number, status: string): Promise<void> {
  await open(page, '/order-history')
  const row = page.getByRole('row').filter({ hasText: String(orderId) })
  await row.getByText(status, { exact: true }).waitFor()
}

/** Waits until the whole of `target` is within the window. */
export const waitUntilInSight = (target: Locator) =>
  expect
    .poll(() =>
      target.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    )
    .toBe(true)

/** Waits until `target` has the focus. */
export const waitUntilFocused = (target: Locator) =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)

/** Presses Tab, or Shift+Tab, until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} doesn't reach ${target}`)
}
