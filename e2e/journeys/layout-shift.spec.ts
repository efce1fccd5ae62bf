import type { Page } from 'playwright'
import { expect } from 'vitest'
import { open } from '../support/app.ts'
import { PHONE, test } from '../support/fixtures.ts'

/** Largest accepted layout shift, the same as in bench/lighthouse.ts. */
const MAX_LAYOUT_SHIFT = 0.01
const paths = ['/order', '/login', '/register', '/terms/service']

type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/**
 * Records the layout shifts of the pages opened from now on, including shifts that follow input, and the elements that
 * moved.
 */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; moved: string }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' / ') })
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { value: number; moved: string }[] }).shifts)

/**
 * Delays the style sheet, without which nothing is painted, until the font has arrived. The delay ends only because the
 * page preloads the font: a font named only by the style sheet would never be requested.
 */
async function delayStylesUntilFont(page: Page): Promise<void> {
  const font = page.waitForEvent('requestfinished', (request) => /\.woff2$/.test(request.url()))
  await page.route('**/*.css', async (route) => {
    await font
    await route.continue()
  })
}

for (const path of paths)
  test(`nothing on ${path} moves while it loads on a phone`, async ({ openPage }) => {
    const page = await openPage({ viewport: PHONE })
    await recordShifts(page)
    await delayStylesUntilFont(page)
    await open(page, path)
    const shifts = await shiftsOf(page)
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    expect(sum, shifts.map(({ value, moved }) => `${value.toFixed(4)}: ${moved}`).join('\n')).toBeLessThanOrEqual(
      MAX_LAYOUT_SHIFT,
    )
  })

test('the docked summary has its height before its content has arrived', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  await open(page, '/order')
  const [whole, empty] = await page.locator('[data-dock]').evaluate((dock) => {
    const arriving = dock.cloneNode(false) as HTMLElement
    dock.after(arriving)
    return [(dock as HTMLElement).offsetHeight, arriving.offsetHeight]
  })
  expect(empty).toBe(whole)
})

test('a layout shift is recorded', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  await recordShifts(page)
  await open(page, '/login')
  await page.evaluate(() =>
    document.body.prepend(Object.assign(document.createElement('p'), { style: 'height: 300px' })),
  )
  await expect.poll(async () => (await shiftsOf(page)).length).toBeGreaterThan(0)
})
