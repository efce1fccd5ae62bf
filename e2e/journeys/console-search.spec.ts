import type { Locator } from 'playwright'
import { expect } from 'vitest'
import { focusedRow, logIn, newPerson, open, owner, register } from '../support/app.ts'
import { DESKTOP, expectGoodLooks, expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { runSql } from '../support/shop-data.ts'

test('Ctrl+K opens a search over everything in a frame; a member is opened by keys, and is then a recent one', async ({
  page,
  openPage,
}) => {
  const person = newPerson()
  await register(await openPage(), person)
  await logIn(page, owner)
  await open(page, '/admin')
  const isLoaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length)
  const before = await isLoaded()
  const frames = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0
        const look = () => {
          count++
          if (document.activeElement?.getAttribute('role') === 'combobox') resolve(count)
          else if (count < 60) requestAnimationFrame(look)
          else resolve(count)
        }
        dispatchEvent(new KeyboardEvent('keydown', { key: 'ㅏ', code: 'KeyK', ctrlKey: true, cancelable: true }))
        requestAnimationFrame(look)
      }),
  )
  expect(frames).toBeLessThanOrEqual(2)
  const field = page.getByRole('combobox', { name: '모두 찾기' })
  await expect.poll(isLoaded).toBeGreaterThan(before)
  await page.keyboard.type('ㅎㅇ')
  await page.getByRole('option', { name: /^회원/ }).waitFor()
  await field.fill('')
  await page.keyboard.type(person.id)
  // Enter pressed before the results have arrived opens the first result when they arrive.
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/members?q=*')
  await page.getByRole('region', { name: person.id }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await waitUntilSettled(page)
  await page.keyboard.press('Control+k')
  await page.getByText('최근에 연 것').waitFor()
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain(person.id)
  await expectGoodLooks(page, [DESKTOP, PHONE])
  await page.setViewportSize(DESKTOP)
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('of the results the arrows choose one; orders, services, pages and actions are grouped', async ({ page }) => {
  const [service] = await runSql<{ id: number; text: string }>(
    'SELECT id, text FROM services WHERE withdrawn_at IS NULL LIMIT 1',
  )
  await logIn(page, owner)
  await open(page, '/admin/orders')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('입금')
  await page.getByRole('group', { name: '바로 하기' }).getByRole('option', { name: '입금 가져오기' }).waitFor()
  await expectGoodPage(page)
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain('입금 가져오기')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/deposits/import')
  // An opened page focuses its own field. Without a field or a list it focuses its heading, so that the next Tab
  // continues from there.
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  await expect.poll(focused).toBe('TEXTAREA')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('통계')
  await page.getByRole('option', { name: /^통계/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/reports')
  await expect.poll(focused).toBe('H1')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(String(service?.id))
  const found = page.getByRole('group', { name: '상품' }).getByRole('option').first()
  await found.click()
  await page.waitForURL(`**/admin/services?q=${service?.id}*`)
  await expect.poll(() => focusedRow(page)).toBe(String(service?.id))
  await waitUntilSettled(page)
  // The result is in the list on the screen. The focus goes to its row, not back to the control from which the search
  // was opened.
  await page.getByLabel('모두 고르기').focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '모두 찾기' }).fill(String(service?.id))
  await page.getByRole('group', { name: '상품' }).getByRole('option').first().click()
  await expect.poll(() => focusedRow(page)).toBe(String(service?.id))
  await page.keyboard.press('x')
  await page.getByText('1개 고름').waitFor()
})

test('on a phone a button opens the search, and a result is opened with its detail', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  await logIn(page, owner)
  await open(page, '/admin/orders')
  await page.getByRole('banner').getByRole('button', { name: '모두 찾기' }).click()
  const dialog = page.getByRole('dialog')
  const close = dialog.getByRole('button', { name: '닫기', exact: true })
  const rightOf = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().right)
  expect(await rightOf(close)).toBeLessThanOrEqual(await rightOf(dialog))
  await close.tap()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('banner').getByRole('button', { name: '모두 찾기' }).click()
  await page.getByRole('combobox', { name: '모두 찾기' }).fill('통계')
  await page.getByRole('option', { name: /^통계/ }).click()
  await page.waitForURL('**/admin/reports')
  const [service] = await runSql<{ id: number }>('SELECT id FROM services WHERE withdrawn_at IS NULL LIMIT 1')
  await page.getByRole('banner').getByRole('button', { name: '모두 찾기' }).click()
  await page.getByRole('combobox', { name: '모두 찾기' }).fill(String(service?.id))
  await page.getByRole('group', { name: '상품' }).getByRole('option').first().click()
  await page.waitForURL(`**/admin/services?q=${service?.id}*`)
  await page.locator('dialog[open]').getByText('가격 기록').waitFor()
  await expectGoodPage(page)
})
