import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, test as base, expect, inject } from 'vitest'
import { launchBrowser } from './browser.ts'
import { watch } from './faults.ts'

export const PHONE = { width: 360, height: 780 }
export const DESK = { width: 1280, height: 900 }

type Look = {
  /** Another shop than the journeys' own. */
  url?: string
  viewport?: { width: number; height: number }
  theme?: 'light' | 'dark'
}

/** Opens another browser of its own: another person, or the same one on another device. */
type OpenPage = (look?: Look) => Promise<Page>

async function openPage(browser: Browser, faults: string[], contexts: BrowserContext[], look: Look): Promise<Page> {
  const viewport = look.viewport ?? DESK
  const isPhone = viewport.width < 600
  const baseURL = look.url ?? inject('shop').url
  const context = await browser.newContext({
    baseURL,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport,
    colorScheme: look.theme ?? 'light',
    isMobile: isPhone,
    hasTouch: isPhone,
  })
  contexts.push(context)
  context.setDefaultTimeout(15_000)
  // Tabs that a page opens are watched like itself.
  context.on('page', (page) => watch(page, baseURL, faults))
  return context.newPage()
}

let browser: Promise<Browser> | undefined

afterAll(async () => (await browser)?.close())

/** One browser a file, a page that is new each time; any fault on any page fails the test it happened in. */
export const test = base.extend<{ openPage: OpenPage; page: Page }>({
  openPage: async ({ task }, use) => {
    browser ??= launchBrowser()
    const faults: string[] = []
    const contexts: BrowserContext[] = []
    const launched = await browser
    await use((look = {}) => openPage(launched, faults, contexts, look))
    for (const context of contexts) await context.close()
    expect(faults, task.name).toEqual([])
  },
  page: async ({ openPage: open }, use) => use(await open()),
})

/** Nothing that axe finds serious, and nothing that scrolls sideways. */
export async function expectGoodPage(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const found = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, page.url()).toEqual([])
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways, `${page.url()} scrolls sideways`).toBe(0)
}
