import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, test as base, expect, inject } from 'vitest'
import { wearTheme } from './app.ts'
import { launchBrowser } from './browser.ts'
import { watch } from './faults.ts'

export const PHONE = { width: 360, height: 780 }
export const TABLET = { width: 768, height: 1024 }
export const DESKTOP = { width: 1280, height: 900 }

type Look = {
  /** Another shop than the journeys' own. */
  url?: string
  viewport?: { width: number; height: number }
  theme?: 'light' | 'dark'
}

/** Opens another browser of its own: another person, or the same one on another device. */
type OpenPage = (look?: Look) => Promise<Page>

async function openPage(browser: Browser, faults: string[], contexts: BrowserContext[], look: Look): Promise<Page> {
  const viewport = look.viewport ?? DESKTOP
  const isPhone = viewport.width < 600
  const context = await browser.newContext({
    baseURL: look.url ?? inject('shop').url,
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
  context.on('page', (page) => watch(page, faults))
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
    expect(faults.join('\n'), task.name).toBe('')
  },
  page: async ({ openPage: open }, use) => use(await open()),
})

/** What depends on colours alone: all that another theme can change. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** A colour half faded in is no colour of the page: axe looks when all that moves has arrived. */
function arrived(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}

/**
 * What axe finds wrong with the page as it is. Its own builder opens a tab for each look and reports every element that is
 * right, too: five times the work.
 */
async function violationsOf(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(axe.source)
  return page.evaluate(async (given) => {
    const { axe: here } = window as unknown as { axe: typeof axe }
    return (await here.run(document, given)).violations
  }, options)
}

/** Nothing that axe finds serious, and nothing that scrolls sideways; `colours` holds what another theme can change. */
export async function expectGoodPage(page: Page, { colours = false } = {}): Promise<void> {
  await arrived(page)
  const violations = await violationsOf(page, {
    resultTypes: ['violations'],
    ...(colours && { runOnly: { type: 'rule', values: colourRules } }),
  })
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const found = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, page.url()).toEqual([])
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways, `${page.url()} scrolls sideways`).toBe(0)
}

/** A page that is good at these sizes, in both themes. */
export async function expectGoodLooks(
  page: Page,
  viewports: readonly { width: number; height: number }[],
): Promise<void> {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await wearTheme(page, colorScheme)
      await expectGoodPage(page, { colours: colorScheme === 'dark' })
    }
  }
}
