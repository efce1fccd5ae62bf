import type { Locator } from 'playwright'
import { expect } from 'vitest'
import { logIn, open, owner } from '../support/app.ts'
import { expectGoodPage, test } from '../support/fixtures.ts'

const backgroundOf = (element: Locator, pseudo = ''): Promise<string> =>
  element.evaluate((node, part) => getComputedStyle(node, part || null).backgroundColor, pseudo)

test('with the system’s colours what is chosen, current or switched on still looks different', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/order')
  const main = page.getByRole('main')
  const chosen = main.locator('[role=radio][aria-checked=true]').first()
  const other = main.locator('[role=radio][aria-checked=false]').first()
  expect(await backgroundOf(chosen)).not.toBe(await backgroundOf(other))
  await expectGoodPage(page)

  await logIn(page, owner)
  await open(page, '/admin')
  const menu = page.getByRole('navigation', { name: '운영 메뉴' })
  expect(await backgroundOf(menu.locator('a[href="/admin"]'))).not.toBe(
    await backgroundOf(menu.locator('a[href="/admin/orders"]')),
  )
  await page.keyboard.press('?')
  const letters = page.getByRole('switch', { name: '글자 하나로 된 단축키' })
  const looks = async () => [await backgroundOf(letters), await backgroundOf(letters, '::before')]
  const [on, onKnob] = await looks()
  expect(on).not.toBe(onKnob)
  await letters.uncheck()
  const [off, offKnob] = await looks()
  expect(off).not.toBe(offKnob)
  expect(off).not.toBe(on)
})

test('the text of a chosen row is in the colour that the system made for its background', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await logIn(page, owner)
  await open(page, '/admin/members')
  const colours = await page
    .locator('[data-row][aria-current=true]')
    .evaluate((row) =>
      [...row.querySelectorAll('*')]
        .filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
        .map((element) => getComputedStyle(element).color),
    )
  expect(colours.length).toBeGreaterThan(2)
  expect(new Set(colours).size).toBe(1)
})
