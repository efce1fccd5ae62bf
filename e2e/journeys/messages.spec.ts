import type { Page } from 'playwright'
import { expect, inject } from 'vitest'
import { demoMember, logIn, newPerson, open, register } from '../support/app.ts'
import { expectMessage } from '../support/expect-message.ts'
import { breakCall, replaceCallBody, restoreCall } from '../support/faults.ts'
import { test } from '../support/fixtures.ts'
import { queryShopRow } from '../support/shop-rows.ts'

const fill = (page: Page, name: string, text: string) => page.getByLabel(name, { exact: true }).fill(text)
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

/**
 * A handle, which is valid on every platform. A link to a platform other than the service's would cause a question
 * first.
 */
const LINK = '@seoul.cafe.log'

test('the login says what is missing, what was refused and that it failed', async ({ page }) => {
  await open(page, '/login')
  const id = page.getByLabel('아이디', { exact: true })
  await expect.poll(() => id.evaluate((field) => field === document.activeElement)).toBe(true)
  const send = () => press(page, '로그인')
  await send()
  await expectMessage(page, 'login.id-empty')
  await fill(page, '아이디', 'mem ber')
  await send()
  await expectMessage(page, 'login.id-space')
  await fill(page, '아이디', demoMember.id)
  await send()
  await expectMessage(page, 'login.password-empty')
  await fill(page, '비밀번호', demoMember.password)
  await replaceCallBody(page, '/auth/login', { id: 7 })
  await send()
  await expectMessage(page, 'login.malformed')
  await restoreCall(page, '/auth/login')
  await breakCall(page, '/auth/login', 'fault')
  await send()
  await expectMessage(page, 'login.fault')
  await restoreCall(page, '/auth/login')
  await send()
  await expectMessage(page, 'login.done')
})

test('the sign-up says what is missing in the contract’s order, what was refused and that it failed', async ({
  page,
}) => {
  const person = newPerson()
  await open(page, '/register')
  const send = () => press(page, '회원가입')
  await send()
  await expectMessage(page, 'register.id-empty')
  // One submission shows the errors of all fields; the first of them has the focus.
  const brokenFields = page.locator('main [aria-invalid=true]')
  expect(await brokenFields.evaluateAll((fields) => fields.map((each) => each.getAttribute('name')))).toEqual([
    'id',
    'password',
    'passwordConfirm',
    'email',
    'registerWhere',
    'agreed',
  ])
  expect(await brokenFields.first().evaluate((field) => field === document.activeElement)).toBe(true)
  await fill(page, '아이디', 'a b')
  await fill(page, '비밀번호', 'a b')
  await send()
  await expectMessage(page, 'register.id-space')
  await fill(page, '아이디', demoMember.id)
  await send()
  await expectMessage(page, 'register.password-space')
  await fill(page, '비밀번호', '')
  await fill(page, '이메일', 'nobody@example')
  await send()
  await expectMessage(page, 'register.email-shape')
  await fill(page, '이메일', `${person.id}@example.com`)
  await send()
  await expectMessage(page, 'register.password-empty')
  await fill(page, '비밀번호', person.password)
  await send()
  await expectMessage(page, 'register.password-differs')
  await fill(page, '비밀번호 확인', person.password)
  await send()
  await expectMessage(page, 'register.where')
  await page.getByLabel('가입경로', { exact: true }).selectOption({ index: 1 })
  await send()
  await expectMessage(page, 'register.agreement')
  await page.getByLabel('약관 동의', { exact: true }).check()
  await send()
  await expectMessage(page, 'register.server')
  // The error is shown at its field. The field gets the focus, because it may have been scrolled out of view.
  const id = page.getByLabel('아이디', { exact: true })
  expect(await id.getAttribute('aria-invalid')).toBe('true')
  expect(await id.evaluate((field) => field === document.activeElement)).toBe(true)
  await fill(page, '휴대전화', '+82 10-1234-5678')
  expect(await page.getByLabel('휴대전화', { exact: true }).inputValue()).toBe('01012345678')
  await fill(page, '휴대전화', '')
  await fill(page, '아이디', person.id)
  await breakCall(page, '/auth/register', 'network')
  await send()
  await expectMessage(page, 'register.fault')
  await restoreCall(page, '/auth/register')
  const eye = page.getByRole('button', { name: '입력한 글자 보기' }).first()
  const eyeBox = await eye.boundingBox()
  expect(Math.min(eyeBox?.width ?? 0, eyeBox?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await eye.click()
  const password = page.getByLabel('비밀번호', { exact: true })
  expect(await password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: '입력한 글자 숨기기' }).click()
  expect([await password.getAttribute('type'), await password.inputValue()]).toEqual(['password', person.password])
  await send()
  await expectMessage(page, 'register.done')
  // The login page that follows knows the id, so only the password is missing.
  await page.waitForURL('**/login')
  await expect.poll(() => page.getByLabel('아이디', { exact: true }).inputValue()).toBe(person.id)
  const login = page.getByLabel('비밀번호', { exact: true })
  await expect.poll(() => login.evaluate((field) => field === document.activeElement)).toBe(true)
})

/** Opens the order screen of a seeded service that allows auto orders. Returns the service's limits. */
async function openRepeatable(page: Page): Promise<{ min: number; max: number }> {
  const service = await queryShopRow<{ id: number; min: number; max: number }>(
    inject('shop').databaseUrl,
    'SELECT id, min, max FROM services WHERE enable_auto AND min > 1 AND NOT is_read_only ORDER BY unit_price * min LIMIT 1',
  )
  await open(page, `/order?service=${service.id}`)
  return service
}

test('an order says which rule it breaks, in the contract’s order', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  const { min, max } = await openRepeatable(page)
  const send = () => page.getByRole('button', { name: '주문하기', exact: true }).click()
  await send()
  await expectMessage(page, 'order.link-empty')
  await fill(page, '링크', LINK)
  await fill(page, '수량', String(min - 1))
  await send()
  await expectMessage(page, 'order.too-few')
  await fill(page, '수량', String(max + 1))
  await send()
  await expectMessage(page, 'order.too-many')
  await fill(page, '수량', String(min))
  await page.getByRole('switch', { name: '자동주문' }).check()
  for (const [field, text, key] of [
    ['반복 횟수', '1', 'order.runs-few'],
    ['반복 횟수', '2.5', 'order.runs-whole'],
    ['반복 간격', '59', 'order.runs-whole'],
    ['반복 횟수', '2', 'order.interval-short'],
    ['반복 간격', '60.5', 'order.interval-whole'],
    ['반복 간격', '60', 'order.points'],
  ] as const) {
    await fill(page, field, text)
    await send()
    await expectMessage(page, key)
  }
})

test('an order says that it succeeded, that it failed, and that a product is closed', async ({ page }) => {
  await logIn(page, demoMember)
  const { min } = await openRepeatable(page)
  const send = () => page.getByRole('button', { name: '주문하기', exact: true }).click()
  await fill(page, '링크', LINK)
  await fill(page, '수량', String(min))
  await breakCall(page, '/service/order', 'fault')
  await send()
  await expectMessage(page, 'order.fault')
  await restoreCall(page, '/service/order')
  await send()
  await expectMessage(page, 'order.done')
  const closed = await queryShopRow<{ id: number }>(
    inject('shop').databaseUrl,
    'SELECT id FROM services WHERE is_read_only ORDER BY id LIMIT 1',
  )
  await open(page, `/order?service=${closed.id}`)
  await expectMessage(page, 'order.read-only')
})
